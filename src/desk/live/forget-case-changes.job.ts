import type pg from 'pg'
import { job } from '../../base/jobs/job.ts'
import { forgetChanges } from './change-store.ts'

/** While no one watches the queue, no process takes the recorded changes. */
export const forgetCaseChanges = job('forget-case-changes', {
  cron: '* * * * *',
  retryLimit: 0,
  run: ({ operator }: { operator: pg.Pool }) => forgetChanges(operator),
})
