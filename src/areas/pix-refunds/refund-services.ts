import type pg from 'pg'
import type { Log } from '../../base/observability/log.ts'
import type { Ground } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'

/** Dependencies of this area's jobs, and of its routes for the core. */
export interface RefundServices extends Ground {
  /** A database role that can read every user: a refund identifies a payment and not its owner. */
  operator: pg.Pool
  dict: Dict | undefined
  log: Log
}
