import { Writable } from 'node:stream'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { job } from './job.ts'
import { runJobs } from './pg-boss.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await cloneDatabase()
})
afterEach(() => db.drop())

it('every run is counted and timed by job and result, and writes one log line', async () => {
  const metrics = createMetrics()
  const lines: string[] = []
  const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
  const fails = job('verify-client', {
    retryLimit: 0,
    async run() {
      throw new Error('on purpose')
    },
  })
  const succeeds = job('verify-account', { retryLimit: 0, run: () => Promise.resolve() })
  await db.admin.query(
    `insert into pgboss.job_common (name, data, retry_limit) values ('verify-client', '{}', 0), ('verify-account', '{}', 0)`,
  )
  const services = { log, metrics, traces: undefined, clock: systemClock }
  const runner = await runJobs(db.worker, [fails, succeeds], services)
  const count = (name: string, outcome: string) =>
    `eclusa_job_duration_seconds_count{job_name="${name}",outcome="${outcome}"} 1\n`
  await expect.poll(() => metrics.text()).toContain(count('verify-client', 'failed'))
  await expect.poll(() => metrics.text()).toContain(count('verify-account', 'done'))
  await runner.stop()
  const told = lines.map((line) => JSON.parse(line) as { event: string; job?: string })
  expect(
    told.filter(({ event }) => event.startsWith('job_')).map(({ event, job: name }) => `${event} ${name}`),
  ).toEqual(expect.arrayContaining(['job_failed verify-client', 'job_done verify-account']))
})
