import type pg from 'pg'
import sql from 'sql-template-tag'
import { throwPassing } from '../../platform/db/database-errors.ts'
import { walletNotActive } from '../faults.ts'

/** For which user a request runs: a required value of every transaction. */
export interface Scope {
  /** The authenticated user. Null for a job, which has no caller. */
  authenticated_user_id: string | null
  product_id: string | null
  /** The role of the authenticated user in that product. */
  product_role: 'OWNER' | 'TARGET' | null
  /** The user on whose behalf the request runs: the owner of every record it touches. */
  user_id: string
  /**
   * The only product whose records it may touch: set for a caller that acts for another user, null for one that acts for
   * itself.
   */
  bound_to: string | null
  /** The grant by which it acts for another user. Objects made under a grant end with it. */
  grant_id: string | null
  wallet_id: string | null
  /** The product of the wallet. */
  wallet_product_id: string | null
}

/** The product whose target users the caller may receive events of: its own, while it acts for itself. */
export function ownedProduct({ product_id, product_role, bound_to }: Scope): string | null {
  return product_role === 'OWNER' && bound_to === null ? product_id : null
}

/** Whether an object made for a user, under a grant or by itself, may still be used by its bearer. */
export async function isStillServed(pool: pg.Pool, user_id: string, grant_id: string | null): Promise<boolean> {
  const { rows } = await pool
    .query<{ served: boolean }>(sql`select still_served(${user_id}, ${grant_id}) as served`)
    .catch(throwPassing)
  return rows[0]!.served
}

/** The scope of a job: the records of one user, of any product, without an authenticated user. */
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

/** The same for the owner of a product, which may receive events of its target users. */
export function scopeOfOwner(user_id: string, product_id: string): Scope {
  return { ...scopeOfUser(user_id), product_id, product_role: 'OWNER' }
}

/** The wallet of an operation that needs one. A user without an active default wallet has to name one. */
export function walletOf({ wallet_id }: Scope): string {
  if (!wallet_id) throw walletNotActive()
  return wallet_id
}
