import type pg from 'pg'
import sql from 'sql-template-tag'

/**
 * A change may take five seconds to be listed, and two clocks may differ, so the saved position is always older than
 * this.
 */
export const LIST_LAG_MS = 15_000

/** DICT's lists that are read incrementally. */
type List = 'infraction-reports' | 'refunds'

/** How far back the first read goes: longer than any entry can stay open. */
const FIRST_READING_MS = 90 * 86_400_000

export async function readCursor(operator: pg.Pool, list: List, now: Date): Promise<string> {
  const { rows } = await operator.query<{ position: string }>(sql`
    select position from dict_cursors where name = ${list}`)
  return rows[0]?.position ?? new Date(now.getTime() - FIRST_READING_MS).toISOString()
}

/** The position only moves forward, so that a slow reader cannot move it back. */
export async function saveCursor(operator: pg.Pool, list: List, position: string): Promise<void> {
  await operator.query(sql`
    insert into dict_cursors as kept (name, position) values (${list}, ${position})
    on conflict (name) do update set position = greatest(kept.position, excluded.position), updated_at = now()`)
}

/**
 * Advisory lock: one process at a time, because DICT's rate limits for lists are low. The lock belongs to the
 * connection, so a killed process releases it.
 */
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
