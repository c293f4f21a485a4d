import { verifyAccount } from '@eclusa/gateway/src/areas/crossborder/accounts/verify-account.job.ts'
import { verifyClient } from '@eclusa/gateway/src/areas/crossborder/clients/verify-client.job.ts'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import type { Fire } from './environment.ts'

/** The jobs that are checked: each decides about a record. */
export const judgedJobs = `name in ('${verifyAccount.name}', '${verifyClient.name}')`

/** Backdates waiting and running work, so that the drill need not wait. */
export async function age({ stage: { admin } }: Fire, interval: string): Promise<void> {
  await admin.query(
    `update ${QUEUE_SCHEMA}.job set created_on = created_on - $1::interval, start_after = start_after - $1::interval,
       keep_until = keep_until - $1::interval
     where state in ('created', 'retry')`,
    [interval],
  )
  await admin.query(
    `update fund_recovery_requests set leased_until = leased_until - $1::interval where lease is not null`,
    [interval],
  )
  await admin.query(`update webhook_deliveries set due_at = due_at - $1::interval where status = 'PENDING'`, [interval])
}

/**
 * After a quarter of an hour another worker takes over a dead one's job: that time is simulated for jobs no live worker can
 * still hold.
 */
export async function ageAbandoned({ stage: { admin } }: Fire): Promise<void> {
  await admin.query(
    `update ${QUEUE_SCHEMA}.job set started_on = started_on - interval '1 hour'
     where state = 'active' and ${judgedJobs} and started_on between now() - interval '30 minutes' and now() - interval '20 seconds'`,
  )
}
