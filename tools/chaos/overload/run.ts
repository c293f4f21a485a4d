import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { percentiles } from '@eclusa/testing/load/figures.ts'
import type { LoadOutcome } from '@eclusa/testing/load/load.ts'
import { residentMiB } from '@eclusa/testing/processes/memory-use.ts'
import { type FloodEnvironment, openStage } from '../credential-flood/stage.ts'
import type { OverloadPlan } from './generator.ts'

/**
 * Overload: the capacity of one process is measured first, with a fixed number of closed-loop callers; then three times as
 * much is sent, open-loop, and then the capacity is measured again. Acknowledged writes are looked up in the database
 * afterwards.
 *
 *   npm run drill -- overload [seconds] [times]
 */
const CALLERS = 24
const LINES_MAX = 4_000
const WARM_SECONDS = 20
const GOODPUT_MIN = 0.8
const P99_MAX_MS = 500
/** The memory a process may keep above that after its first full load. */
const MEMORY_MAX = 1.25
const REST_MS = 10_000

const [seconds = 60, times = 3] = process.argv.slice(2).map(Number)
const stage = await openStage()
const generator = fork(new URL('generator.ts', import.meta.url), { stdio: 'inherit', serialization: 'advanced' })
try {
  const targets = await createTargets(stage)
  const play = async (plan: Pick<OverloadPlan, 'seconds' | 'rate' | 'lines'>): Promise<LoadOutcome> => {
    generator.send({ port: stage.port, targets, ...plan })
    return ((await once(generator, 'message')) as [LoadOutcome])[0]
  }

  await play({ seconds: WARM_SECONDS, lines: CALLERS })
  const most = await play({ seconds: Math.min(seconds, 15), lines: CALLERS })
  await pause(REST_MS)
  const memoryBefore = memoryOf(stage)
  const flood = await play({ seconds, lines: LINES_MAX, rate: rateOf(most) * times })
  const memoryDuring = memoryOf(stage)
  await pause(REST_MS)
  const after = await play({ seconds: Math.min(seconds, 15), lines: CALLERS })
  await pause(REST_MS)
  const acknowledged = [most, flood, after].flatMap((outcome) => outcome.acknowledged)
  const result = {
    most: { per_second: Math.round(rateOf(most)), ...quantiles(most) },
    flood: {
      offered_per_second: Math.round(flood.sent / flood.seconds),
      unsent: flood.unsent,
      served_per_second: Math.round(rateOf(flood)),
      statuses: flood.statuses,
      ...quantiles(flood),
    },
    goodput: Number((rateOf(flood) / Math.max(rateOf(most), rateOf(after))).toFixed(2)),
    after: { per_second: Math.round(rateOf(after)), ...quantiles(after) },
    memory_mb: { before: memoryBefore, during: memoryDuring, after: memoryOf(stage) },
    acknowledged: acknowledged.length,
    lost: await countLost(stage, acknowledged),
  }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  const held =
    result.goodput >= GOODPUT_MIN &&
    result.flood.p99_ms <= P99_MAX_MS &&
    result.memory_mb.after <= memoryBefore * MEMORY_MAX &&
    result.lost === 0 &&
    // Without rejections there was no overload, and nothing was proved.
    (flood.statuses['503'] ?? 0) > 0
  process.exitCode = held ? 0 : 1
} finally {
  generator.disconnect()
  await stage.close()
}

async function createTargets(on: FloodEnvironment): Promise<OverloadPlan['targets']> {
  const ofUsers = await Promise.all(on.users.map((user) => on.accounts(user, 100)))
  return ofUsers.flatMap((accounts, n) => accounts.map(({ url }) => ({ url, token: on.tokens[n]! })))
}

function rateOf({ served, seconds: took }: LoadOutcome): number {
  return served.length / took
}

function quantiles({ served }: LoadOutcome) {
  const { p50, p99 } = percentiles(served)
  return { p50_ms: Number(p50.toFixed(1)), p99_ms: Number(p99.toFixed(1)) }
}

function memoryOf({ api }: FloodEnvironment): number {
  return Math.round(residentMiB(api.child.pid!))
}

async function countLost({ admin }: FloodEnvironment, acknowledged: string[]): Promise<number> {
  const { rows } = await admin.query<{ lost: number }>(
    `select count(*)::int as lost from unnest($1::text[]) as told (id)
     where not exists (select from events where events.request_id = told.id)
        or not exists (select from client_activity where client_activity.request_id = told.id)`,
    [acknowledged],
  )
  return rows[0]!.lost
}
