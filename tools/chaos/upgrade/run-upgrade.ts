import '@eclusa/simulators/redirect-stdout.ts'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import type { WatchedProcess } from '@eclusa/testing/processes/availability-watch.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { openStage, seconds, startCallers, tally, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { newPlace, startBalancer, startReady } from '../readiness/balancer.ts'
import { countUnheard } from '../readiness/undelivered.ts'
import { listenToErrors } from './reported-errors.ts'

/**
 * A rolling upgrade under load, from the baseline to the baseline: two APIs behind haproxy and two workers. `migrate` runs
 * while they serve, then each process is replaced. No request may fail, no event may stay undelivered, and no job may be
 * lost.
 *
 *   npm run drill -- upgrade [changes per second] [accounts]
 */
const PER_SECOND = Number(process.argv[2] ?? 200)
const ACCOUNTS = Number(process.argv[3] ?? 400)
const SETTLE_MS = 10_000
const LATE_MS = 180_000
const REASONS_SHOWN = 3
/** Failed deliveries are retried soon: the drill does not wait for the delays of a real endpoint. */
const soon = { WEBHOOK_RETRY_DELAYS_SECONDS: Array.from({ length: 40 }, (_, n) => (n < 3 ? 1 : 5)).join(',') }
const main = fileURLToPath(new URL('../../../apps/gateway/src/main.ts', import.meta.url))

async function runMigrate(DATABASE_OWNER_URL: string): Promise<string> {
  const env = { PATH: process.env['PATH'], ...compiled, DATABASE_OWNER_URL }
  return (await promisify(execFile)(process.execPath, [main, 'migrate'], { env })).stdout
}

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const { admin, user, database } = stage
  const errors = listenToErrors()
  const places = [await newPlace(), await newPlace()]
  const startApi = async (at: number) => errors.of(await startReady(stage, places[at]!))
  const startWorker = async () => {
    const worker = errors.of(await stage.startWorker(soon))
    must((await until(() => worker.told()?.ready === true, 60_000)) !== undefined, 'a worker is ready')
    return worker
  }
  const apis: WatchedProcess[] = [await startApi(0), await startApi(1)]
  const workers: WatchedProcess[] = [await startWorker(), await startWorker()]
  const balancer = await startBalancer(places)
  const sink = await startWebhookSink()
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => stage.account()))
  await stage.endpoint(balancer.url, `${sink.url}/drill`, ['crossborder.account.updated'])

  const phases: { name: string; from: number }[] = []
  async function phase(name: string, work: () => Promise<void>): Promise<void> {
    const from = Date.now()
    phases.push({ name, from })
    await work()
    await pause(SETTLE_MS)
    say(`${name}: ${seconds(Date.now() - from)}`)
  }
  const call = (n: number) => {
    // Every tenth needs verification by a job, which changes the account once more.
    const ask = n % 10 === 0 ? 'change' : 'rename'
    return stage[ask](balancer.url, accounts[n % accounts.length]!, randomUUID())
  }
  // Warm-up: an operator replaces processes that have served requests for a while.
  const stopFirst = startCallers(PER_SECOND / 4, call)
  await pause(SETTLE_MS)
  await stopFirst()
  const stopCallers = startCallers(PER_SECOND, call)
  await phase('as they are', async () => {})
  await phase('migrated meanwhile', async () => say(await runMigrate(database.owner)))
  await phase('workers replaced', async () => {
    for (const [at, worker] of workers.entries()) {
      await worker.stop()
      workers[at] = await startWorker()
    }
  })
  await phase('APIs replaced', async () => {
    for (const [at, api] of apis.entries()) {
      await api.stop()
      apis[at] = await startApi(at)
    }
  })
  const answers = await stopCallers()

  for (const [at, { name, from }] of phases.entries()) {
    const these = answers.filter((one) => one.at >= from && one.at < (phases[at + 1]?.from ?? Infinity))
    const slowest = Math.max(...these.map(({ ms }) => ms))
    say(`${name}: ${tally(these)}; the slowest took ${seconds(slowest)}`)
    for (const { at: when, status, code, ms } of these.filter(({ status }) => status !== 200).slice(0, REASONS_SHOWN))
      say(`  after ${seconds(when - from)}: ${status} ${code} in ${seconds(ms)}`)
  }
  const acknowledged = answers.filter(({ status }) => status === 200).length

  const { rows: events } = await admin.query<{ id: string }>(
    `select id from events where user_id = $1 and type = 'crossborder.account.updated'`,
    [user.user_id],
  )
  await until(() => countUnheard(sink, events) === 0, LATE_MS)
  const unheard = countUnheard(sink, events)
  const count = async (statement: string) => (await admin.query<{ count: number }>(statement)).rows[0]!.count
  const unverified = () => count(`select count(*)::integer as count from crossborder_accounts where status = 'PENDING'`)
  await until(async () => (await unverified()) === 0, LATE_MS)
  for (const [line, times] of errors.told) say(`  logged ${times} times: ${line}`)
  const findings = {
    per_second: PER_SECOND,
    asked: answers.length,
    failed: answers.length - acknowledged,
    events: events.length,
    unheard,
    unverified: await unverified(),
    failed_jobs: await count(`select count(*)::integer as count from pgboss.job where state = 'failed'`),
    logged_errors: [...errors.told.values()].reduce((sum, times) => sum + times, 0),
  }
  say(JSON.stringify(findings))
  must(answers.length > 0 && findings.failed === 0, `no request fails: ${findings.failed} of ${answers.length} did`)
  must(
    events.length >= acknowledged,
    `each change that was answered has its event: ${events.length} of ${acknowledged}`,
  )
  must(unheard === 0, `each event is delivered: ${unheard} were not`)
  must(findings.unverified + findings.failed_jobs === 0, 'no job is lost or fails')
  must(findings.logged_errors === 0, `no process logs an error: ${findings.logged_errors} lines`)
  await balancer.stop()
  await sink.close()
  await stage.close()
})
