import type pg from 'pg'
import sql from 'sql-template-tag'
import { throwPassing } from '../../base/db/outcome.ts'
import { walletNotActive } from '../faults.ts'

/** For whom a request runs. A required value carried by the transaction: nothing reads or writes without one. */
export interface Scope {
  /** Who proved who they are. Null for a job: nobody asked for it. */
  authenticated_user_id: string | null
  product_id: string | null
  /** What the authenticated user is in that product. */
  product_role: 'OWNER' | 'TARGET' | null
  /** The user on whose behalf the request runs: the owner of every record it touches. */
  user_id: string
  /** The product whose records alone it may touch: set for who acts for somebody else, null for who acts for itself. */
  bound_to: string | null
  /** By which grant it acts for somebody else. What is made under a grant ends with it. */
  grant_id: string | null
  wallet_id: string | null
  /** The product the wallet belongs to, and with it what happens there. */
  wallet_product_id: string | null
}

/** The product of whose target users the caller may be told: its own, while it acts for itself. */
export function ownedProduct({ product_id, product_role, bound_to }: Scope): string | null {
  return product_role === 'OWNER' && bound_to === null ? product_id : null
}

/** Whether what was made for a user, under a grant or by itself, may still be used by whoever has it. */
export async function isStillServed(pool: pg.Pool, user_id: string, grant_id: string | null): Promise<boolean> {
  const { rows } = await pool
    .query<{ served: boolean }>(sql`select still_served(${user_id}, ${grant_id}) as served`)
    .catch(throwPassing)
  return rows[0]!.served
}

/** The scope of a job: one user's records, of whatever product, and nobody is authenticated. */
export function scopeOfUser(user_id: string): Scope {
  return {
    authenticated_user_id: null,
    product_id: null,
    product_role: null,
    user_id,
    bound_to: null,
    grant_id: null,
    wallet_id: null,
    wallet_product_id: null,
  }
}

/** The same for the owner of a product, who may be told of its target users. */
export function scopeOfOwner(user_id: string, product_id: string): Scope {
  return { ...scopeOfUser(user_id), product_id, product_role: 'OWNER' }
}

/** The wallet of an operation that is about one. A user without an active default wallet has to name another. */
export function walletOf({ wallet_id }: Scope): string {
  if (!wallet_id) throw walletNotActive()
  return wallet_id
}
