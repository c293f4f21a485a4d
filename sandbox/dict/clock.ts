import type { Clock } from '../../src/base/clock.ts'

/** Time that a test can hold still and push forward, never back: DICT's own does not run back either. */
export interface TestClock extends Clock {
  advance(ms: number): void
  freeze(): void
  resume(): void
}

export function makeClock(): TestClock {
  let offsetMs = 0
  let frozenAtMs: number | undefined
  const nowMs = () => frozenAtMs ?? Date.now() + offsetMs
  return {
    now: () => new Date(nowMs()),
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('time only goes forward')
      if (frozenAtMs !== undefined) frozenAtMs += ms
      offsetMs += ms
    },
    freeze: () => void (frozenAtMs ??= nowMs()),
    resume() {
      if (frozenAtMs !== undefined) offsetMs = frozenAtMs - Date.now()
      frozenAtMs = undefined
    },
  }
}
