import type pg from 'pg'
import type { Log } from '../../base/observability/log.ts'
import type { Ground } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'

/** What the jobs of this area, and its routes for the core, work with. */
export interface RefundServices extends Ground {
  /** Sees every user: a refund names a payment and not its owner. */
  operator: pg.Pool
  dict: Dict | undefined
  log: Log
}
