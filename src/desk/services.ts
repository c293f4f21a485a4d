import type { Clock } from '../base/clock.ts'
import type { installationSettings } from '../base/config/installation.ts'
import type { Settings } from '../base/config/settings.ts'
import type { InstallationGuard } from '../base/db/installation-guard.ts'
import type { KeyRing } from '../base/key-ring.ts'
import type { Log } from '../base/observability/log.ts'
import type { Traces } from '../base/observability/traces.ts'
import type { Seal } from '../base/sealed.ts'
import type { Ground } from '../gate/transaction.ts'
import type { FreshLogin } from './people/fresh-login.ts'
import type { Identify } from './people/identify.ts'
import type { deskSettings } from './settings.ts'

/**
 * Dependencies of the desk's gate. Its pool uses the desk's own login, which reads every user and whose writes need audit
 * entries.
 */
export interface Desk extends Ground {
  settings: Settings<typeof deskSettings> & Settings<typeof installationSettings>
  clock: Clock
  log: Log
  traces: Traces | undefined
  installation: Pick<InstallationGuard, 'mismatch'>
  docsUrl: string
  /** The keys that sign page states. */
  deskKeys: KeyRing
  journalSeal: Seal
  proposalSeal: Seal
  identify: Identify
  /** The login that the most sensitive operations require. */
  freshLogin: FreshLogin
}
