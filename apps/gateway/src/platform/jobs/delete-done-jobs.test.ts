import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../db/pool.ts'
import { deleteDoneJobs } from './delete-done-jobs.job.ts'
import { createQueue } from './queue.ts'

let db: TestDatabase
let operator: pg.Pool

beforeAll(async () => {
  db = await cloneDatabase()
  operator = openPool({ connectionString: db.worker, size: 1, name: 'jobs-test' })
})
beforeEach(() => db.admin.query('truncate pgboss.job_common'))
afterAll(async () => {
  await operator.end()
  await db.drop()
})

const put = (state: string, minutesAgo: number, count = 1) =>
  db.admin.query(
    `insert into pgboss.job_common (name, state, deletion_seconds, started_on, completed_on)
     select 'verify-client', $1::pgboss.job_state, 0, at, case when $1 in ('completed', 'cancelled', 'failed') then at end
     from generate_series(1, $3), lateral (select now() - make_interval(mins => $2) as at) times`,
    [state, minutesAgo, count],
  )
const left = async () => {
  const { rows } = await db.admin.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from pgboss.job_common group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
const run = () => deleteDoneJobs.run({ operator, settings: { JOB_RETENTION_MINUTES: 60 } }, {}, 'test')

describe('ended jobs', () => {
  it('are deleted after their retention: an hour if they succeeded, seven days if they failed', async () => {
    const week = 7 * 24 * 60
    for (const [state, minutes] of [
      ['completed', 61],
      ['failed', week + 1],
      ['cancelled', week + 1],
    ] as const)
      await put(state, minutes)
    for (const [state, minutes] of [
      ['completed', 59],
      ['failed', week - 1],
      ['cancelled', week - 1],
      ['active', 61],
      ['retry', 61],
      ['created', 61],
    ] as const)
      await put(state, minutes)
    await run()
    expect(await left()).toEqual({ completed: 1, failed: 1, cancelled: 1, active: 1, retry: 1, created: 1 })
  })

  it('are deleted in batches, and each run has a limit', async () => {
    await put('completed', 61, 12_000)
    await run()
    expect(await left()).toEqual({})
    await put('completed', 61, 260_000)
    await run()
    expect(await left()).toEqual({ completed: 10_000 })
  })
})

describe('beside many finished jobs', () => {
  /** A session reports what it read when it ends. */
  const ended = async (name: string) => {
    await expect
      .poll(
        async () => (await db.admin.query('select from pg_stat_activity where application_name = $1', [name])).rowCount,
      )
      .toBe(0)
  }
  const scans = async () => {
    const { rows } = await db.admin.query<{ seq_scan: number; seq_tup_read: number }>(
      `select seq_scan::int, seq_tup_read::int from pg_stat_user_tables where relid = 'pgboss.job_common'::regclass`,
    )
    return rows[0]!
  }

  it('the housekeeping of each minute and hour reads none of them, and finds jobs of a dead worker and expired jobs', async () => {
    await put('completed', 1, 50_000)
    await db.admin.query('analyze pgboss.job_common')
    const { rows: lost } = await db.admin.query<{ id: string }>(
      `insert into pgboss.job_common (name, state, started_on, retry_limit)
       values ('verify-client', 'active', now() - interval '1 day', 3) returning id`,
    )
    const { rows: overdue } = await db.admin.query<{ id: string }>(
      `insert into pgboss.job_common (name, keep_until) values ('verify-client', now() - interval '1 second') returning id`,
    )
    await db.admin.query('update pgboss.queue set maintain_on = null, monitor_on = null, monitor_claim_on = null')
    const before = await scans()
    const queue = createQueue({ connectionString: db.worker, name: 'tidy', size: 1 }, { supervise: false }, () => {})
    await queue.boss.start()
    await queue.boss.supervise()
    await queue.close()
    const state = 'select state from pgboss.job_common where id = $1'
    expect((await db.admin.query(state, [lost[0]!.id])).rows).toEqual([{ state: 'retry' }])
    expect((await db.admin.query(state, [overdue[0]!.id])).rows).toEqual([])
    await ended('tidy')
    expect(await scans()).toEqual(before)
    const { rows } = await db.admin.query('select count(monitor_on)::int as counted from pgboss.queue')
    expect(rows).toEqual([{ counted: 0 }])
  })

  it('the jobs to delete are found by an index', async () => {
    await put('completed', 1, 50_000)
    await db.admin.query('analyze pgboss.job_common')
    const before = await scans()
    const pool = openPool({ connectionString: db.worker, size: 1, name: 'deletes' })
    await deleteDoneJobs.run({ operator: pool, settings: { JOB_RETENTION_MINUTES: 60 } }, {}, 'test')
    await pool.end()
    await ended('deletes')
    // Sessions of other tests of this process may begin a scan, but no sequential scan read a row.
    expect((await scans()).seq_tup_read).toBe(before.seq_tup_read)
  })
})
