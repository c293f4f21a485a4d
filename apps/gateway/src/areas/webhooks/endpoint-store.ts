import type pg from 'pg'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { forUpdate, scopeFilter } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import type { NamedNetwork } from '../../platform/http/address.ts'
import type { Endpoint } from './endpoint.ts'

/** The columns without the secrets, so that no query can leak them. */
const columns =
  raw(`id, user_id, product_id, grant_id, url, scope, description, event_types, enabled, disabled_reason, disabled_at,
  case when previous_secret_expires_at > now() then previous_secret_expires_at end as previous_secret_expires_at,
  failing_since, case when paused_until > now() then paused_until end as paused_until, version, created_at, updated_at`)

export async function findEndpoint(tx: Tx, id: string, lock: Sql = empty): Promise<Endpoint | undefined> {
  const [endpoint] = await tx.query<Endpoint>(sql`
    select ${columns} from webhook_endpoints
    where ${scopeFilter(tx)} and id = ${id} and deleted_at is null ${lock}`)
  return endpoint
}

export function lockEndpoint(tx: Tx, id: string): Promise<Endpoint | undefined> {
  return findEndpoint(tx, id, forUpdate)
}

export async function listEndpointsOf(tx: Tx, page: Page): Promise<Endpoint[]> {
  return tx.query<Endpoint>(sql`
    select ${columns} from webhook_endpoints
    where ${scopeFilter(tx)} and deleted_at is null ${page.clause}`)
}

/**
 * The number of endpoints of the user, or of the owner that acts for the user. Creations are serialised by a lock, so
 * that concurrent ones cannot exceed the limit. The two numbers are separate.
 */
export async function countEndpoints(tx: Tx): Promise<number> {
  const { user_id, bound_to } = tx.scope
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoints ' || ${user_id}, 0))`)
  const [counted] = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_endpoints
    where ${scopeFilter(tx)} and (grant_id is not null) = ${bound_to !== null} and deleted_at is null`)
  return counted!.count
}

/** Returns false when this user already has an endpoint with the id. */
export async function insertEndpoint(tx: Tx, endpoint: Endpoint, secret: Buffer): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into webhook_endpoints (user_id, product_id, grant_id, id, scope, url, description, event_types, secret, version, created_at, updated_at)
    values (${tx.scope.user_id}, ${endpoint.product_id}, ${endpoint.grant_id}, ${endpoint.id}, ${endpoint.scope}, ${endpoint.url}, ${endpoint.description}, ${endpoint.event_types},
      ${secret}, ${endpoint.version}, ${endpoint.created_at}, ${endpoint.updated_at})
    on conflict (user_id, id) do nothing
    returning id`)
  return inserted.length === 1
}

export function saveEndpoint(tx: Tx, endpoint: Endpoint): void {
  tx.write(sql`
    update webhook_endpoints set
      url = ${endpoint.url}, description = ${endpoint.description}, event_types = ${endpoint.event_types},
      enabled = ${endpoint.enabled}, disabled_reason = ${endpoint.disabled_reason}, disabled_at = ${endpoint.disabled_at},
      failing_since = ${endpoint.failing_since}, paused_until = ${endpoint.paused_until},
      consecutive_failures = case when ${endpoint.failing_since}::timestamptz is null then 0 else consecutive_failures end,
      version = ${endpoint.version}, updated_at = ${endpoint.updated_at}
    where ${scopeFilter(tx)} and id = ${endpoint.id}`)
}

/** Disables an endpoint with a reason: the only change that backoffice users may make. */
export function saveDisabled(
  tx: Tx,
  { id, enabled, disabled_reason, disabled_at, version, updated_at }: Endpoint,
): void {
  tx.write(sql`
    update webhook_endpoints set enabled = ${enabled}, disabled_reason = ${disabled_reason}, disabled_at = ${disabled_at},
      version = ${version}, updated_at = ${updated_at}
    where ${scopeFilter(tx)} and id = ${id}`)
}

/** A deleted endpoint keeps its deliveries for the log and loses its secrets. */
export function markEndpointDeleted(tx: Tx, endpoint: Endpoint): void {
  tx.write(sql`
    update webhook_endpoints set deleted_at = ${tx.now}, version = ${endpoint.version}, secret = '', previous_secret = null,
      previous_secret_expires_at = null, updated_at = ${endpoint.updated_at}
    where ${scopeFilter(tx)} and id = ${endpoint.id}`)
}

/** The current secret becomes the previous one, and the one before that is removed. */
export function replaceSecret(tx: Tx, endpoint: Endpoint, secret: Buffer): void {
  tx.write(sql`
    update webhook_endpoints set previous_secret = secret,
      previous_secret_expires_at = ${endpoint.previous_secret_expires_at}, secret = ${secret},
      version = ${endpoint.version}, updated_at = ${endpoint.updated_at}
    where ${scopeFilter(tx)} and id = ${endpoint.id}`)
}

/** Addresses of some endpoints of all users, for the connectivity check of `doctor`. */
export async function someEndpoints(operator: pg.Pool, max: number) {
  const { rows } = await operator.query<{ url: string; networks: NamedNetwork[] }>(sql`
    select url, array(
      select json_build_object('network', network, 'first_port', first_port, 'last_port', last_port)
      from webhook_networks where webhook_networks.user_id = webhook_endpoints.user_id) as networks
    from webhook_endpoints where enabled and deleted_at is null limit ${max}`)
  return rows
}
