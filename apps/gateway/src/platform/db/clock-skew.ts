import type pg from 'pg'
import type { Clock } from '../clock.ts'

/**
 * Clock skew between the database and this process, and how long the query took. The database read its clock at some moment in
 * between.
 */
export async function clockApart(pool: pg.Pool, clock: Clock): Promise<{ apartMs: number; tookMs: number }> {
  const [began, asked] = [performance.now(), clock.now().getTime()]
  // The real time, even where a test installation has its own.
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from pg_catalog.clock_timestamp()) * 1000)::float8 as ms',
  )
  const tookMs = performance.now() - began
  const apart = rows[0]!.ms - (asked + tookMs / 2)
  // A difference smaller than the round trip is not counted.
  return { apartMs: Math.sign(apart) * Math.max(0, Math.abs(apart) - tookMs / 2), tookMs }
}
