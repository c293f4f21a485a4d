import type pg from 'pg'
import { job } from '../../platform/jobs/job.ts'
import { forgetChanges } from './change-store.ts'

/** While no one watches the queue, no process takes the recorded changes. */
export const deleteOldCaseChanges = job('delete-old-case-changes', {
  cron: '* * * * *',
  retryLimit: 0,
  run: ({ operator }: { operator: pg.Pool }) => forgetChanges(operator),
})
