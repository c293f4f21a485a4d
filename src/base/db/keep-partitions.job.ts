import type pg from 'pg'
import type { Job } from '../jobs/job.ts'

/** Makes the partitions of the coming months. Six months ahead, so that a worker asleep for weeks stops nothing. */
export function keepPartitions(operator: pg.Pool): Job {
  return {
    name: 'keep-partitions',
    cron: '17 3 * * *',
    retryLimit: 3,
    async run() {
      await operator.query('select keep_month_partitions()')
    },
  }
}
