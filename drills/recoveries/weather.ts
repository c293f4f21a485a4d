import type { Stage } from './stage.ts'

/** How bad it is: how many of a hundred requests hang for minutes, are slow, or lose their answer. */
export interface Weather {
  hang: number
  slow: number
  lost: number
}

export const storm: Weather = { hang: 10, slow: 25, lost: 5 }

const LIST_LAG_MS = 30_000
const HANG_MS = 360_000
const SLOW_MS = 20_000

/**
 * DICT on a bad day, by its own clock: before it does anything or after it has done it, it hangs for up to six minutes, or
 * is slow, or does not answer at all; and every list shows what was up to half a minute ago. The seed says what happens.
 */
export function makeWeather({ dict }: Stage, { hang, slow, lost }: Weather, random: () => number) {
  const counts = { hung: 0, slowed: 0, lost: 0, lists_behind: 0 }
  const watch: Parameters<typeof dict.watchers.add>[0] = ({ operation, when }) => {
    if (when === 'come') dict.world.settings.list_lag_ms = Math.floor(random() * LIST_LAG_MS)
    if (when === 'come' && operation.startsWith('list')) counts.lists_behind += 1
    const draw = random() * 200
    if (draw < hang) {
      counts.hung += 1
      return dict.world.clock.wait(random() * HANG_MS)
    }
    if (draw < hang + slow) {
      counts.slowed += 1
      return dict.world.clock.wait(random() * SLOW_MS)
    }
    if (when === 'come' && draw < hang + slow + lost) {
      counts.lost += 1
      dict.faults.add({ kind: random() < 0.5 ? 'reset' : 'reset_after_write', operation })
    }
    return undefined
  }
  dict.watchers.add(watch)
  return { counts, clear: () => void dict.watchers.delete(watch) }
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
