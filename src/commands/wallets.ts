import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { kept } from '../desk/journal/kept.ts'
import { deactivateWallet, insertWallet, listWallets } from '../gate/scope/wallet-store.ts'
import { asOperator, found, keeping } from './operator.ts'
import { show } from './show.ts'

interface WalletOptions {
  user: string
  product?: string
  name: string
  default?: true
}

export function addWalletCommands(program: Command): void {
  const wallets = program.command('wallets').description('where the money of a user is kept apart')

  wallets
    .command('create')
    .requiredOption('--user <user_id>', 'whose it is')
    .requiredOption('--name <name>', 'how people know it')
    .option('--product <product_id>', 'which product it belongs to; that of the user, if it is the target of one alone')
    .option('--default', 'use it when a request names none')
    .action(async function (this: Command, options: WalletOptions) {
      const { user: user_id, product: product_id, name, default: is_default = false } = options
      const wallet = { id: randomUUID(), user_id, product_id, name, is_default }
      const act = { operation: 'wallets create', user_id, subject: { type: 'wallet', id: wallet.id } }
      const records = [kept.wallet({ user_id, wallet_id: wallet.id })]
      show(this, await keeping(act, async (tx) => ({ answer: await insertWallet(tx, wallet), records })))
    })

  wallets
    .command('list')
    .requiredOption('--user <user_id>', 'whose wallets')
    .action(async function (this: Command, options: { user: string }) {
      show(this, await asOperator((db) => listWallets(db, options.user)))
    })

  wallets
    .command('deactivate')
    .requiredOption('--user <user_id>', 'whose it is')
    .argument('<wallet_id>')
    .action(async function (this: Command, walletId: string, options: { user: string }) {
      const act = { operation: 'wallets deactivate', user_id: options.user, subject: { type: 'wallet', id: walletId } }
      show(
        this,
        await keeping(act, async (tx) => ({
          answer: found(await deactivateWallet(tx, options.user, walletId), 'the wallet'),
          records: [kept.wallet({ user_id: options.user, wallet_id: walletId })],
        })),
      )
    })
}
