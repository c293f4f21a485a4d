import { job } from '../../../base/jobs/job.ts'
import { advanceOnboarding } from './advance-onboarding.job.ts'
import type { StepServices } from './step-services.ts'
import { findDue } from './step-store.ts'

const BATCH_MAX = 300

/**
 * Takes every onboarding further that is due. What there is to do stands in the rows: no queue has to remember it, and no
 * number of retries can run out.
 */
export const followOnboardings = job('follow-onboardings', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: StepServices, _, job_id) {
    const { operator, clock, log } = services
    for (const key of await findDue(operator, clock.now(), BATCH_MAX))
      await advanceOnboarding
        .run(services, key, job_id)
        .catch((error: unknown) => log.error('onboarding_not_advanced', { user_id: key.user_id, job_id }, error))
  },
})
