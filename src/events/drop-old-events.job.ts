import type pg from 'pg'
import type { Job } from '../base/jobs/job.ts'

/** Drops whole months of events and deliveries once they are past the operator's retention. */
export function dropOldEvents(operator: pg.Pool, keepMonths: number): Job {
  return {
    name: 'drop-old-events',
    cron: '47 3 * * *',
    retryLimit: 3,
    async run() {
      await operator.query('select drop_old_events($1)', [keepMonths])
    },
  }
}
