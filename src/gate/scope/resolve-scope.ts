import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { throwPassing } from '../../base/db/outcome.ts'
import { type Caller, keyIdOf } from '../auth/authenticate.ts'
import { refused } from '../auth/refusal-reason.ts'
import { productForbidden, walletForbidden, walletNotActive } from '../faults.ts'
import type { CommonHeaders } from '../headers.ts'
import type { Scope } from './scope.ts'

/** Who asks, and for whom: all that a scope is decided by. */
export interface Asked {
  caller: Caller
  product: string | null
  target: string | null
  wallet: string | null
}

interface ResolvedScope {
  product_id: string | null
  product_role: Scope['product_role']
  user_id: string | null
  grant_id: string | null
  wallet_id: string | null
  wallet_status: string | null
  wallet_product_id: string | null
}

export const resolvedColumns = sql`product_id, product_role, user_id, grant_id, wallet_id, wallet_status, wallet_product_id`

export function askedBy(caller: Caller, headers: CommonHeaders): Asked {
  return {
    caller,
    product: headers['x-product-uuid'] ?? null,
    target: headers['x-product-target-user-uuid'] ?? null,
    wallet: headers['x-wallet-uuid'] || null,
  }
}

export function scopeAsked({ caller, product, target, wallet }: Asked): Sql {
  return sql`scope_of(${caller.user_id}, ${product}, ${target}, ${wallet})`
}

/** One query, whatever headers were sent. */
export async function resolveScope(pool: pg.Pool, asked: Asked): Promise<Scope> {
  const { text, values } = sql`select ${resolvedColumns} from ${scopeAsked(asked)}`
  const { rows } = await pool.query<ResolvedScope>({ name: 'resolve-scope', text, values }).catch(throwPassing)
  return readScope(asked, rows[0])
}

/** Whether what the database says now is what was assumed. */
export function stillHolds(asked: Asked, scope: Scope, [resolved]: unknown[]): boolean {
  try {
    const now = readScope(asked, resolved as ResolvedScope | undefined)
    return (Object.keys(now) as (keyof Scope)[]).every((name) => now[name] === scope[name])
  } catch {
    return false
  }
}

/** What is not the caller's and what does not exist give the same refusal. */
function readScope({ caller, product, wallet }: Asked, resolved: ResolvedScope | undefined): Scope {
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
    // An inactive default wallet is no wallet; an operation that needs one says so.
    wallet_id: walletActive ? resolved.wallet_id : null,
    wallet_product_id: walletActive ? resolved.wallet_product_id : null,
  }
}
