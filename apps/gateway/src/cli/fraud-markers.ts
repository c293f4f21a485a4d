import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { fraudTypeNames } from '../areas/pix-infractions/notification.ts'
import { callDesk, doAtDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

const MARKERS = '/v1/fraud-markers'

/**
 * For analysts: fraud markers at DICT. Documents are read from standard input, so that they do not appear in shell
 * histories.
 */
export function addMarkerCommands(program: Command): void {
  const markers = program.command('markers').description('persons we marked for fraud at DICT')

  markers
    .command('list')
    .description('the marks of ours a person has; CPF or CNPJ on standard input')
    .requiredOption('--reason <text>', 'why you look')
    .action(async function (this: Command, { reason }: { reason: string }) {
      const document = await documentGiven()
      const { body } = await callDesk('POST', `${MARKERS}/search`, { document, reason })
      show(this, body['data'] as ResponseBody[])
    })

  markers
    .command('create')
    .description('mark a person where no report can be opened; CPF or CNPJ on standard input')
    .addOption(new Option('--fraud-type <type>', 'which fraud it was').choices(fraudTypeNames).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why; only we read it')
    .option('--request-id <id>', 'repeats a creation whose answer was lost, and makes no second one')
    .action(async function (this: Command, options: { fraudType: string; reason: string; requestId?: string }) {
      const { fraudType: fraud_type, reason, requestId: request_id } = options
      const document = await documentGiven()
      await doAtDesk(this, MARKERS, { document, fraud_type, reason, ...(request_id && { request_id }) })
    })

  markers
    .command('cancel')
    .description('take a mark of ours back, made by hand or by agreeing with a report')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why; only we read it')
    .action(async function (this: Command, id: string, reasoned: { reason: string }) {
      await doAtDesk(this, `${MARKERS}/${id}/cancel`, reasoned)
    })
}

async function documentGiven(): Promise<string> {
  const document = (await text(process.stdin)).replaceAll(/[\s./-]/g, '')
  // DICT 2.12.1 accepts only digits, also for a CNPJ.
  if (!/^(\d{11}|\d{14})$/.test(document)) throw new Error('a CPF or CNPJ, in digits, is expected on standard input')
  return document
}
