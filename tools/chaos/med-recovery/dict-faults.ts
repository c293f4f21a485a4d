import type { TestClock } from '@eclusa/simulators/dict/clock.ts'
import type { RecoveryDrillEnvironment } from './stage.ts'

/** Per hundred requests: slow ones, and lost responses. */
const SLOW = 20
const LOST = 4
const SLOW_MS = 20_000
const LIST_LAG_MS = 30_000
/** The longest hang of DICT. */
const HANG_MS = 360_000
const CALM_MS = 300_000

/**
 * DICT under stress, by its own clock. Repeatedly it hangs as a whole, for up to six minutes: requests that come then are
 * done afterwards, whether or not the client still waits. In between some requests are slow, before or after they are done,
 * or lose their response; and every list is up to half a minute old. The seed determines all of it.
 */
export function makeWeather({ dict }: RecoveryDrillEnvironment, random: () => number, hangMs = HANG_MS) {
  const { clock, settings } = dict.world
  const counts = { hangs: 0, hung: 0, slowed: 0, lost: 0, lists_behind: 0 }
  const hanging = hangAgainAndAgain(clock, random, hangMs)
  const watch: Parameters<typeof dict.watchers.add>[0] = ({ operation, when }) => {
    const coming = when === 'come'
    if (coming && operation.startsWith('list')) counts.lists_behind += 1
    if (coming) settings.list_lag_ms = Math.floor(random() * LIST_LAG_MS)
    const hang = coming ? hanging.caught() : undefined
    if (hang) {
      counts.hung += 1
      if (hang.first) counts.hangs += 1
      return hang.over
    }
    const draw = random() * 100
    if (draw < SLOW) {
      counts.slowed += 1
      return clock.wait(random() * SLOW_MS)
    }
    if (coming && draw < SLOW + LOST) {
      counts.lost += 1
      dict.faults.add({ kind: random() < 0.5 ? 'reset' : 'reset_after_write', operation })
    }
    return undefined
  }
  dict.watchers.add(watch)
  return {
    counts,
    clear() {
      hanging.end()
      dict.watchers.delete(watch)
    },
  }
}

/** The first request of all is caught by a hang, and then the first after each quiet time, so that every hang is met. */
function hangAgainAndAgain(clock: TestClock, random: () => number, hangMs: number) {
  let over: Promise<void> | undefined
  let calm_until = 0
  let ended = false
  return {
    /** Until when a new request has to wait, and whether it was the first. */
    caught(): { over: Promise<void>; first: boolean } | undefined {
      if (over) return { over, first: false }
      if (ended || clock.now().getTime() < calm_until) return undefined
      over = clock.wait(random() * hangMs).then(() => {
        calm_until = clock.now().getTime() + (0.25 + random() * 0.75) * CALM_MS
        over = undefined
      })
      return { over, first: true }
    },
    end: () => void (ended = true),
  }
}
