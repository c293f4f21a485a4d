import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'

/** Two, so that a key can be replaced without a moment in which neither works. */
export const ACTIVE_KEYS_MAX = 2

export interface ApiKey {
  key_id: string
  user_id: string
  name: string
  created_at: string
}

/** Undefined when there is no such user, or it has as many keys as it may. */
export async function insertApiKey(
  tx: Transaction,
  { id, user_id, name, hash }: { id: string; user_id: string; name: string; hash: Buffer },
): Promise<ApiKey | undefined> {
  // Two made at once take turns on the user's row, so that the second counts the first.
  const turn = tx.query(sql`select 1 from users where id = ${user_id} for update`)
  const made = tx.query<ApiKey>(sql`
    insert into api_keys (id, user_id, name, hash)
    select ${id}, users.id, ${name}, ${hash} from users
    where users.id = ${user_id}
      and (select count(*) from api_keys where user_id = ${user_id} and revoked_at is null) < ${ACTIVE_KEYS_MAX}
    returning id as key_id, user_id, name, created_at`)
  const [, [key]] = await Promise.all([turn, made])
  return key
}

export async function findActiveApiKey(operator: pg.Pool, id: string): Promise<ApiKey | undefined> {
  const { rows } = await operator.query<ApiKey>(sql`
    select id as key_id, user_id, name, created_at from api_keys where id = ${id} and revoked_at is null`)
  return rows[0]
}

export async function listApiKeys(operator: pg.Pool, user_id: string): Promise<Omit<ApiKey, 'user_id'>[]> {
  const { rows } = await operator.query<Omit<ApiKey, 'user_id'>>(sql`
    select id as key_id, name, created_at, last_used_at, revoked_at from api_keys
    where user_id = ${user_id} order by created_at`)
  return rows
}

/** Refused from the next request on. Undefined when there is no active key with this id. */
export async function revokeApiKey(
  tx: Transaction,
  id: string,
): Promise<{ key_id: string; revoked_at: string } | undefined> {
  const [revoked] = await tx.query<{ key_id: string; revoked_at: string }>(sql`
    update api_keys set revoked_at = now() where id = ${id} and revoked_at is null returning id as key_id, revoked_at`)
  return revoked
}
