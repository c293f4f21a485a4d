import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Page } from '../page.ts'
import type { NewApiKey } from './api-key.ts'

/** Two, so that a key can be replaced without downtime. */
export const ACTIVE_KEYS_MAX = 2

export interface StoredApiKey {
  id: string
  user_id: string
  name: string
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

const columns = raw('id, user_id, name, created_at, last_used_at, revoked_at')

/** Undefined when the user does not exist or has the maximum number of keys. */
export async function insertApiKey(
  tx: Transaction,
  { id, user_id, name, prefix, hash, pepper }: { user_id: string; name: string } & Omit<NewApiKey, 'key'>,
): Promise<StoredApiKey | undefined> {
  // The lock on the user's row makes two concurrent creates run in turn, so that the second counts the first.
  const turn = tx.query(sql`select 1 from users where id = ${user_id} for update`)
  const made = tx.query<StoredApiKey>(sql`
    insert into api_keys (id, user_id, name, prefix, hash, pepper)
    select ${id}, users.id, ${name}, ${prefix}, ${hash}, ${pepper} from users
    where users.id = ${user_id}
      and (select count(*) from api_keys where user_id = ${user_id} and revoked_at is null) < ${ACTIVE_KEYS_MAX}
    returning ${columns}`)
  const [, [key]] = await Promise.all([turn, made])
  return key
}

export async function findActiveApiKey(tx: Transaction, id: string): Promise<StoredApiKey | undefined> {
  const [key] = await tx.query<StoredApiKey>(sql`
    select ${columns} from api_keys where id = ${id} and revoked_at is null`)
  return key
}

export function listApiKeysOf(tx: Transaction, user_id: string, page: Page): Promise<StoredApiKey[]> {
  return tx.query<StoredApiKey>(sql`select ${columns} from api_keys where user_id = ${user_id} ${page.clause}`)
}

/** Revokes a key from the next request on. Undefined when there is no active key with this id. */
export async function revokeApiKey(tx: Transaction, id: string): Promise<StoredApiKey | undefined> {
  const [key] = await tx.query<StoredApiKey>(sql`
    update api_keys set revoked_at = now() where id = ${id} and revoked_at is null returning ${columns}`)
  return key
}
