import { type Command, Option } from 'commander'
import { callDesk, doAtDesk, listAtDesk, readDesk } from './backoffice.ts'
import { show } from './show.ts'

interface DecisionFlags {
  user: string
  status: string
  seen: number
  reason: string
}

/**
 * Manual verification: lists pending records and records verdicts. Each verdict is in the client's history, with its
 * reason.
 */
export function addCrossborderCommands(program: Command): void {
  addKind(program.command('clients').description('cross-border clients'), 'client', ['ACTIVE', 'REJECTED', 'EXPIRED'])
  const accounts = program.command('accounts').description('bank accounts of cross-border clients')
  addKind(accounts, 'account', ['ACTIVE', 'INACTIVE'])
}

function addKind(noun: Command, kind: 'client' | 'account', statuses: string[]): void {
  const path = (id: string) => `/v1/${kind}s/${id}`

  noun
    .command('pending')
    .description('what waits for a verdict, what is due first before the rest: 100 of them')
    .action(async function (this: Command) {
      show(this, await listAtDesk('/v1/cases', { kind }))
    })

  noun
    .command('show')
    .description(`show the ${kind} with all data for the decision, masked unless you give a reason`)
    .argument(`<${kind}_id>`)
    .requiredOption('--user <user_id>', 'whose it is')
    .option('--reveal <reason>', 'show personal data and earlier values; the audit log records the reason')
    .action(async function (this: Command, id: string, { user: user_id, reveal }: { user: string; reveal?: string }) {
      if (reveal === undefined) return show(this, await readDesk(`${path(id)}?user_id=${user_id}`))
      show(this, (await callDesk('POST', `${path(id)}/reveal`, { user_id, reason: reveal })).body)
    })

  noun
    .command('decide')
    .description(`put a verdict on a pending ${kind}`)
    .argument(`<${kind}_id>`)
    .requiredOption('--user <user_id>', 'whose it is')
    .addOption(new Option('--status <status>', 'the verdict').choices(statuses).makeOptionMandatory())
    .requiredOption('--seen <version>', 'the version you looked at, from the pending list', Number)
    .requiredOption('--reason <text>', 'why; the user reads it in the history of the client')
    .action(async function (this: Command, id: string, { user: user_id, ...verdict }: DecisionFlags) {
      await doAtDesk(this, `${path(id)}/verdict`, { user_id, ...verdict })
    })
}
