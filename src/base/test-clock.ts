import type pg from 'pg'
import type { Clock } from './clock.ts'
import { listenOn } from './db/listen.ts'

/** Said on it: the clock was moved, or whoever works by the clock is to look now. */
export const CLOCK_CHANNEL = 'eclusa_clock'

/** How long another process may take to hear that time has moved. */
const HEARD_MS = 2_000

/** The time of a test installation, which its database keeps and every process hears of. */
export interface TestClock extends Clock {
  /** Calls it whenever the clock was moved, and whenever somebody is not to wait for the next minute. */
  onMoved(tell: () => void): void
  /** Until this process knows that it is so late. */
  reached(moment: Date): Promise<void>
  close(): Promise<void>
}

export function openTestClock(connectionString: string, pool: pg.Pool): TestClock {
  let aheadMs = 0
  const told: (() => void)[] = []
  const now = () => new Date(Date.now() + aheadMs)

  async function read(): Promise<void> {
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from ahead) * 1000)::float8 as ms from clock.shift',
    )
    aheadMs = rows[0]?.ms ?? 0
  }
  const hear = () =>
    void read().then(
      () => told.forEach((tell) => tell()),
      () => {},
    )
  const listening = listenOn(
    { connectionString, name: 'eclusa-clock', channel: CLOCK_CHANNEL },
    { heard: hear, begun: hear, lost: () => {} },
  )
  return {
    now,
    onMoved: (tell) => void told.push(tell),
    async reached(moment) {
      for (const end = performance.now() + HEARD_MS; now() < moment && performance.now() < end; ) await read()
    },
    close: () => listening.close(),
  }
}
