import type pg from 'pg'
import sql from 'sql-template-tag'
import type { KeyRing } from './key-ring.ts'

export type RingSetting = 'SIGNING_SECRET' | 'DESK_SECRET' | 'API_KEY_PEPPER'

/** Since when a key was last the newest of its ring. */
export interface RingKey {
  setting: RingSetting
  name: string
  newest_at: string
}

/**
 * Records which key this process encrypts with. While processes with different rings run, their records alternate, and the last
 * one stays.
 */
export async function recordNewestKey(db: pg.Pool, setting: RingSetting, { newest }: KeyRing): Promise<void> {
  await db.query(sql`
    insert into key_rotations (setting, name, newest_at)
    select ${setting}, ${newest.name}, now()
    where ${newest.name} is distinct from
      (select name from key_rotations where setting = ${setting} order by newest_at desc limit 1)
    on conflict (setting, name) do update set newest_at = excluded.newest_at`)
}

export async function ringKeys(db: pg.Pool): Promise<RingKey[]> {
  const { rows } = await db.query<RingKey>(
    sql`select setting, name, newest_at from key_rotations order by newest_at desc`,
  )
  return rows
}
