import sql from 'sql-template-tag'
import { CLOCK_CHANNEL } from '../../base/test-clock.ts'
import type { Tx } from '../../gate/transaction.ts'

/** What a worker would look for within the next minute it looks for now: it hears of this as it hears of the clock. */
export function hastenJobs(tx: Tx): void {
  tx.write(sql`select pg_notify(${CLOCK_CHANNEL}, '')`)
}
