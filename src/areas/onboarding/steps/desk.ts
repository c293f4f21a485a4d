import type pg from 'pg'
import type { Clock } from '../../../base/clock.ts'
import type { ObjectStore } from '../../../base/objects/objects.ts'
import type { Log } from '../../../base/observability/log.ts'
import type { Ground } from '../../../gate/transaction.ts'
import type { OnboardingChecks } from '../../../partners/onboarding-checks/client.ts'
import type { CheckTerms } from './settle.ts'

/** What the jobs of the steps work with. */
export interface Desk extends Ground {
  /** Sees every user: only to find whose turn it is. */
  operator: pg.Pool
  clock: Clock
  log: Log
  objects: ObjectStore
  onboardingChecks: OnboardingChecks
  checkTerms: CheckTerms
}

export interface OnboardingKey {
  user_id: string
  onboarding_id: string
}
