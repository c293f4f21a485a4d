import type pg from 'pg'
import { job } from '../jobs/job.ts'

/** Makes the partitions of the coming months, and of the coming days of the request log. Six months ahead, so that a worker asleep for weeks stops nothing. */
export const keepPartitions = job('keep-partitions', {
  cron: '17 3 * * *',
  retryLimit: 3,
  async run({ operator }: { operator: pg.Pool }) {
    await makePartitions(operator)
  },
})

/** Two workers that start together would make the same partition: the second waits, and finds it made. */
const taking = "from (select pg_advisory_xact_lock(hashtext('keep-partitions'))) as turn"

/** Table by table, each in a transaction of its own: a request locks two of them in the order it writes. */
export async function makePartitions(operator: pg.Pool): Promise<void> {
  const { rows } = await operator.query<{ name: string }>('select name from month_partitioned_tables order by name')
  for (const { name } of rows) await operator.query(`select make_coming_month_partitions($1) ${taking}`, [name])
  await operator.query(`select make_request_log_days() ${taking}`)
}
