import type pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/observability/log.ts'
import type { Ground } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'

/** The job that takes one request further, by name. */
export const ADVANCE_REQUEST = 'advance-fund-recovery'

/** What the jobs of this area work with. */
export interface Desk extends Ground {
  /** Sees every user: only to find whom to ask about next. */
  operator: pg.Pool
  dict: Dict | undefined
  clock: Clock
  log: Log
  /** How often DICT is asked about a recovery that waits for other banks. */
  recoveryPauseMs: number
  /** How long after the analyses the refunds have to be asked for. */
  refundHours: number
}
