import type pg from 'pg'
import type { TransactionDeps } from '../../../http/transaction.ts'
import type { OnboardingChecks } from '../../../partners/onboarding-checks/client.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import type { ObjectStore } from '../../../platform/object-storage/object-store.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { stepSettings } from './settings.ts'

/** Dependencies of the step jobs. */
export interface StepServices extends TransactionDeps {
  /** A database role that can read every user, used only to find due onboardings. */
  operator: pg.Pool
  log: Log
  objects: ObjectStore
  onboardingChecks: OnboardingChecks
  settings: Settings<typeof stepSettings>
}
