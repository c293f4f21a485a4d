import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { kept } from '../backoffice/audit-log/audit-subjects.ts'
import { insertUser, type User } from '../http/scope/user-store.ts'
import { doAtDesk, listAtDesk, readDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { BOOTSTRAP, type Bootstrapped, keeping } from './operator.ts'
import { show } from './show.ts'

/** Users: the API's callers. Ids are UUID version 4, because headers of the contract require that. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('who may call')

  users
    .command('create')
    .description('make a user, active at once')
    .requiredOption('--name <name>', 'how people know it')
    .requiredOption('--reason <text>', 'why')
    .option('--id <uuid>', 'the sub of its platform tokens; made when absent')
    .option('--bootstrap', BOOTSTRAP)
    .action(async function (this: Command, { bootstrap, ...user }: { name: string; id?: string } & Bootstrapped) {
      const id = user.id ?? randomUUID()
      if (!bootstrap) return doAtDesk(this, '/v1/users', { ...user, id }, named)
      const done = { operation: 'users create', subject: { type: 'user', id }, reason: user.reason }
      const made = await keeping(done, async (tx) => ({
        answer: await insertUser(tx, id, user.name),
        records: [kept.user(id)],
      }))
      show(this, named(made))
    })

  users
    .command('list')
    .description('the newest 100')
    .option('--status <status>', 'ACTIVE or INACTIVE only')
    .action(async function (this: Command, { status }: { status?: string }) {
      show(this, (await listAtDesk('/v1/users', { status })).map(named))
    })

  users
    .command('show')
    .argument('<user_id>')
    .action(async function (this: Command, user_id: string) {
      show(this, named(await readDesk(`/v1/users/${user_id}`)))
    })

  users
    .command('activate')
    .description('set the user ACTIVE: its credentials are accepted from the next request on')
    .argument('<user_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, user_id: string, reasoned: { reason: string }) {
      await doAtDesk(this, `/v1/users/${user_id}/activate`, reasoned, named)
    })

  users
    .command('limit')
    .description('set how many requests a minute the user may send, over all processes together')
    .argument('<user_id>')
    .argument('<requests>', 'a number, or default', readLimit)
    .requiredOption('--reason <text>', 'why')
    .action(async function (
      this: Command,
      user_id: string,
      requests_per_minute: number | null,
      { reason }: { reason: string },
    ) {
      await doAtDesk(this, `/v1/users/${user_id}/rate-limit`, { requests_per_minute, reason }, named)
    })

  users
    .command('deactivate')
    .description(
      'set the user INACTIVE: its credentials are rejected, and the endpoints, links and keys that owners created for it end',
    )
    .argument('<user_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, user_id: string, reasoned: { reason: string }) {
      await doAtDesk(this, `/v1/users/${user_id}/deactivate`, reasoned, named)
    })
}

const named = ({ id, ...user }: User | ResponseBody) => ({ user_id: id, ...user })

function readLimit(text: string): number | null {
  if (text === 'default') return null
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new InvalidArgumentError('This takes a number of requests a minute, or the word default.')
  return Number(text)
}
