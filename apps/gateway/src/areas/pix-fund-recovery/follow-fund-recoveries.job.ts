import type pg from 'pg'
import { job } from '../../platform/jobs/job.ts'
import { advanceRequest, type RecoveryServices } from './advance-fund-recovery.job.ts'
import { dueRequests } from './cross-user-queries.ts'

interface FollowServices extends RecoveryServices {
  /** A database role that can read every user, used only to find due requests. */
  operator: pg.Pool
}

const BATCH_MAX = 300
/** Concurrency: one call that hangs at DICT must not delay all other requests. */
const HANDS = 4

/**
 * Advances every due request. The due times are in the rows, so no queued job can be lost and no retry limit can be
 * exhausted.
 */
export const followFundRecoveries = job('follow-fund-recoveries', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: FollowServices, _, job_id) {
    const { operator, clock, log } = services
    const due = (await dueRequests(operator, clock.now(), BATCH_MAX)).values()
    const advanceEach = async () => {
      for (const key of due) {
        await advanceRequest(services, key, job_id, { by: clock.now() }).catch((error: unknown) =>
          log.error('fund_recovery_not_advanced', { user_id: key.user_id, job_id }, error),
        )
      }
    }
    await Promise.all(Array.from({ length: HANDS }, advanceEach))
  },
})
