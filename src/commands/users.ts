import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { insertUser, listUsers, setUserStatus } from '../gate/scope/user-store.ts'
import { asOperator, found } from './operator.ts'
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
      show(this, await asOperator((db) => insertUser(db, id, name)))
    })

  users
    .command('list')
    .description(`the newest ${LIST_MAX}`)
    .action(async function (this: Command) {
      show(this, await asOperator((db) => listUsers(db, LIST_MAX)))
    })

  for (const [command, status] of [
    ['activate', 'ACTIVE'],
    ['deactivate', 'INACTIVE'],
  ] as const) {
    users
      .command(command)
      .description(
        `set the user ${status}: its credentials are ${status === 'ACTIVE' ? 'accepted' : 'refused'} from the next request on`,
      )
      .argument('<user_id>')
      .action(async function (this: Command, userId: string) {
        show(this, found(await asOperator((db) => setUserStatus(db, userId, status)), 'the user'))
      })
  }
}
