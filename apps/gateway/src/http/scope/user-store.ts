import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Page } from '../page.ts'
import { whereEquals } from '../repository.ts'

/** Users, who may call. No user owns these records: their history is in the journal. */
export interface User {
  id: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  /** Null: the default of the installation. */
  requests_per_minute: number | null
  created_at: string
}

const columns = raw('id, name, status, requests_per_minute, created_at')

export async function insertUser(tx: Transaction, id: string, name: string): Promise<User> {
  const [user] = await tx.query<User>(sql`
    insert into users (id, name) values (${id}, ${name}) returning ${columns}`)
  return user!
}

export async function findUser(tx: Transaction, id: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`select ${columns} from users where id = ${id}`)
  return user
}

export function listUsersBy(tx: Transaction, filters: { status?: string | undefined }, page: Page): Promise<User[]> {
  return tx.query<User>(sql`select ${columns} from users where true ${whereEquals(filters)} ${page.clause}`)
}

/** Locked until the transaction ends, so that readers and writers of the status run in turn. */
export async function lockUser(tx: Transaction, id: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`select ${columns} from users where id = ${id} for update`)
  return user
}

export async function activateUser(tx: Transaction, id: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`
    update users set status = 'ACTIVE', updated_at = now() where id = ${id} returning ${columns}`)
  return user
}

export async function limitUser(
  tx: Transaction,
  id: string,
  requests_per_minute: number | null,
): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`
    update users set requests_per_minute = ${requests_per_minute}, updated_at = now() where id = ${id} returning ${columns}`)
  return user
}

/**
 * Changes the grants by which others act for the user, so that objects made under them stay invalid when the user becomes
 * active again.
 */
export async function deactivateUser(
  tx: Transaction,
  id: string,
): Promise<{ user: User | undefined; renewed: { user_id: string; product_id: string }[] }> {
  const [user] = await tx.query<User>(sql`
    update users set status = 'INACTIVE', updated_at = now() where id = ${id} returning ${columns}`)
  const renewed = await tx.query<{ user_id: string; product_id: string }>(sql`
    update product_users set grant_id = gen_random_uuid() where user_id = ${id} and role = 'TARGET'
    returning user_id, product_id`)
  return { user, renewed }
}

/** The products by which the user acts for others. */
export async function ownedProducts(tx: Transaction, user_id: string): Promise<string[]> {
  const rows = await tx.query<{ product_id: string }>(sql`
    select product_id from product_users where user_id = ${user_id} and role = 'OWNER'`)
  return rows.map(({ product_id }) => product_id)
}
