import sql from 'sql-template-tag'
import { CLOCK_CHANNEL } from '../../base/test-clock.ts'
import type { Tx } from '../../gate/transaction.ts'

/**
 * How a simulation ends: whoever repeats it is pointed at this record. And what a worker would look for within the next
 * minute it looks for now, for it hears of this as it hears of the clock.
 */
export const doneTo = (id: string) => async (tx: Tx) => {
  tx.write(sql`select pg_notify(${CLOCK_CHANNEL}, '')`)
  return { id }
}
