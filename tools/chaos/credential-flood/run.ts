import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { craftedFilms } from './crafted-films.ts'
import { type KnownCallerMeasurement, knownCaller, measure } from './known-caller.ts'
import { madeUpKeys, scatteredKeys } from './made-up-keys.ts'
import { madeUpTokens } from './made-up-tokens.ts'
import { parallelPuts } from './parallel-puts.ts'
import { readContract } from './read-contract.ts'
import { slowEndpoints } from './slow-endpoints.ts'
import { openStage } from './stage.ts'

/**
 * Every attack, one line each: the duration of a known caller's requests before and during it, and how many were rejected.
 *
 *   npm run drill -- strangers [seconds] [part of a name]
 */
const attacks: Attack[] = [
  madeUpKeys,
  scatteredKeys,
  madeUpTokens,
  readContract,
  parallelPuts,
  slowEndpoints,
  craftedFilms,
]

/** A known caller may be slowed down by this much, and is never rejected. */
const SLOWDOWN_MAX = 3
/** Warm-up: compiled code, plans and caches exist before the measurement. */
const WARM_SECONDS = 8
/** Delayed rejections are sent by then. */
const REST_MS = 5_000

const [given = '20', part = ''] = process.argv.slice(2)
const seconds = Number(given)
let failed = 0
for (const attack of attacks.filter(({ name }) => name.includes(part))) if (!(await isHeld(attack))) failed += 1
process.exitCode = failed > 0 ? 1 : 0

async function isHeld({
  name,
  settings,
  caller: openCaller = knownCaller,
  perSecond,
  begin,
}: Attack): Promise<boolean> {
  const stage = await openStage(settings)
  try {
    const caller = await openCaller(stage)
    await measure(caller, WARM_SECONDS, perSecond)
    // Half before and half after, so that variations of the machine affect both.
    const before = await measure(caller, seconds / 2, perSecond)
    const attack = await begin(stage)
    await pause(1_000)
    const during = await measure(caller, seconds, perSecond)
    const { answers } = await attack.end()
    await pause(REST_MS)
    const alone = joined(before, await measure(caller, seconds / 2, perSecond))
    const attacked = Object.values(answers).some((count) => count > 0)
    const held = attacked && during.refused === 0 && at(during, 0.99) <= SLOWDOWN_MAX * at(alone, 0.99)
    process.stdout.write(
      `${held ? 'held  ' : 'FAILED'}  ${name}: p50/p99 alone ${shown(alone)}, during ${shown(during)}, ` +
        `refused ${during.refused} of ${during.took.length}; attackers were answered ${told(answers)}\n`,
    )
    return held
  } finally {
    await stage.close()
  }
}

function joined(one: KnownCallerMeasurement, other: KnownCallerMeasurement): KnownCallerMeasurement {
  return { took: [...one.took, ...other.took].toSorted((a, b) => a - b), refused: one.refused + other.refused }
}

function at({ took }: KnownCallerMeasurement, part: number): number {
  return took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? Number.NaN
}

function shown(measured: KnownCallerMeasurement): string {
  return `${at(measured, 0.5).toFixed(1)}/${at(measured, 0.99).toFixed(1)} ms`
}

function told(answers: Record<string, number>): string {
  const counts = Object.entries(answers).map(([status, count]) => `${status === '0' ? 'cut' : status} x ${count}`)
  return counts.join(', ') || 'nothing'
}
