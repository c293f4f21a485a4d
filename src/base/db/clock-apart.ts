import type pg from 'pg'
import type { Clock } from '../clock.ts'

/** How far the clock of the database is ahead of ours, and how long it took to ask: it was read somewhere in between. */
export async function clockApart(pool: pg.Pool, clock: Clock): Promise<{ apartMs: number; tookMs: number }> {
  const [began, asked] = [performance.now(), clock.now().getTime()]
  // The world's, also where a test installation has a time of its own.
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from pg_catalog.clock_timestamp()) * 1000)::float8 as ms',
  )
  const tookMs = performance.now() - began
  const apart = rows[0]!.ms - (asked + tookMs / 2)
  // What may as well be the way there and back is no difference.
  return { apartMs: Math.sign(apart) * Math.max(0, Math.abs(apart) - tookMs / 2), tookMs }
}
