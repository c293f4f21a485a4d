import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Clock } from './clock.ts'
import { listenOn } from './db/listen.ts'
import { type Check, ready } from './http/readiness.ts'

/** Notification channel: the clock was moved, or scheduled jobs are to be checked now. */
export const CLOCK_CHANNEL = 'eclusa_clock'

/** How long another process may take to notice a change of the time. */
const HEARD_MS = 2_000
const AGAIN_MS = 500

/** Test clock: the time of a test installation, which its database keeps and every process follows. */
export interface TestClock extends Clock {
  /** Calls it when the clock was moved, and when scheduled jobs must not wait for the next minute. */
  onMoved(tell: () => void): void
  /** The time has to be known before any row gets a date. */
  check: Check
  /** Until this process has reached that time. */
  reached(moment: Date): Promise<void>
  close(): Promise<void>
}

export function createTestClock(connectionString: string, pool: pg.Pool): TestClock {
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
  /** Reads the time, and retries until it succeeds, because the notification comes only once. */
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
