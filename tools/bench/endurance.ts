/**
 * Endurance: changes with their jobs and webhooks for a long time, at a share of the capacity of one API and one worker. Run
 * it with `npm run bench -- endurance [minutes] [share]`, by default half an hour at 0.7. Nothing may fail or get lost, no
 * process and no table may grow that should not, and dead rows may not exceed the threshold of autovacuum.
 */

import { median, percentiles } from '@eclusa/testing/load/figures.ts'
import type { LoadOutcome } from '@eclusa/testing/load/load.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import { residentMiB } from '@eclusa/testing/processes/memory-use.ts'
import { benchmark } from './benchmark.ts'
import { listen } from './listen.ts'
import { reconcile } from './measure.ts'
import { works } from './workloads.ts'

const [MINUTES, SHARE] = [Number(process.argv[2] ?? 30), Number(process.argv[3] ?? 0.7)]
const WORK = 'patch-account'
/** Warm-up until the heap of a process has its size, which grows in steps. */
const [LINES, WARM_SECONDS, MOST_SECONDS, MINUTE_SECONDS] = [16, 240, 20, 60]
/** The shares of the capacity at which deliveries are checked, for how long, and their maximum backlog. */
const [STEPS, STEP_SECONDS, BEHIND_SECONDS] = [[0.9, 0.75, 0.6, 0.45, 0.3, 0.15], 15, 2]
/** Until then the initial growth is over: the heap, the pages of a table, the plans. */
const FILLED = Math.min(3, Math.floor(MINUTES / 3))
/** Minutes per interval. */
const TOGETHER = 3
const DRIFT_MAX = 1.05
/** Pages are not returned, so a table is a little larger than necessary. */
const GROWTH_MAX = 1.1
/**
 * The threshold of autovacuum is a share of the rows, and it checks once a minute. For a table that does not grow it is
 * constant.
 */
const [DEAD_SHARE, DEAD_MAX] = [0.2, 1.25]
const SMALL = { bytes: 1 << 20, rows: 10_000 }
const LATE_MS = 300_000

/** Event tables, which are kept for the configured retention. */
const grows = /^(events|client_activity|webhook_deliveries|replay_claims|request_log|job)(_\d|_common|_default|$)/

interface Table {
  bytes: number
  rows: number
  dead: number
  vacuumed: number
}

interface EnduranceSample {
  memory: { API: number; worker: number }
  tables: Map<string, Table>
  waiting: number
}

/** The results of all requests in these minutes. */
function ended(outcomes: LoadOutcome[]) {
  const statuses: Record<string, number> = {}
  let [sent, served] = [0, 0]
  for (const outcome of outcomes) {
    sent += outcome.sent + outcome.unsent
    served += outcome.served.length
    for (const [status, count] of Object.entries(outcome.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  }
  return { sent, served, statuses }
}

await benchmark('endurance', async ({ say, must, open, keep }) => {
  const stage = await open()
  const api = await stage.startApi(stage.database.api)
  // Verification is manual, so that every change enqueues a job.
  const worker = await stage.startWorker({ CROSSBORDER_VERIFICATION: 'manual' })
  const listener = await listen(stage, api.base_url)
  const port = Number(new URL(api.base_url).port)
  const played: LoadOutcome[] = []

  async function play(seconds: number, rate?: number) {
    const lines = rate ? LINES * 4 : LINES
    const outcome = await stage.play({ work: WORK, port, seconds, lines, ...(rate && { rate }) })
    played.push(outcome)
    return outcome
  }

  async function look(): Promise<EnduranceSample> {
    const { rows } = await stage.admin.query<{ name: string } & Table>(
      `select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as rows,
         n_dead_tup::float8 as dead, autovacuum_count::float8 as vacuumed
       from pg_stat_user_tables`,
    )
    const tables = rows.map(({ name, ...table }) => [name, table] as const)
    return {
      memory: { API: residentMiB(api.child.pid!), worker: residentMiB(worker.child.pid!) },
      tables: new Map(tables),
      waiting: (await listener.deliveries()).waiting,
    }
  }
  const drained = () => until(async () => (await listener.deliveries()).waiting === 0, LATE_MS)

  /** Searched downwards from the API's own capacity: an API that uses the whole machine leaves the worker no CPU. */
  async function mostTogether(changes: number): Promise<number> {
    for (const share of STEPS) {
      await play(STEP_SECONDS, changes * share)
      const { waiting } = await listener.deliveries()
      await drained()
      if (waiting <= changes * share * BEHIND_SECONDS) return changes * share
    }
    throw new Error('the worker falls behind at any rate')
  }

  await play(WARM_SECONDS)
  await drained()
  const most = await play(MOST_SECONDS)
  await drained()
  const changes = most.served.length / most.seconds
  const together = await mostTogether(changes)
  const rate = together * SHARE
  say(
    `at most ${changes.toFixed(0)} changes a second, ${together.toFixed(0)} with their deliveries; ${MINUTES} minutes at ${rate.toFixed(0)}`,
  )
  const search = ended(played)
  say(`while it was looked for: ${search.sent} sent, ${JSON.stringify(search.statuses)}`)
  // The rate exceeded the capacity on purpose: 503 is the only accepted error.
  const { 200: done = 0, 503: refused = 0 } = search.statuses
  must(done + refused === search.sent, `${search.sent - done - refused} were neither served nor told to come back`)
  const begun = played.length
  const looks: EnduranceSample[] = []
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const { served: times, statuses, unsent } = await play(MINUTE_SECONDS, rate)
    const now = await look()
    looks.push(now)
    const { p50, p99, p999 } = percentiles(times)
    const dead = [...now.tables.values()].reduce((sum, table) => sum + table.dead, 0)
    say(
      `minute ${minute}: ${JSON.stringify(statuses)}${unsent ? `, ${unsent} NOT SENT` : ''}, p50 / p99 / p99.9 ${[p50, p99, p999].map((ms) => ms.toFixed(1)).join(' / ')} ms, API ${now.memory.API.toFixed(0)} MiB, worker ${now.memory.worker.toFixed(0)} MiB, ${now.waiting} deliveries wait, ${dead} dead rows`,
    )
    keep({
      rate,
      changes,
      together,
      looks: looks.map((each) => ({ ...each, tables: Object.fromEntries(each.tables) })),
    })
    if (now.waiting > rate * MINUTE_SECONDS * TOGETHER) throw new Error('the worker falls behind: the rate is too high')
  }

  const { sent, served } = ended(played.slice(begun))
  must(served === sent, `${sent - served} of ${sent} were not served`)
  const [early, late] = [looks.slice(FILLED, FILLED + TOGETHER), looks.slice(-TOGETHER)]
  for (const name of ['API', 'worker'] as const) {
    const of = (those: EnduranceSample[]) => median(those.map(({ memory }) => memory[name]))
    const drift = of(late) / of(early)
    say(
      `${name}: ${of(early).toFixed(0)} MiB after ${FILLED} minutes, ${of(late).toFixed(0)} at last: ${drift.toFixed(3)}`,
    )
    must(drift <= DRIFT_MAX, `the ${name} grew by ${drift.toFixed(3)}`)
  }
  for (const name of looks.at(-1)!.tables.keys()) {
    const of = (those: EnduranceSample[], what: keyof Table) =>
      median(those.map(({ tables }) => tables.get(name)?.[what] ?? 0))
    const [was, is] = [of(early, 'bytes'), of(late, 'bytes')]
    const isMeant = grows.test(name)
    const areDead = of(late, 'dead')
    const awaited = (isMeant ? of(late, 'rows') * DEAD_SHARE : of(early, 'dead')) * DEAD_MAX
    if (is - was < SMALL.bytes && areDead < SMALL.rows) continue
    say(
      `${name}: ${(was / 1e6).toFixed(1)} MB, then ${(is / 1e6).toFixed(1)}; ${areDead} dead rows at last, of ${awaited.toFixed(0)} that may be; vacuumed ${of(late, 'vacuumed')} times${isMeant ? '' : ': SHOULD NOT GROW'}`,
    )
    must(isMeant || is - was < SMALL.bytes || is <= was * GROWTH_MAX, `${name} grew`)
    must(areDead < SMALL.rows || areDead <= awaited, `dead rows pile up in ${name}`)
  }
  for (const name of ['crossborder_accounts', 'client_activity_heads']) {
    const vacuumed = (at: EnduranceSample) => at.tables.get(name)?.vacuumed ?? 0
    must(
      MINUTES < 10 || vacuumed(looks.at(-1)!) > vacuumed(looks[Math.floor((2 * MINUTES) / 3)]!),
      `${name}, which every change updates, was vacuumed in the last third`,
    )
  }

  await drained()
  const all = ended(played).served
  const acknowledged = played.flatMap((outcome) => outcome.acknowledged)
  const { waiting, taken, given_up } = await listener.deliveries()
  const { found } = await reconcile(stage, works[WORK].leaves, acknowledged)
  say(
    `${found} of ${acknowledged.length} acknowledged are there once, with event, history and claim; ${taken} deliveries taken, ${waiting} wait, ${given_up} given up`,
  )
  must(acknowledged.length === all, `each that was served has an id, and ${all - acknowledged.length} have none`)
  must(found === acknowledged.length, `${acknowledged.length - found} were acknowledged and are not there`)
  must(taken >= all && waiting === 0 && given_up === 0, 'every change was delivered')
  must((await listener.heard()) >= taken, 'the sink heard what is said to be delivered')
  listener.stop()
})
