import type { TransactionDeps } from '../http/transaction.ts'
import type { Clock } from '../platform/clock.ts'
import type { installationSettings } from '../platform/config/installation.ts'
import type { Settings } from '../platform/config/settings.ts'
import type { InstallationGuard } from '../platform/db/installation-guard.ts'
import type { Cipher } from '../platform/encryption.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Traces } from '../platform/observability/traces.ts'
import type { FreshLogin } from './auth/fresh-login.ts'
import type { Identify } from './auth/identify.ts'
import type { deskSettings } from './settings.ts'

/**
 * Dependencies of the desk's gate. Its pool uses the desk's own login, which reads every user and whose writes need audit
 * entries.
 */
export interface Desk extends TransactionDeps {
  settings: Settings<typeof deskSettings> & Settings<typeof installationSettings>
  clock: Clock
  log: Log
  traces: Traces | undefined
  installation: Pick<InstallationGuard, 'mismatch'>
  docsUrl: string
  /** The keys that sign page states. */
  deskKeys: KeyRing
  journalSeal: Cipher
  proposalSeal: Cipher
  identify: Identify
  /** The login that the most sensitive operations require. */
  freshLogin: FreshLogin
}
