import type pg from 'pg'
import { job } from '../../base/jobs/job.ts'
import { dueRequests } from './across-users.ts'
import { advanceRequest, type RecoveryServices } from './advance-fund-recovery.job.ts'

interface FollowServices extends RecoveryServices {
  /** Sees every user: only to find whom to ask about next. */
  operator: pg.Pool
}

const BATCH_MAX = 300
/** Taken further at once: one request that hangs at DICT must not hold up all those behind it. */
const HANDS = 4

/**
 * Takes every request further whose time has come. This is what makes a recovery survive anything: what there is to do
 * stands in the rows, so that no queue has to remember it and no number of retries can run out.
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
