import sql, { raw } from 'sql-template-tag'
import type { Collector } from '../observability/collector.ts'
import { jobsOldestAge, jobsWaiting } from './metrics.ts'
import { QUEUE_SCHEMA } from './queue.ts'

const COUNTED_MAX = 1_000
const schema = raw(QUEUE_SCHEMA)

/** Each queue is read from its head, in the order of the index that fetching uses. */
export const measureQueues: Collector = {
  name: 'queues',
  async take({ operator, metrics }) {
    const { rows } = await operator.query<{ job: string; count: number; age: number }>(sql`
      select queue.name as job, waiting.count::integer as count,
        greatest(0, coalesce(extract(epoch from ${schema}.job_now() - waiting.oldest), 0))::float8 as age
      from ${schema}.queue cross join lateral (
        select count(*) as count, min(greatest(created_on, start_after)) as oldest from (
          select created_on, start_after from ${schema}.job
          where name = queue.name and state < 'active' and not blocked and start_after <= ${schema}.job_now()
          order by priority desc, created_on limit ${COUNTED_MAX}
        ) head
      ) waiting
      where queue.name not like ${String.raw`\_\_%`}`)
    metrics.replace(
      jobsWaiting,
      rows.map(({ job, count }) => ({ labels: { job_name: job }, value: count })),
    )
    metrics.replace(
      jobsOldestAge,
      rows.map(({ job, age }) => ({ labels: { job_name: job }, value: age })),
    )
  },
}
