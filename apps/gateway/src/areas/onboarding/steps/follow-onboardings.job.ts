import { job } from '../../../platform/jobs/job.ts'
import { advanceOnboarding } from './advance-onboarding.job.ts'
import type { StepServices } from './step-services.ts'
import { findDue } from './step-store.ts'

const BATCH_MAX = 300

/**
 * Advances every onboarding that is due. The due times are in the rows, so no queued job can be lost and no retry
 * limit can be exhausted.
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
