import sql from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'
import { CLOCK_CHANNEL } from '../../platform/test-clock.ts'

/**
 * The end of a simulation: a repeat refers to this record, and the scheduled jobs that would run within the next
 * minute run now, through the same notification as a clock change.
 */
export const doneTo = (id: string) => async (tx: Tx) => {
  tx.write(sql`select pg_notify(${CLOCK_CHANNEL}, '')`)
  return { id }
}
