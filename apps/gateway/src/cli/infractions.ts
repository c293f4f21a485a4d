import { type Command, Option } from 'commander'
import { fraudTypeNames, verdicts } from '../areas/pix-infractions/notification.ts'
import { callDesk, doAtDesk, listAtDesk, readDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { show } from './show.ts'

interface Decision {
  verdict: string
  fraudType?: string
  details?: string
  seen: number
  reason: string
}

const path = (id: string) => `/v1/infractions/${id}`

/** For analysts: pending reports with their deadlines, their details, and the decision. */
export function addInfractionCommands(program: Command): void {
  const infractions = program.command('infractions').description('Pix infraction notifications')

  infractions
    .command('list')
    .description('what waits for a verdict, the most urgent first: 100 of them')
    .action(async function (this: Command) {
      show(this, await listAtDesk('/v1/cases', { kind: 'infraction' }))
    })

  infractions
    .command('unclaimed')
    .description('reports of other participants about payments that no ledger has reported, the most urgent first')
    .action(async function (this: Command) {
      show(this, await listAtDesk('/v1/unclaimed-reports'))
    })

  infractions
    .command('show')
    .description('show all data of a notification, masked unless you give a reason')
    .argument('<id>')
    .option('--reveal <reason>', 'show personal data; the audit log records the reason')
    .action(async function (this: Command, id: string, { reveal }: { reveal?: string }) {
      if (reveal === undefined) return show(this, await readDesk(path(id)))
      show(this, (await callDesk('POST', `${path(id)}/reveal`, { reason: reveal })).body)
    })

  infractions
    .command('ask-again')
    .description(
      'request information from the client before the decision; the client reads the question in the notification',
    )
    .argument('<id>')
    .requiredOption('--question <text>', 'what you want to know')
    .requiredOption('--seen <version>', 'the version you looked at, from list or show', Number)
    .action(async function (this: Command, id: string, question: { question: string; seen: number }) {
      await doAtDesk(this, `${path(id)}/ask-again`, question, inColumns)
    })

  infractions
    .command('decide')
    .description('give the verdict of the institution; a job sends it to DICT')
    .argument('<id>')
    .addOption(new Option('--verdict <verdict>', 'whether there was fraud').choices(verdicts).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why; only we read it')
    .addOption(new Option('--fraud-type <type>', 'which fraud it was, with AGREED').choices(fraudTypeNames))
    .option('--details <text>', 'details for the other institution; required with the fraud type OTHER')
    .requiredOption('--seen <version>', 'the version you looked at, from list or show', Number)
    .action(async function (this: Command, id: string, { verdict, fraudType, details, seen, reason }: Decision) {
      const said = {
        analysis_result: verdict,
        ...(fraudType !== undefined && { analysis_fraud_type: fraudType }),
        ...(details !== undefined && { analysis_details: details }),
      }
      await doAtDesk(this, `${path(id)}/verdict`, { ...said, seen, reason }, inColumns)
    })
}

const inColumns = ({ id, status, analysis_result, due_date, version }: ResponseBody) => ({
  id,
  status,
  ...(analysis_result !== undefined && { analysis_result }),
  due_date,
  version,
})
