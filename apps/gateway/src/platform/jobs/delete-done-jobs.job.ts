import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import type { Settings } from '../config/settings.ts'
import { job } from './job.ts'
import { QUEUE_SCHEMA } from './queue.ts'
import type { jobSettings } from './settings.ts'

/**
 * Small enough for a statement to take a fraction of a second. A run can delete more jobs than a worker completes in a minute.
 */
const PORTION = 5_000
const PORTIONS_MAX = 50
const GAVE_UP_KEPT_MINUTES = 7 * 24 * 60
const schema = raw(QUEUE_SCHEMA)

interface DeletionServices {
  operator: pg.Pool
  settings: Settings<typeof jobSettings>
}

/** Deletes jobs that ended long enough ago, in batches: oldest first, and for some seconds per run. */
export const deleteDoneJobs = job('delete-done-jobs', {
  cron: '* * * * *',
  retryLimit: 0,
  async run({ operator, settings }: DeletionServices) {
    let portions = PORTIONS_MAX
    for (const [state, minutes] of [
      ['completed', settings.JOB_RETENTION_MINUTES],
      ['cancelled', GAVE_UP_KEPT_MINUTES],
      ['failed', GAVE_UP_KEPT_MINUTES],
    ] as const) {
      let deleted = PORTION
      for (; portions > 0 && deleted === PORTION; portions -= 1) deleted = await deletePortion(operator, state, minutes)
    }
  },
})

async function deletePortion(operator: pg.Pool, state: string, minutes: number): Promise<number> {
  const { rowCount } = await operator.query(sql`
    delete from ${schema}.job_common where ctid = any (array(
      select ctid from ${schema}.job_common
      where state = ${raw(`'${state}'`)} and completed_on < ${schema}.job_now() - make_interval(mins => ${minutes})
      order by completed_on limit ${PORTION} for update skip locked))`)
  return rowCount ?? 0
}
