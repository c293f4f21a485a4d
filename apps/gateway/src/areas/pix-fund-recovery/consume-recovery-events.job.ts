import type pg from 'pg'
import { hearEvents } from '../../partners/dict/consume-events.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { advanceRequest, type RecoveryServices } from './advance-fund-recovery.job.ts'
import { type RequestKey, requestsBehind } from './cross-user-queries.ts'

interface HearServices extends RecoveryServices {
  operator: pg.Pool
}

/**
 * Advances a request as soon as DICT publishes a change of its recovery, before its next poll is due. Events that are
 * missed here are found by polling.
 */
export const consumeRecoveryEvents = job('consume-recovery-events', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: HearServices, _, job_id) {
    const { dict, operator, log } = services
    if (!dict) return
    const fieldsOf = ({ user_id, id }: RequestKey) => ({ user_id, name: id, job_id })
    await hearEvents(services, dict, 'fund-recoveries', async (events) => {
      const behind = await requestsBehind(operator, events)
      await forEachIsolated({ log, event: 'fund_recovery_not_advanced', fieldsOf }, behind, (key) =>
        advanceRequest(services, key, job_id),
      )
    })
  },
})
