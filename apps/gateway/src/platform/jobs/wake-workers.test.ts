import { setTimeout as pause } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { job } from './job.ts'
import { type Runner, runJobs } from './pg-boss.ts'

const services = { log: createLog('silent'), metrics: createMetrics(), traces: undefined, clock: systemClock }
/** A job starts within about a second. A worker that is not woken fetches after thirty seconds. */
const SOON_MS = 8_000
let db: TestDatabase
let runner: Runner | undefined
const begun = new Map<string, number>()

/** Takes so long that a second job is sent meanwhile. */
const slow = job('verify-client', {
  retryLimit: 0,
  async run(_: object, __, id) {
    begun.set(id, performance.now())
    await pause(1_500)
  },
})

beforeEach(async () => {
  db = await cloneDatabase()
})
afterEach(async () => {
  await runner?.stop()
  await db.drop()
})

async function send(state: 'created' | 'retry' = 'created', inSeconds = 0): Promise<string> {
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into pgboss.job_common (name, data, state, start_after)
     values ('verify-client', '{}', $1, now() + make_interval(secs => $2)) returning id`,
    [state, inSeconds],
  )
  return rows[0]!.id
}

async function hasBegun(id: string, timeout = SOON_MS): Promise<void> {
  await expect.poll(() => begun.has(id), { timeout }).toBe(true)
}

it('a job begins soon after it is sent, or its retry is due, or the one before it is done', async () => {
  runner = await runJobs(db.worker, [slow], services)
  // The fetch at the start found nothing.
  await pause(1_000)
  const first = await send()
  await hasBegun(first)
  const second = await send()
  await hasBegun(second)
  expect(begun.get(second)! - begun.get(first)!).toBeGreaterThan(1_000)
  const [sentAt, retry] = [performance.now(), await send('retry', 3)]
  await hasBegun(retry, 3_000 + SOON_MS)
  expect(begun.get(retry)! - sentAt).toBeGreaterThan(2_900)
})

it('a runner without due jobs polls all queues with one statement', async () => {
  const { rows } = await db.admin.query<{ name: string }>(`select name from pgboss.queue where name not like '\\_\\_%'`)
  const all = rows.map(({ name }) => job(name, { retryLimit: 0, run: () => Promise.resolve() }))
  runner = await runJobs(db.worker, all, services)
  const commits = async () => {
    const { rows: found } = await db.admin.query<{ n: number }>(
      'select xact_commit::float8 as n from pg_stat_database where datname = current_database()',
    )
    return found[0]!.n
  }
  // An idle session reports its commits within ten seconds, so those of the start are not counted.
  await pause(12_000)
  const before = await commits()
  await pause(6_000)
  expect(all.length).toBeGreaterThan(30)
  expect((await commits()) - before).toBeLessThan(all.length)
})
