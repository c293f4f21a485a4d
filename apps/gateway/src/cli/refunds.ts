import type { Command } from 'commander'
import { listAtDesk } from './backoffice.ts'
import { show } from './show.ts'

/** For operators: refunds that the core has not paid yet, and unmatched ones. */
export function addRefundCommands(program: Command): void {
  const refunds = program.command('refunds').description('refund requests of other institutions')

  refunds
    .command('list')
    .description('what waits for the core to pay it, what is due first before the rest: 100 of them')
    .action(async function (this: Command) {
      show(this, await listAtDesk('/v1/refunds'))
    })

  refunds
    .command('unclaimed')
    .description('refunds of payments that no ledger has reported, the earliest deadline first')
    .action(async function (this: Command) {
      show(this, await listAtDesk('/v1/unclaimed-refunds'))
    })
}
