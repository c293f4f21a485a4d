import type { Clock } from '../../base/clock.ts'
import type { Job } from '../../base/jobs/job.ts'
import { type Ground, runForUser } from '../../gate/transaction.ts'
import { type Position, recoverSlice } from './delivery-store.ts'

export const recoverWebhooksQueue = 'recover-webhooks'
/** Events looked at in one transaction. */
const SLICE = 500
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000'

export interface Recovery {
  user_id: string
  endpoint_id: string
  since: string
  until: string
}

/** Makes due what an endpoint missed, slice by slice. A run that is cut off and begun again repeats no delivery. */
export function recoverWebhooks(services: Ground & { clock: Clock }): Job {
  return {
    name: recoverWebhooksQueue,
    retryLimit: 5,
    async run(data, job_id) {
      const { user_id, endpoint_id, since, until } = data as Recovery
      const next = (after: Position) =>
        runForUser(services, user_id, job_id, services.clock.now(), (tx) =>
          recoverSlice(tx, { endpoint_id, after, until, limit: SLICE }),
        )
      let after: Position | undefined = { created_at: since, id: BEFORE_EVERY_ID }
      while (after) after = await next(after)
    },
  }
}
