import type { Command } from 'commander'
import { listToPay } from '../areas/pix-refunds/across-users.ts'
import { unclaimedRefunds } from '../areas/pix-refunds/unclaimed-refunds.ts'
import { asOperator } from './operator.ts'
import { show } from './show.ts'

/** For whoever runs the gateway: what the core has not paid yet, and what nobody can pay as things are. */
export function addRefundCommands(program: Command): void {
  const refunds = program.command('refunds').description('refunds other banks ask of us')

  refunds
    .command('list')
    .description('what waits for the core to pay it, what is due first before the rest')
    .option('--limit <count>', 'how many at most', '100')
    .action(async function (this: Command, { limit }: { limit: string }) {
      const waiting = await asOperator((db) => listToPay(db, Number(limit)))
      show(
        this,
        // Without the account, which is about a person: the core reads it on the internal port.
        waiting.map(({ id, user_id, reason, amount, due_date, funds_recovery_id, requesting_participant }) => {
          return { id, user_id, reason, amount, due_date, funds_recovery_id, requesting_participant }
        }),
      )
    })

  refunds
    .command('unclaimed')
    .description('refunds of payments that no ledger told us of, the oldest first')
    .option('--limit <count>', 'how many at most', '100')
    .action(async function (this: Command, { limit }: { limit: string }) {
      show(this, await asOperator((db) => unclaimedRefunds(db, Number(limit))))
    })
}
