import type { Settings } from '../platform/config/settings.ts'
import type { InstallationGuard } from '../platform/db/installation-guard.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Traces } from '../platform/observability/traces.ts'
import type { Verifiers } from './auth/authenticate.ts'
import type { apiKeySettings } from './auth/settings.ts'
import type { UnknownCredentialGuard } from './auth/unknown-credential-guard.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { gateSettings, signingSettings } from './settings.ts'
import type { TransactionDeps } from './transaction.ts'

/** Dependencies of the gate itself. Each operation names its own. */
export interface Gate extends Verifiers, TransactionDeps {
  installation: Pick<InstallationGuard, 'mismatch'>
  log: Log
  traces: Traces | undefined
  /** Absent when the request log is off. */
  requestLog: RequestLog | undefined
  docsUrl: string
  strangers: UnknownCredentialGuard
  rateLimit: RateLimit
  /** The keys that sign page states. */
  signingKeys: KeyRing
  settings: Settings<typeof gateSettings & typeof signingSettings & typeof apiKeySettings>
}
