import type pg from 'pg'
import sql, { empty, type Sql } from 'sql-template-tag'
import { runTransaction } from '../../platform/db/transaction.ts'
import type { Fault } from '../../platform/errors/fault.ts'
import { replayed } from '../faults.ts'
import type { ReplaySchema } from '../headers.ts'
import { assertScope, type CachedScope, versionNow } from '../scope/resolve-scope.ts'
import { ownedProduct, type Scope } from '../scope/scope.ts'

/** A request bound by replay protection: its claim, and for how long. */
export interface Binding {
  fingerprint: Buffer
  nonce: string
  transaction_uuid: string | undefined
  schema: ReplaySchema | undefined
  window_seconds: number
  attempt_id: string
  request_id: string
}

interface Claim {
  attempt_id: string
  request_id: string
  status: number
  resource_id: string | null
  /** The values the request was bound to. */
  product_id: string | null
  first_seen_at: string
  /** The rest of its window, by the clock that measures it. */
  left_seconds: number
}

export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/**
 * Sets the scope and waits for a running request with equal content. The next statement sees its claim. With a known scope
 * to compare, it returns the current version of the scope.
 */
export function createClaimScope(opened: Scope, binding: Binding | undefined, compared?: CachedScope): Sql {
  const { user_id, bound_to, wallet_id } = opened
  const scope = sql`open_scope(${user_id}, ${bound_to ?? ''}, ${wallet_id ?? ''}, ${ownedProduct(opened) ?? ''})`
  const lock = binding ? sql`, pg_advisory_xact_lock(${binding.fingerprint.readBigInt64BE()})` : empty
  const now = compared ? sql`, ${versionNow(compared)}` : empty
  return sql`select ${scope}${lock}${now}`
}

/** The claims that the request's schema treats as the same request, whatever their age. */
function equalClaims({ user_id }: Scope, { fingerprint, nonce, transaction_uuid, schema }: Binding): Sql {
  const sameNonce = schema?.includes('nonce') ? sql` and nonce = ${nonce}` : empty
  const sameTransaction = schema?.includes('x-transaction-uuid')
    ? sql` and transaction_uuid = ${transaction_uuid}`
    : empty
  return sql`user_id = ${user_id} and fingerprint = ${fingerprint}${sameNonce}${sameTransaction}`
}

function livingClaims(scope: Scope, binding: Binding): Sql {
  return sql`${equalClaims(scope, binding)} and first_seen_at > now() - make_interval(secs => ${binding.window_seconds})`
}

export function findClaim(scope: Scope, binding: Binding): Sql {
  return sql`select 1 from replay_claims where ${livingClaims(scope, binding)} limit 1`
}

export function takeClaim({ user_id }: Scope, binding: Binding, status: number, resource_id: string | null): Sql {
  const { fingerprint, nonce, transaction_uuid, window_seconds, attempt_id, request_id } = binding
  return sql`
    select claim_replay(${user_id}, ${fingerprint}, ${nonce}, ${transaction_uuid ?? null}, ${window_seconds},
      ${attempt_id}, ${request_id}, ${status}, ${resource_id})`
}

/**
 * Updates the claim that rejects the request for the longest time. It writes on purpose: its commit then waits for the
 * replicas, so no first result is returned that a failing server may lose.
 */
async function touchClaim(
  pool: pg.Pool,
  scope: Scope,
  binding: Binding,
  known: CachedScope | undefined,
): Promise<Claim | undefined> {
  const { window_seconds } = binding
  return runTransaction(pool, {
    opening: [{ statement: createClaimScope(scope, binding) }],
    work: async (tx) => {
      const [claim] = await tx.query<Claim>(sql`
        update replay_claims set last_seen_at = now(), repeats = repeats + 1
        where ${equalClaims(scope, binding)} and attempt_id = (
          select attempt_id from replay_claims where ${livingClaims(scope, binding)} order by first_seen_at desc limit 1)
        returning attempt_id, request_id, status, resource_id, product_id, first_seen_at,
          (${window_seconds}::integer - extract(epoch from last_seen_at - first_seen_at))::float8 as left_seconds`)
      return claim
    },
    closing: () => (known ? [assertScope(known)] : []),
  })
}

/** The error of a repeat, with the first result. Undefined when the window of the claim has ended meanwhile. */
export async function refuseRepeat(
  pool: pg.Pool,
  scope: Scope,
  binding: Binding,
  known?: CachedScope,
): Promise<Fault | undefined> {
  const claim = await touchClaim(pool, scope, binding, known)
  if (!claim) return undefined
  // Products are not compared, so a repeat under another product is rejected too. The id of the result is shown only under
  // its own product.
  const told = scope.bound_to === null || claim.product_id === scope.bound_to
  const expiresAt = new Date(Date.parse(claim.first_seen_at) + binding.window_seconds * 1000)
  return replayed({
    members: {
      first_request_id: claim.request_id,
      first_seen_at: claim.first_seen_at,
      expires_at: expiresAt.toISOString(),
      first_status: claim.status,
      ...(told && claim.resource_id && { resource_id: claim.resource_id }),
    },
    headers: { 'retry-after': String(Math.max(1, Math.ceil(claim.left_seconds))) },
  })
}

/**
 * Resolves an unknown COMMIT: whether the effect of this attempt exists. It queries by attempt and not by window, which may
 * have ended. It writes, so that its result has waited for the replicas.
 */
export async function tookEffect(pool: pg.Pool, scope: Scope, binding: Binding): Promise<boolean> {
  return runTransaction(pool, {
    opening: [{ statement: createClaimScope(scope, binding) }],
    work: async (tx) => {
      const claims = await tx.query(sql`
        update replay_claims set last_seen_at = now()
        where ${equalClaims(scope, binding)} and attempt_id = ${binding.attempt_id}
        returning 1`)
      return claims.length > 0
    },
  })
}
