import '../../sandbox/keep-stdout.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '../../sandbox/database.ts'
import { startWebhookSink } from '../../sandbox/webhook-sink/sink.ts'
import { newPlace, startBalancer, startReady } from '../able/balancer.ts'
import { openStage, seconds, startCallers, tally, until } from '../able/stage.ts'
import { countUnheard } from '../able/unheard.ts'
import { drill } from '../able/verdict.ts'
import type { Part } from '../able/watch.ts'
import { listenToErrors } from './errors-told.ts'
import { BEFORE, checkOut, runMigrate } from './version-before.ts'

/**
 * A rolling upgrade and the way back, under load: two APIs behind haproxy and two workers of the version before; the schema
 * is migrated by this version while they work, then each process is replaced by one of this version, and then by one of the
 * version before again, on the schema of this one. No request may fail, no event go unheard, and no job be lost.
 *
 *   npm run drill -- upgrade [from-commit] [changes per second] [accounts]
 */
const FROM = process.argv[2] ?? BEFORE
const PER_SECOND = Number(process.argv[3] ?? 200)
const ACCOUNTS = Number(process.argv[4] ?? 400)
const SETTLE_MS = 10_000
const LATE_MS = 180_000
const REASONS_SHOWN = 3
/** What was not heard at once is tried again soon: nobody sits out the delays of real life here. */
const soon = { WEBHOOK_RETRY_DELAYS_SECONDS: Array.from({ length: 40 }, (_, n) => (n < 3 ? 1 : 5)).join(',') }
const now = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

await drill(async ({ say, must }) => {
  const before = await checkOut(FROM)
  const stage = await openStage({
    create: (adminUrl, name) =>
      createDatabase(adminUrl, name, async (ownerUrl) => void (await before.migrate(ownerUrl))),
    seedBy: before.seed,
  })
  const { admin, user, database } = stage
  const errors = listenToErrors()
  const places = [await newPlace(), await newPlace()]
  const startApi = async (at: number, from: string) => errors.of(await startReady(stage, places[at]!, {}, from))
  const startWorker = async (from: string) => {
    const worker = errors.of(await stage.startWorker(soon, from))
    must((await until(() => worker.told()?.ready === true, 60_000)) !== undefined, 'a worker is ready')
    return worker
  }
  const apis: Part[] = [await startApi(0, before.main), await startApi(1, before.main)]
  const workers: Part[] = [await startWorker(before.main), await startWorker(before.main)]
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
  const replaceWorkers = async (from: string) => {
    for (const [at, worker] of workers.entries()) {
      await worker.stop()
      workers[at] = await startWorker(from)
    }
  }
  const replaceApis = async (from: string) => {
    for (const [at, api] of apis.entries()) {
      await api.stop()
      apis[at] = await startApi(at, from)
    }
  }
  const call = (n: number) => {
    // Every tenth has to be verified by a job, which changes the account once more.
    const ask = n % 10 === 0 ? 'change' : 'rename'
    return stage[ask](balancer.url, accounts[n % accounts.length]!, randomUUID())
  }
  // Two APIs that have never served anybody are not what somebody upgrades.
  const stopFirst = startCallers(PER_SECOND / 4, call)
  await pause(SETTLE_MS)
  await stopFirst()
  const stopCallers = startCallers(PER_SECOND, call)
  await phase('the version before', async () => {})
  say(await runMigrate(now, database.owner, '--plan'))
  await phase('migrated under it', async () => say(await runMigrate(now, database.owner)))
  await phase('workers of this version', () => replaceWorkers(now))
  await phase('APIs of this version', () => replaceApis(now))
  await phase('back: APIs of the version before', () => replaceApis(before.main))
  await phase('back: workers of the version before', () => replaceWorkers(before.main))
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
  const waited = await until(() => countUnheard(sink, events) === 0, LATE_MS)
  const unheard = countUnheard(sink, events)
  const { rows: left } = await admin.query<{ status: string; count: number }>(
    `select status, count(*)::integer as count from webhook_deliveries where status <> 'DELIVERED' group by status`,
  )
  say(`not delivered: ${left.map(({ status, count: those }) => `${status} ${those}`).join(', ') || 'none'}`)
  const count = async (statement: string) => (await admin.query<{ count: number }>(statement)).rows[0]!.count
  const unverified = () => count(`select count(*)::integer as count from crossborder_accounts where status = 'PENDING'`)
  await until(async () => (await unverified()) === 0, LATE_MS)
  const failedJobs = await count(`select count(*)::integer as count from pgboss.job where state = 'failed'`)
  const { rows: waiting } = await admin.query<{ name: string; count: number }>(
    `select name, count(*)::integer as count from pgboss.job where state < 'active' and start_after < now()
     group by name order by name`,
  )
  say(`waiting for a worker of this version: ${waiting.map(({ name, count: jobs }) => `${name} ${jobs}`).join(', ')}`)
  for (const [line, times] of errors.told) say(`  logged ${times} times: ${line}`)
  const findings = {
    from: FROM.slice(0, 7),
    per_second: PER_SECOND,
    asked: answers.length,
    failed: answers.length - acknowledged,
    events: events.length,
    unheard,
    unverified: await unverified(),
    failed_jobs: failedJobs,
    logged_errors: [...errors.told.values()].reduce((sum, times) => sum + times, 0),
  }
  say(JSON.stringify(findings))
  say(`the last event was heard ${seconds(waited)} after the last request`)
  must(answers.length > 0 && findings.failed === 0, `no request fails: ${findings.failed} of ${answers.length} did`)
  must(
    events.length >= acknowledged,
    `each change that was answered has its event: ${events.length} of ${acknowledged}`,
  )
  must(unheard === 0, `each event is heard: ${unheard} were not`)
  must(findings.unverified === 0 && failedJobs === 0, `no job is lost or fails: ${findings.unverified}, ${failedJobs}`)
  must(findings.logged_errors === 0, `nobody logs an error: ${findings.logged_errors} lines`)
  await balancer.stop()
  await sink.close()
  await stage.close()
  await before.remove()
})
