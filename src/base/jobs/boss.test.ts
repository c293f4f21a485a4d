import Type from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../clock.ts'
import { openLog } from '../observability/log.ts'
import { openMetrics } from '../observability/metrics.ts'
import { type Runner, runJob, runJobs } from './boss.ts'
import { job } from './job.ts'

let db: TestDatabase
let runner: Runner
/** Those that fail until they are taken out of here. */
const failing = new Set<string>()
const ran: string[] = []

/** In a queue that is there. */
const tried = job('verify-client', {
  retryLimit: 3,
  async run(_: { log: ReturnType<typeof openLog> }, __, id) {
    ran.push(id)
    if (failing.has(id)) throw new Error('not now')
  },
})

beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(async () => {
  await runner.stop()
  await db.drop()
})

it('a job that failed is tried again, and those that came beside it are done', async () => {
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into pgboss.job_common (name, data, retry_limit)
     select 'verify-client', '{}', 3 from generate_series(1, 3) returning id`,
  )
  const [failed, ...others] = rows.map(({ id }) => id)
  failing.add(failed!)
  const services = { log: openLog('silent'), metrics: openMetrics(), traces: undefined, clock: systemClock }
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

it('what was put there by another version is not worked on', async () => {
  const strict = job('verify-client', { data: Type.Object({ id: Type.String() }), retryLimit: 0, run: async () => {} })
  const services = { log: openLog('silent') }
  await expect(runJob(strict, services, { name: 'x' }, '1')).rejects.toThrow('is not what it declares')
  await expect(runJob(strict, services, { id: 'x' }, '2')).resolves.toBeUndefined()
})
