import type pg from 'pg'
import type { Settings } from '../../../base/config/settings.ts'
import type { ObjectStore } from '../../../base/objects/objects.ts'
import type { Log } from '../../../base/observability/log.ts'
import type { Ground } from '../../../gate/transaction.ts'
import type { OnboardingChecks } from '../../../partners/onboarding-checks/client.ts'
import type { stepSettings } from './settings.ts'

/** What the jobs of the steps work with. */
export interface StepServices extends Ground {
  /** Sees every user: only to find whose turn it is. */
  operator: pg.Pool
  log: Log
  objects: ObjectStore
  onboardingChecks: OnboardingChecks
  settings: Settings<typeof stepSettings>
}
