import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { kept } from '../backoffice/audit-log/audit-subjects.ts'
import { insertWallet } from '../http/scope/wallet-store.ts'
import { doAtDesk, listAtDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { BOOTSTRAP, type Bootstrapped, keeping } from './operator.ts'
import { show } from './show.ts'

type WalletOptions = { user: string; product?: string; name: string; default?: true } & Bootstrapped

export function addWalletCommands(program: Command): void {
  const wallets = program.command('wallets').description('where the money of a user is kept apart')

  wallets
    .command('create')
    .description('make a wallet')
    .requiredOption('--user <user_id>', 'whose it is')
    .requiredOption('--name <name>', 'how people know it')
    .requiredOption('--reason <text>', 'why')
    .option('--product <product_id>', 'which product it belongs to; that of the user, if it is the target of one alone')
    .option('--default', 'use it when a request names none')
    .option('--bootstrap', BOOTSTRAP)
    .action(async function (this: Command, options: WalletOptions) {
      const { user: user_id, product: product_id, name, default: is_default = false, reason, bootstrap } = options
      const wallet = { name, is_default, ...(product_id && { product_id }) }
      if (!bootstrap) return doAtDesk(this, `/v1/users/${user_id}/wallets`, { ...wallet, reason }, named)
      const id = randomUUID()
      const done = { operation: 'wallets create', subject: { type: 'wallet', id }, reason, user_id }
      const made = await keeping(done, async (tx) => ({
        answer: await insertWallet(tx, { id, user_id, ...wallet }),
        records: [kept.wallet({ user_id, wallet_id: id })],
      }))
      show(this, named({ ...made }))
    })

  wallets
    .command('list')
    .description('the newest 100')
    .requiredOption('--user <user_id>', 'whose wallets')
    .action(async function (this: Command, { user }: { user: string }) {
      show(this, (await listAtDesk(`/v1/users/${user}/wallets`)).map(named))
    })

  wallets
    .command('deactivate')
    .description('nothing more happens in it')
    .requiredOption('--user <user_id>', 'whose it is')
    .requiredOption('--reason <text>', 'why')
    .argument('<wallet_id>')
    .action(async function (this: Command, wallet_id: string, { user, reason }: { user: string; reason: string }) {
      await doAtDesk(this, `/v1/users/${user}/wallets/${wallet_id}/deactivate`, { reason }, named)
    })
}

const named = ({ id, ...wallet }: ResponseBody) => ({ wallet_id: id, ...wallet })
