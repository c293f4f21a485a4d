import { randomUUID } from 'node:crypto'
import { verifyAccount } from '@eclusa/gateway/src/areas/crossborder/accounts/verify-account.job.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import { sampleEndToEndId } from '@eclusa/simulators/sample-transactions.ts'
import { makeUser } from '@eclusa/simulators/seed.ts'
import { holding, type Trouble, takenAway } from './fault.ts'

/** A record about a payment that no ledger reported, so that no job processes it. */
const unclaimed = (what: string, table: string, column: string, due: string): Trouble => ({
  what,
  async begin({ stage: { admin } }) {
    const id = randomUUID()
    await admin.query(
      `insert into ${table} (id, end_to_end_id, status, ${column}, reported_at, due_date)
       values ($1, $2, 'ACKNOWLEDGED', '{}', now(), now() + $3::interval)`,
      [id, sampleEndToEndId('E', new Date()), due],
    )
    return async () => void (await admin.query(`delete from ${table} where id = $1`, [id]))
  },
})

export const refundForgotten = unclaimed(
  'a refund that was due an hour ago is put into the database',
  'unmatched_refunds',
  'refund',
  '-1 hour',
)
export const reportDue = unclaimed(
  'a report that is due in an hour is put into the database',
  'unmatched_infraction_reports',
  'report',
  '1 hour',
)

const JOBS = 1_500

export const jobsHeld: Trouble = {
  what: `somebody holds an account for which ${JOBS} jobs wait, since twenty minutes ago`,
  async begin({ stage, hurry: { boss } }) {
    const { admin, user } = stage
    const key = { client_id: randomUUID(), account_id: randomUUID() }
    await stage.plant(key.client_id, key.account_id)
    const release = await holding(admin, 'select from crossborder_accounts where id = $1 for update', [key.account_id])
    const data = { user_id: user.user_id, ...key }
    await boss.insert(
      verifyAccount.name,
      Array.from({ length: JOBS }, () => ({ data })),
    )
    await admin.query(
      `update ${QUEUE_SCHEMA}.job
       set created_on = created_on - interval '20 minutes', start_after = start_after - interval '20 minutes'
       where name = $1 and state = 'created' and data->>'account_id' = $2`,
      [verifyAccount.name, key.account_id],
    )
    return release
  },
}

export const anchorsGone: Trouble = {
  what: 'the folder of the anchors is gone, and what the journal then takes in is dated twenty minutes ago',
  async begin({ stage: { admin, database }, anchors }) {
    const putBack = await takenAway(anchors)
    const bootstrap = openPool({ connectionString: database.bootstrap, size: 1, name: 'drill' })
    await makeUser(bootstrap, 'somebody new')
    await bootstrap.end()
    const { rows } = await admin.query<{ sequence: string }>(
      `update audit_log set at = at - interval '20 minutes'
       where sequence > (select coalesce(max(sequence), 0) from audit_log_anchors where put_at is not null)
       returning sequence`,
    )
    return async () => {
      // Its signed value is restored: the journal is unchanged afterwards.
      await admin.query(`update audit_log set at = at + interval '20 minutes' where sequence = any($1)`, [
        rows.map(({ sequence }) => sequence),
      ])
      await putBack()
    }
  },
}
