import type pg from 'pg'
import type { Settings } from '../../../base/config/settings.ts'
import type { ObjectStore } from '../../../base/objects/objects.ts'
import type { Log } from '../../../base/observability/log.ts'
import type { Ground } from '../../../gate/transaction.ts'
import type { OnboardingChecks } from '../../../partners/onboarding-checks/client.ts'
import type { stepSettings } from './settings.ts'

/** Dependencies of the step jobs. */
export interface StepServices extends Ground {
  /** A database role that can read every user, used only to find due onboardings. */
  operator: pg.Pool
  log: Log
  objects: ObjectStore
  onboardingChecks: OnboardingChecks
  settings: Settings<typeof stepSettings>
}
