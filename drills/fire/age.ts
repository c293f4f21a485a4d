import { verifyAccount } from '../../src/areas/crossborder/accounts/verify-account.job.ts'
import { verifyClient } from '../../src/areas/crossborder/clients/verify-client.job.ts'
import { QUEUE_SCHEMA } from '../../src/base/jobs/queue.ts'
import type { Fire } from './stage.ts'

/** The jobs that are judged: each gives a verdict on a record. */
export const judgedJobs = `name in ('${verifyAccount.name}', '${verifyClient.name}')`

/** What waits to be done or delivered, or is in hand, has been so for so long already: time passes that nobody has to sit out. */
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

/** What a worker died over is taken by another when its quarter of an hour is over: that has passed for what nobody can still have in hand. */
export async function ageAbandoned({ stage: { admin } }: Fire): Promise<void> {
  await admin.query(
    `update ${QUEUE_SCHEMA}.job set started_on = started_on - interval '1 hour'
     where state = 'active' and ${judgedJobs} and started_on between now() - interval '30 minutes' and now() - interval '20 seconds'`,
  )
}
