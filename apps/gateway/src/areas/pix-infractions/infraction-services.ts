import type pg from 'pg'
import type { TransactionDeps } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { infractionSettings } from './settings.ts'

/** Dependencies of this area's jobs. */
export interface InfractionServices extends TransactionDeps {
  /** A database role that can read every user: a report identifies a payment and not its owner. */
  operator: pg.Pool
  dict: Dict | undefined
  log: Log
  settings: Settings<typeof infractionSettings>
}
