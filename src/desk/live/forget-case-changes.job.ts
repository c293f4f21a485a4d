import type pg from 'pg'
import { job } from '../../base/jobs/job.ts'
import { forgetChanges } from './change-store.ts'

/** While nobody watches the queue, nobody takes what is noted for them. */
export const forgetCaseChanges = job('forget-case-changes', {
  cron: '* * * * *',
  retryLimit: 0,
  run: ({ operator }: { operator: pg.Pool }) => forgetChanges(operator),
})
