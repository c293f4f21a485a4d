import type { Settings } from '../base/config/settings.ts'
import type { InstallationGuard } from '../base/db/installation-guard.ts'
import type { KeyRing } from '../base/key-ring.ts'
import type { Log } from '../base/observability/log.ts'
import type { Traces } from '../base/observability/traces.ts'
import type { Verifiers } from './auth/authenticate.ts'
import type { apiKeySettings } from './auth/settings.ts'
import type { Strangers } from './auth/strangers.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { gateSettings, signingSettings } from './settings.ts'
import type { Ground } from './transaction.ts'

/** What the gate itself works with. What the operations behind it need is named by each of them. */
export interface Gate extends Verifiers, Ground {
  installation: Pick<InstallationGuard, 'mismatch'>
  log: Log
  traces: Traces | undefined
  /** Absent when nothing is to be kept of requests. */
  requestLog: RequestLog | undefined
  docsUrl: string
  strangers: Strangers
  rateLimit: RateLimit
  /** What page states are sealed with. */
  signingKeys: KeyRing
  settings: Settings<typeof gateSettings & typeof signingSettings & typeof apiKeySettings>
}
