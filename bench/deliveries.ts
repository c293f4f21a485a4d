/**
 * How many webhooks one worker delivers, and what each costs it and PostgreSQL. Run it with `npm run bench -- deliveries
 * [seconds]`. Events are written for so long while no worker runs; then one is started, and the sink counts.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { QUEUE_SCHEMA } from '../src/base/jobs/queue.ts'
import { listen } from './listen.ts'
import { postgresSeconds, processSeconds } from './processor-time.ts'
import { openStage } from './stage.ts'

const SECONDS = Number(process.argv[2] ?? 30)
const LINES = 16
const say = (line: string) => void process.stdout.write(`${line}\n`)

const stage = await openStage()
const api = await stage.startApi(stage.database.api)
const listener = await listen(stage, api.base_url)
const port = Number(new URL(api.base_url).port)
const { acknowledged } = await stage.play({ work: 'patch-account', port, seconds: SECONDS, lines: LINES })
// Jobs are another thing to measure: here nothing but deliveries waits.
await stage.admin.query(`delete from ${QUEUE_SCHEMA}.job where state = 'created'`)
await api.kill()
await stage.admin.query('vacuum analyze')
const before = await listener.waiting()
say(`${acknowledged.length} changes left ${before} deliveries`)

const worker = await stage.startWorker()
const [began, own, postgres] = [performance.now(), processSeconds(worker.child.pid!), postgresSeconds()]
let left = before
for (; left > 0 && performance.now() - began < 600_000; left = await listener.waiting()) await pause(500)
const [took, did] = [(performance.now() - began) / 1000, before - left]
const each = (seconds: number) => `${((seconds * 1e6) / did).toFixed(0)} µs`
say(`${did} delivered in ${took.toFixed(1)} s: ${(did / took).toFixed(0)} a second by one worker`)
say(
  `each took the worker ${each(processSeconds(worker.child.pid!) - own)}, PostgreSQL ${each(postgresSeconds() - postgres)}`,
)
listener.stop()
await stage.close()
process.exit(left === 0 ? 0 : 1)
