/**
 * Whether it goes on as it began: changes with their webhooks for a long time, at a share of the most that one API and one
 * worker take. Run it with `npm run bench -- endurance [minutes] [share]`, half an hour at 0.7 unless it is said. Nothing may fail or get
 * lost, no process and no table may grow that should not, and no dead row may be left lying.
 */

import { until } from '../drills/able/stage.ts'
import { residentMiB } from '../drills/resident.ts'
import { median, percentiles } from './figures.ts'
import { listen } from './listen.ts'
import { reconcile } from './measure.ts'
import { openStage } from './stage.ts'
import { works } from './works.ts'

const [MINUTES, SHARE] = [Number(process.argv[2] ?? 30), Number(process.argv[3] ?? 0.7)]
const WORK = 'patch-account'
const [LINES, WARM_SECONDS, MOST_SECONDS, MINUTE_SECONDS] = [16, 30, 20, 60]
const DRIFT_MAX = 1.05
/** Pages that were once needed are not given back, so that a table is a little larger than it has to be. */
const GROWTH_MAX = 1.1
const SMALL_BYTES = 1 << 20
const LATE_MS = 120_000

/** What tells what happened, and is kept for as long as its setting says. */
const grows = /^(events|client_activity|webhook_deliveries|replay_claims|request_log|job)(_|$)/

const say = (line: string) => void process.stdout.write(`${line}\n`)
const wrong: string[] = []
const must = (so: boolean, what: string) => void (so || wrong.push(what))

const stage = await openStage()
const api = await stage.startApi(stage.database.api)
const worker = await stage.startWorker()
const listener = await listen(stage, api.base_url)
const processes = { API: api.child.pid!, worker: worker.child.pid! }
const port = Number(new URL(api.base_url).port)
const acknowledged: string[] = []
let [sent, served] = [0, 0]

async function play(seconds: number, rate?: number) {
  const outcome = await stage.play({
    work: WORK,
    port,
    seconds,
    lines: rate ? LINES * 4 : LINES,
    ...(rate && { rate }),
  })
  sent += outcome.sent + outcome.unsent
  served += outcome.served.length
  acknowledged.push(...outcome.acknowledged)
  return outcome
}

interface Look {
  memory: Record<keyof typeof processes, number>
  tables: Map<string, { bytes: number; dead: number; vacuumed: number }>
  waiting: number
}

async function look(): Promise<Look> {
  const { rows } = await stage.admin.query<{ name: string; bytes: string; dead: string; vacuumed: string }>(
    `select relname as name, pg_total_relation_size(relid) as bytes, n_dead_tup as dead, autovacuum_count as vacuumed
     from pg_stat_user_tables`,
  )
  return {
    memory: { API: residentMiB(processes.API), worker: residentMiB(processes.worker) },
    tables: new Map(
      rows.map(({ name, bytes, dead, vacuumed }) => [
        name,
        { bytes: Number(bytes), dead: Number(dead), vacuumed: Number(vacuumed) },
      ]),
    ),
    waiting: await listener.waiting(),
  }
}

await play(WARM_SECONDS)
const most = await play(MOST_SECONDS)
const rate = (most.served.length / most.seconds) * SHARE
say(
  `at most ${(rate / SHARE).toFixed(0)} changes a second with their webhooks; ${MINUTES} minutes at ${rate.toFixed(0)}`,
)
const looks: Look[] = []
for (let minute = 1; minute <= MINUTES; minute += 1) {
  const { served: times, statuses, unsent } = await play(MINUTE_SECONDS, rate)
  const now = await look()
  looks.push(now)
  const { p50, p99, p999 } = percentiles(times)
  const dead = [...now.tables.values()].reduce((sum, table) => sum + table.dead, 0)
  say(
    `minute ${minute}: ${JSON.stringify(statuses)}${unsent ? `, ${unsent} NOT SENT` : ''}, p50 / p99 / p99.9 ${[p50, p99, p999].map((ms) => ms.toFixed(1)).join(' / ')} ms, API ${now.memory.API.toFixed(0)} MiB, worker ${now.memory.worker.toFixed(0)} MiB, ${now.waiting} deliveries wait, ${dead} dead rows`,
  )
}

must(served === sent, `${sent - served} of ${sent} were not served`)
// The first third is for what has to be filled once: the heap, the pages of a table, the plans.
const third = Math.floor(MINUTES / 3)
const [early, late] = [looks.slice(third, 2 * third), looks.slice(-third)]
for (const name of ['API', 'worker'] as const) {
  const of = (those: Look[]) => median(those.map(({ memory }) => memory[name]))
  const drift = of(late) / of(early)
  say(
    `${name}: ${of(early).toFixed(0)} MiB in the second third, ${of(late).toFixed(0)} in the last: ${drift.toFixed(3)}`,
  )
  must(drift <= DRIFT_MAX, `the ${name} grew by ${drift.toFixed(3)}`)
}
const [before, after] = [early[0]!.tables, late.at(-1)!.tables]
for (const [name, { bytes, dead, vacuumed }] of after) {
  const was = before.get(name)?.bytes ?? 0
  if (bytes - was < SMALL_BYTES) continue
  const isMeant = grows.test(name)
  say(
    `${name}: ${(was / 1e6).toFixed(1)} MB, then ${(bytes / 1e6).toFixed(1)}; ${dead} dead rows, vacuumed ${vacuumed} times${isMeant ? '' : ': SHOULD NOT GROW'}`,
  )
  must(isMeant || bytes <= was * GROWTH_MAX, `${name} grew`)
}

await until(async () => (await listener.waiting()) === 0, LATE_MS)
const waiting = await listener.waiting()
must(waiting === 0, `${waiting} deliveries still wait`)
const { found } = await reconcile(stage, works[WORK].leaves, acknowledged)
say(
  `${found} of ${acknowledged.length} acknowledged are there once, with event, history and claim; ${waiting} deliveries wait`,
)
must(found === acknowledged.length, `${acknowledged.length - found} were acknowledged and are not there`)
listener.stop()
await stage.close()
for (const what of wrong) say(`WRONG: ${what}`)
process.exit(wrong.length === 0 ? 0 : 1)
