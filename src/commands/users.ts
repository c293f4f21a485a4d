import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { endUser } from '../areas/webhooks/end-grants.ts'
import { kept } from '../desk/journal/kept.ts'
import { activateUser, insertUser, listUsers } from '../gate/scope/user-store.ts'
import { asOperator, found, keeping } from './operator.ts'
import { show } from './show.ts'

const LIST_MAX = 500

/** Users: who may call. Ids are version 4 because the contract names them in headers that must be. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('who may call')

  users
    .command('create')
    .description('make a user, active at once')
    .requiredOption('--name <name>', 'how people know it')
    .option('--id <uuid>', 'the sub of its platform tokens; made when absent')
    .action(async function (this: Command, { name, id = randomUUID() }: { name: string; id?: string }) {
      const act = { operation: 'users create', subject: { type: 'user', id } }
      show(
        this,
        await keeping(act, async (tx) => ({ answer: await insertUser(tx, id, name), records: [kept.user(id)] })),
      )
    })

  users
    .command('list')
    .description(`the newest ${LIST_MAX}`)
    .action(async function (this: Command) {
      show(this, await asOperator((db) => listUsers(db, LIST_MAX)))
    })

  users
    .command('activate')
    .description('set the user ACTIVE: its credentials are accepted from the next request on')
    .argument('<user_id>')
    .action(async function (this: Command, userId: string) {
      const act = { operation: 'users activate', subject: { type: 'user', id: userId } }
      show(
        this,
        await keeping(act, async (tx) => ({
          answer: found(await activateUser(tx, userId), 'the user'),
          records: [kept.user(userId)],
        })),
      )
    })

  users
    .command('deactivate')
    .description('set the user INACTIVE: its credentials are refused, and what others made for it has ended')
    .argument('<user_id>')
    .action(async function (this: Command, userId: string) {
      const act = { operation: 'users deactivate', subject: { type: 'user', id: userId } }
      show(this, await keeping(act, async (tx) => found(await endUser(tx, userId, new Date()), 'the user')))
    })
}
