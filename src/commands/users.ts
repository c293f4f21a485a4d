import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { asOperator, found, show } from './operator.ts'

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
      const { rows } = await asOperator((db) =>
        db.query('insert into users (id, name) values ($1, $2) returning id as user_id, name, status, created_at', [
          id,
          name,
        ]),
      )
      show(this, found(rows, 'the user'))
    })

  users
    .command('list')
    .description(`the newest ${LIST_MAX}`)
    .action(async function (this: Command) {
      const { rows } = await asOperator((db) =>
        db.query('select id as user_id, name, status, created_at from users order by created_at desc limit $1', [
          LIST_MAX,
        ]),
      )
      show(this, rows)
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
        const { rows } = await asOperator((db) =>
          db.query(
            'update users set status = $2, updated_at = now() where id = $1 returning id as user_id, name, status',
            [userId, status],
          ),
        )
        show(this, found(rows, 'the user'))
      })
  }
}
