import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { type Journaled, markPerson, marksOf, unmarkPerson } from '../areas/pix-infractions/mark-person.ts'
import { type ComplianceFraudType, fraudTypeNames, fraudTypes } from '../areas/pix-infractions/notification.ts'
import { readSettings } from '../base/config/settings.ts'
import { connectDict } from '../partners/dict/connect-dict.ts'
import type { Dict } from '../partners/dict/dict.ts'
import type { FraudMarker } from '../partners/dict/fraud-markers.ts'
import { dictSettings } from '../partners/dict/settings.ts'
import { keeping } from './operator.ts'
import { show } from './show.ts'

interface Signed {
  reason: string
  actor: string
}

/** For analysts: the marks of persons at DICT. Documents are read from standard input, and stay out of histories. */
export function addMarkerCommands(program: Command): void {
  const markers = program.command('markers').description('persons we marked for fraud at DICT')

  markers
    .command('list')
    .description('the marks of ours a person has; CPF or CNPJ on standard input')
    .action(async function (this: Command) {
      const document = await documentGiven()
      const listed = await withDict((dict) => marksOf(dict, document))
      show(this, listed.map(shown))
    })

  markers
    .command('create')
    .description('mark a person where no report can be opened; CPF or CNPJ on standard input')
    .addOption(new Option('--fraud-type <type>', 'which fraud it was').choices(fraudTypeNames).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why; only we read it')
    .requiredOption('--actor <name>', 'who decides')
    .option('--request-id <id>', 'repeats a creation whose answer was lost, and makes no second one')
    .action(async function (this: Command, options: Signed & { fraudType: ComplianceFraudType; requestId?: string }) {
      const said = signed(options)
      const tax_id_number = await documentGiven()
      const asked = { tax_id_number, fraud_type: fraudTypes[options.fraudType] }
      const request_id = options.requestId ?? randomUUID()
      show(
        this,
        await withDict(async (dict) => {
          const journaled = journaledAs('markers create', request_id, said.reason)
          return shown(await markPerson(journaled, dict, { request_id, ...asked }, said))
        }),
      )
    })

  markers
    .command('cancel')
    .description('take a mark of ours back, made by hand or by agreeing with a report')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; only we read it')
    .requiredOption('--actor <name>', 'who decides')
    .action(async function (this: Command, id: string, options: Signed) {
      const said = signed(options)
      const journaled = journaledAs('markers cancel', id, said.reason)
      show(this, await withDict(async (dict) => shown(await unmarkPerson(journaled, dict, id, said))))
    })
}

function journaledAs(operation: string, id: string, reason: string): Journaled {
  return (work) => keeping({ operation, reason, subject: { type: 'fraud_marker', id } }, work)
}

/** Without the document: who asked has it. */
const shown = ({ id, status, fraud_type, infraction_report, creation_time, last_modified }: FraudMarker) => ({
  id,
  status,
  fraud_type,
  infraction_notification_id: infraction_report?.id,
  creation_time,
  last_modified,
})

function signed({ reason, actor }: Signed) {
  const said = { by: actor.trim(), reason: reason.trim() }
  if (!said.by || !said.reason) throw new Error('a mark needs a reason and somebody who gives it')
  return said
}

async function documentGiven(): Promise<string> {
  const document = (await text(process.stdin)).replaceAll(/[\s./-]/g, '')
  // DICT's version 2.12.1 takes digits only, also of a CNPJ.
  if (!/^(\d{11}|\d{14})$/.test(document)) throw new Error('a CPF or CNPJ, in digits, is expected on standard input')
  return document
}

async function withDict<T>(work: (dict: Dict) => Promise<T>): Promise<T> {
  const dict = connectDict(readSettings(dictSettings, process.env))
  if (!dict) throw new Error('this command speaks with DICT: give it the DICT_ settings of the worker')
  try {
    return await work(dict)
  } finally {
    await dict.close()
  }
}
