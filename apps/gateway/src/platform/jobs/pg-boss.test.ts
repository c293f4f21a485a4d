import { setTimeout as pause } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { createSilentConnection } from '@eclusa/testing/silent-connection.ts'
import Type from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { installQueues } from './install-queues.ts'
import { job } from './job.ts'
import { type Runner, runJob, runJobs } from './pg-boss.ts'

const services = { log: createLog('silent'), metrics: createMetrics(), traces: undefined, clock: systemClock }
let db: TestDatabase
let runner: Runner | undefined
/** Jobs that fail until the test removes them from this set. */
const failing = new Set<string>()
const ran: string[] = []

/** In an existing queue. */
const tried = job('verify-client', {
  retryLimit: 3,
  async run(_: { log: ReturnType<typeof createLog> }, __, id) {
    ran.push(id)
    if (failing.has(id)) throw new Error('not now')
  },
})

beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(async () => {
  await runner?.stop()
  await db.drop()
})

it('a failed job is retried, and the jobs beside it are done', async () => {
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into pgboss.job_common (name, data, retry_limit, retry_delay)
     select 'verify-client', '{}', 3, 60 from generate_series(1, 3) returning id`,
  )
  const [failed, ...others] = rows.map(({ id }) => id)
  failing.add(failed!)
  runner = await runJobs(db.worker, [tried], services)
  const states = async () =>
    Object.fromEntries(
      (await db.admin.query<{ id: string; state: string }>('select id, state from pgboss.job_common')).rows.map(
        ({ id, state }) => [id, state],
      ),
    )
  const ended = async () => !Object.values(await states()).some((state) => state === 'created' || state === 'active')
  await expect.poll(ended).toBe(true)
  expect(await states()).toEqual({ [failed!]: 'retry', ...Object.fromEntries(others.map((id) => [id, 'completed'])) })
  expect(ran.toSorted()).toEqual([failed!, ...others].toSorted())
})

it('a job with data of another schema is not run', async () => {
  const strict = job('verify-client', { data: Type.Object({ id: Type.String() }), retryLimit: 0, run: async () => {} })
  await expect(runJob(strict, services, { name: 'x' }, '1')).rejects.toThrow('is not what it declares')
  await expect(runJob(strict, services, { id: 'x' }, '2')).resolves.toBeUndefined()
})

it('a job waits for a worker that knows it', async () => {
  const done: unknown[] = []
  const further = job('greet-moon', {
    data: Type.Object({ id: Type.String() }),
    cron: '0 0 1 1 *',
    retryLimit: 0,
    run: async (_: object, data) => void done.push(data),
  })
  await installQueues(db.owner, db.admin, [tried, further])
  const state = async (name: string) =>
    (await db.admin.query<{ state: string }>('select state from pgboss.job where name = $1', [name])).rows.at(-1)?.state
  await db.admin.query(`insert into pgboss.job_common (name, data) values ('greet-moon', '{"id":"1"}')`)
  // The first worker does not know this job: it runs what comes after and leaves this one.
  await db.admin.query(`insert into pgboss.job_common (name, data) values ('verify-client', '{}')`)
  const others = `select from pgboss.job where name = 'verify-client' and state = 'created'`
  await expect.poll(async () => (await db.admin.query(others)).rowCount).toBe(0)
  expect(await state('greet-moon')).toBe('created')

  const beside = await runJobs(db.worker, [tried, further], services)
  await expect.poll(() => done).toEqual([{ id: '1' }])
  await expect.poll(() => state('greet-moon')).toBe('completed')
  await beside.stop()
  // Scheduled jobs do not pile up while no worker runs for weeks.
  const { rows } = await db.admin.query(`select options from pgboss.schedule where name = 'greet-moon'`)
  expect(rows).toEqual([{ options: expect.objectContaining({ retentionSeconds: 3_600 }) as object }])
})

it('jobs of a dead worker are found, also after packets were lost', async () => {
  const other = await cloneDatabase()
  const line = await createSilentConnection(other.worker)
  const behindIt = await runJobs(line.url, [], services)
  // Long enough for one run of each check that repeats every five seconds.
  line.silent = true
  await pause(6_000)
  line.silent = false
  const { rows } = await other.admin.query<{ id: string }>(
    `insert into pgboss.job_common (name, data, state, started_on, retry_limit)
     values ('verify-account', '{}', 'active', now() - interval '1 hour', 3) returning id`,
  )
  const state = async () =>
    (await other.admin.query<{ state: string }>('select state from pgboss.job_common where id = $1', [rows[0]!.id]))
      .rows[0]!.state
  await expect.poll(state, { timeout: 100_000, interval: 500 }).toBe('retry')
  // A pending call whose response was lost is rejected.
  line.cut()
  await behindIt.stop()
  await line.close()
  await other.drop()
})
