import type pg from 'pg'
import type { TransactionDeps } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import type { Log } from '../../platform/observability/log.ts'

/** Dependencies of this area's jobs, and of its routes for the core. */
export interface RefundServices extends TransactionDeps {
  /** A database role that can read every user: a refund identifies a payment and not its owner. */
  operator: pg.Pool
  dict: Dict | undefined
  log: Log
}
