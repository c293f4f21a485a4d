import type pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/observability/log.ts'
import type { Ground } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import type { NotificationTerms } from './status.ts'

/** The job that tells DICT our verdicts, by name: enqueued by an answer, and run by the clock in any case. */
export const CLOSE_NOTIFICATIONS = 'close-notifications'

/** What the jobs of this area work with. */
export interface Desk extends Ground {
  /** Sees every user: a report names a payment and not its owner. */
  operator: pg.Pool
  dict: Dict | undefined
  clock: Clock
  log: Log
  infractions: NotificationTerms
}
