import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { asOperator, found, show } from './operator.ts'

export function addWalletCommands(program: Command): void {
  const wallets = program.command('wallets').description('where the money of a user is kept apart')

  wallets
    .command('create')
    .requiredOption('--user <user_id>', 'whose it is')
    .requiredOption('--name <name>', 'how people know it')
    .option('--default', 'use it when a request names none')
    .action(async function (this: Command, options: { user: string; name: string; default?: true }) {
      const { rows } = await asOperator((db) =>
        db.query(
          `insert into wallets (user_id, id, name, is_default) values ($1, $2, $3, $4)
           returning id as wallet_id, user_id, name, status, is_default`,
          [options.user, randomUUID(), options.name, options.default ?? false],
        ),
      )
      show(this, found(rows, 'the user'))
    })

  wallets
    .command('list')
    .requiredOption('--user <user_id>', 'whose wallets')
    .action(async function (this: Command, options: { user: string }) {
      const { rows } = await asOperator((db) =>
        db.query('select id as wallet_id, name, status, is_default, created_at from wallets where user_id = $1', [
          options.user,
        ]),
      )
      show(this, rows)
    })

  wallets
    .command('deactivate')
    .requiredOption('--user <user_id>', 'whose it is')
    .argument('<wallet_id>')
    .action(async function (this: Command, walletId: string, options: { user: string }) {
      const { rows } = await asOperator((db) =>
        db.query(
          `update wallets set status = 'INACTIVE', updated_at = now() where user_id = $1 and id = $2 returning id as wallet_id, status`,
          [options.user, walletId],
        ),
      )
      show(this, found(rows, 'the wallet'))
    })
}
