import type pg from 'pg'
import sql from 'sql-template-tag'

/** A change may take five seconds to be listed, and two clocks may differ: nothing younger than this is left behind. */
export const LIST_LAG_MS = 15_000

/** The lists of DICT that are read on from where they were left. */
type List = 'infraction-reports' | 'refunds'

/** How far back the first reading of all goes: further than anything on them can still be open. */
const FIRST_READING_MS = 90 * 86_400_000

export async function readCursor(operator: pg.Pool, list: List, now: Date): Promise<string> {
  const { rows } = await operator.query<{ position: string }>(sql`
    select position from dict_cursors where name = ${list}`)
  return rows[0]?.position ?? new Date(now.getTime() - FIRST_READING_MS).toISOString()
}

/** It only moves forward: a slow reader must not take the others back. */
export async function saveCursor(operator: pg.Pool, list: List, position: string): Promise<void> {
  await operator.query(sql`
    insert into dict_cursors as kept (name, position) values (${list}, ${position})
    on conflict (name) do update set position = greatest(kept.position, excluded.position), updated_at = now()`)
}

/** One process at a time, for DICT's lists are few. The lock goes with the connection, so a killed process frees it. */
export async function alone(operator: pg.Pool, name: string, work: () => Promise<void>): Promise<void> {
  const client = await operator.connect()
  let held = false
  try {
    const { rows } = await client.query<{ held: boolean }>(sql`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as held`)
    held = rows[0]!.held
    if (held) await work()
  } finally {
    const freed =
      held && (await client.query(sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`).catch(() => undefined))
    client.release(held && !freed)
  }
}
