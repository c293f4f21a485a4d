/**
 * How many webhooks one worker delivers, and the cost of each for it and PostgreSQL. Run it with `npm run bench --
 * deliveries [seconds]`. Events are written for so long without a worker; then one is started, and the sink counts.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import { postgresSeconds, processSeconds } from '@eclusa/testing/load/processor-time.ts'
import { benchmark } from './benchmark.ts'
import { listen } from './listen.ts'

const SECONDS = Number(process.argv[2] ?? 30)
const [LINES, LIMIT_MS] = [16, 600_000]

await benchmark('deliveries', async ({ say, must, open, keep }) => {
  const stage = await open()
  const api = await stage.startApi(stage.database.api)
  const listener = await listen(stage, api.base_url)
  const port = Number(new URL(api.base_url).port)
  const { acknowledged } = await stage.play({ work: 'patch-account', port, seconds: SECONDS, lines: LINES })
  // Jobs are measured separately: here only deliveries wait.
  await stage.admin.query(`delete from ${QUEUE_SCHEMA}.job where state = 'created'`)
  await api.kill()
  await stage.admin.query('vacuum analyze')
  const { waiting: before } = await listener.deliveries()
  say(`${acknowledged.length} changes left ${before} deliveries`)
  must(before >= acknowledged.length && before > 0, 'each change has a delivery')

  const worker = await stage.startWorker()
  const [began, own, postgres] = [performance.now(), processSeconds(worker.child.pid!), postgresSeconds()]
  let now = await listener.deliveries()
  for (; now.waiting > 0 && performance.now() - began < LIMIT_MS; now = await listener.deliveries()) await pause(500)
  const took = (performance.now() - began) / 1000
  const micros = (seconds: number) => Math.round((seconds * 1e6) / now.taken)
  const figures = {
    delivered: now.taken,
    per_second: now.taken / took,
    worker_microseconds: micros(processSeconds(worker.child.pid!) - own),
    postgres_microseconds: micros(postgresSeconds() - postgres),
  }
  say(`${now.taken} delivered in ${took.toFixed(1)} s: ${figures.per_second.toFixed(0)} a second by one worker`)
  say(`each took the worker ${figures.worker_microseconds} µs, PostgreSQL ${figures.postgres_microseconds} µs`)
  keep(figures)
  const heard = await listener.heard()
  must(now.taken === before && now.given_up === 0, `all are taken, and ${before - now.taken} are not`)
  must(heard >= before, `the sink heard of all, and says ${heard}`)
  listener.stop()
})
