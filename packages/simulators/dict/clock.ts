import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '@eclusa/gateway/src/platform/clock.ts'

/**
 * Simulated clock: a test can stop it, advance it and speed it up, never set it back, because DICT's own never goes back.
 */
export interface TestClock extends Clock {
  advance(ms: number): void
  freeze(): void
  resume(): void
  /** From now on one real second counts as so many here. Returns the real time at which that began. */
  hasten(speed: number): { since: number; offsetMs: number; speed: number }
  /** Until this much simulated time has passed. */
  wait(ms: number): Promise<void>
}

const LOOK_EVERY_MS = 10

export function makeClock(): TestClock {
  let offsetMs = 0
  let frozenAtMs: number | undefined
  let [since, speed] = [0, 1]
  const runningMs = () => {
    const worldMs = Date.now()
    return worldMs + (worldMs - since) * (speed - 1)
  }
  const nowMs = () => frozenAtMs ?? runningMs() + offsetMs
  return {
    now: () => new Date(nowMs()),
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('time only goes forward')
      if (frozenAtMs !== undefined) frozenAtMs += ms
      offsetMs += ms
    },
    freeze: () => void (frozenAtMs ??= nowMs()),
    resume() {
      if (frozenAtMs !== undefined) offsetMs = frozenAtMs - runningMs()
      frozenAtMs = undefined
    },
    hasten(times) {
      if (!(times >= 1)) throw new RangeError('time does not run slower than the world')
      offsetMs += runningMs() - Date.now()
      since = Date.now()
      speed = times
      return { since, offsetMs, speed }
    },
    async wait(ms) {
      for (const end = nowMs() + ms; nowMs() < end; ) await pause(LOOK_EVERY_MS)
    },
  }
}
