import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { throwPassing } from '../../platform/db/database-errors.ts'
import { refused } from '../auth/auth-failure-reason.ts'
import { type Caller, keyIdOf } from '../auth/authenticate.ts'
import { productForbidden, walletForbidden, walletNotActive } from '../faults.ts'
import type { CommonHeaders } from '../headers.ts'
import type { Scope } from './scope.ts'

/** The caller and its scope headers: everything a scope depends on. */
export interface ScopeRequest {
  caller: Caller
  product: string | null
  target: string | null
  wallet: string | null
}

/** A resolved scope with its version. */
export interface CachedScope {
  asked: ScopeRequest
  scope: Scope
  version: string
}

interface ResolvedScope {
  version: string
  product_id: string | null
  product_role: Scope['product_role']
  user_id: string | null
  grant_id: string | null
  wallet_id: string | null
  wallet_status: string | null
  wallet_product_id: string | null
}

export function askedBy(caller: Caller, headers: CommonHeaders): ScopeRequest {
  return {
    caller,
    product: headers['x-product-uuid'] ?? null,
    target: headers['x-product-target-user-uuid'] ?? null,
    wallet: headers['x-wallet-uuid'] || null,
  }
}

/** One query, whatever headers were sent, so that both parts of the result are from one moment. */
export async function resolveScope(pool: pg.Pool, asked: ScopeRequest): Promise<CachedScope> {
  const { caller, product, target, wallet } = asked
  const { text, values } = sql`
    select product_id, product_role, user_id, grant_id, wallet_id, wallet_status, wallet_product_id,
      scope_version(${caller.user_id}, ${product}, user_id) as version
    from scope_of(${caller.user_id}, ${product}, ${target}, ${wallet})`
  const { rows } = await pool.query<ResolvedScope>({ name: 'resolve-scope', text, values }).catch(throwPassing)
  const scope = readScope(asked, rows[0])
  return { asked, scope, version: rows[0]!.version }
}

/** Queried separately, for a scope under which nothing else was queried. */
export async function stillHolds(pool: pg.Pool, known: CachedScope): Promise<boolean> {
  const { rows } = await pool.query<{ version: string }>(sql`select ${versionNow(known)}`).catch(throwPassing)
  return rows[0]!.version === known.version
}

/** Its current version. While it equals the known one, nothing the scope depends on has changed. */
export function versionNow({ asked, scope }: CachedScope): Sql {
  return sql`scope_version(${asked.caller.user_id}, ${asked.product}, ${scope.user_id}) as version`
}

/** The SQLSTATE that an asserted scope raises when it has changed. */
const SCOPE_MOVED = 'SC001'

/** The scope of a request has changed since it was resolved. Nothing was returned and nothing written. */
export class StaleScopeError extends Error {
  override readonly name = 'StaleScopeError'
  readonly code = SCOPE_MOVED
}

/** Found out by a comparison here, or by the database. */
export const isScopeMoved = (error: unknown) => (error as { code?: string } | undefined)?.code === SCOPE_MOVED

/**
 * Optimistic check right before COMMIT, in the same batch: fails the transaction when the scope has another version. It
 * takes a lock that every revocation waits for, so that no revocation is confirmed between this check and the commit.
 */
export function assertScope({ asked, scope, version }: CachedScope): Sql {
  const product = asked.product ?? scope.product_id
  return sql`select assert_scope(${asked.caller.user_id}, ${asked.product}, ${product}, ${scope.user_id}, ${version})`
}

/** Another user's object and a missing one get the same error. */
function readScope({ caller, product, wallet }: ScopeRequest, resolved: ResolvedScope | undefined): Scope {
  if (!resolved) throw refused('USER_NOT_ACTIVE', { key_id: keyIdOf(caller), token_id: caller.token_id })
  if ((product && !resolved.product_id) || !resolved.user_id) throw productForbidden()
  if (wallet && !resolved.wallet_id) throw walletForbidden()
  const walletActive = resolved.wallet_status === 'ACTIVE'
  if (wallet && !walletActive) throw walletNotActive()
  return {
    authenticated_user_id: caller.user_id,
    product_id: resolved.product_id,
    product_role: resolved.product_role,
    user_id: resolved.user_id,
    bound_to: resolved.user_id === caller.user_id ? null : resolved.product_id,
    grant_id: resolved.grant_id,
    // An inactive default wallet counts as no wallet. An operation that needs one returns an error.
    wallet_id: walletActive ? resolved.wallet_id : null,
    wallet_product_id: walletActive ? resolved.wallet_product_id : null,
  }
}
