import type pg from 'pg'
import { job } from '../jobs/job.ts'

/**
 * Creates the partitions of the coming months, and of the coming days for the request log. Six months ahead, so that nothing
 * fails when the worker is down for weeks.
 */
export const keepPartitions = job('keep-partitions', {
  cron: '17 3 * * *',
  retryLimit: 3,
  async run({ operator }: { operator: pg.Pool }) {
    await makePartitions(operator)
  },
})

/** Two workers that start together would create the same partition. The lock makes the second one wait and find it there. */
const taking = "from (select pg_advisory_xact_lock(hashtext('keep-partitions'))) as turn"

/** One transaction per table, because a request locks two of them in the order in which it writes. */
export async function makePartitions(operator: pg.Pool): Promise<void> {
  const { rows } = await operator.query<{ name: string }>('select name from month_partitioned_tables order by name')
  for (const { name } of rows) await operator.query(`select make_coming_month_partitions($1) ${taking}`, [name])
  await operator.query(`select make_request_log_days() ${taking}`)
}
