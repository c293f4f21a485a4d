import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Clock } from './clock.ts'
import { listenOn } from './db/listen.ts'
import { type Check, ready } from './http/readiness.ts'

/** Said on it: the clock was moved, or whoever works by the clock is to look now. */
export const CLOCK_CHANNEL = 'eclusa_clock'

/** How long another process may take to hear that time has moved. */
const HEARD_MS = 2_000
const AGAIN_MS = 500

/** The time of a test installation, which its database keeps and every process hears of. */
export interface TestClock extends Clock {
  /** Calls it whenever the clock was moved, and whenever somebody is not to wait for the next minute. */
  onMoved(tell: () => void): void
  /** What time it is has to be known before anything is dated by it. */
  check: Check
  /** Until this process knows that it is so late. */
  reached(moment: Date): Promise<void>
  close(): Promise<void>
}

export function openTestClock(connectionString: string, pool: pg.Pool): TestClock {
  let aheadMs: number | undefined
  const stop = new AbortController()
  const told: (() => void)[] = []
  const now = () => new Date(Date.now() + (aheadMs ?? 0))

  async function read(): Promise<void> {
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from ahead) * 1000)::float8 as ms from clock.shift',
    )
    aheadMs = rows[0]?.ms ?? 0
  }
  /** Until it is known: whoever said so says it once. */
  async function hear(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await read()
        return told.forEach((tell) => tell())
      } catch {
        await pause(AGAIN_MS, undefined, { signal: stop.signal }).catch(() => {})
      }
    }
  }
  const unread = {
    reason: 'the clock of this test installation was not read',
    action: `see that the database answers, and run 'eclusa migrate' with INSTALLATION=test`,
  }
  const listening = listenOn(
    { connectionString, name: 'eclusa-clock', channel: CLOCK_CHANNEL },
    { heard: () => void hear(), begun: () => void hear(), lost: () => {} },
  )
  return {
    now,
    onMoved: (tell) => void told.push(tell),
    check: {
      name: 'clock',
      unanswered: unread,
      async look() {
        if (aheadMs === undefined) await read()
        return ready
      },
    },
    async reached(moment) {
      for (const end = performance.now() + HEARD_MS; now() < moment && performance.now() < end; ) await read()
    },
    async close() {
      stop.abort()
      await listening.close()
    },
  }
}
