import type pg from 'pg'
import sql from 'sql-template-tag'
import type { OfProduct } from '../../http/repository.ts'
import { runAsUser, type TransactionDeps } from '../../http/transaction.ts'
import { nextVersion, type RecordVersion } from '../../platform/record-version.ts'
import { record } from '../record.ts'
import { webhooks } from './events.ts'

/**
 * Circuit breaker of an endpoint. After a number of consecutive failures it is paused, and then one delivery is sent
 * as a probe. Each further failure doubles the pause. One 2xx closes the circuit.
 */
export const PROBE_AFTER_FAILURES = 10
const PAUSE_SECONDS = 10
const PAUSE_SECONDS_MAX = 300

export interface Health {
  user_id: string
  endpoint_id: string
  consecutive_failures: number
  paused: boolean
  failing_since: string | null
}

/**
 * Updates the health of an endpoint after a round of attempts. Returns undefined for one that stays healthy, which
 * writes nothing.
 */
export async function noteHealth(
  operator: pg.Pool,
  { user_id, endpoint_id, heard, misses }: { user_id: string; endpoint_id: string; heard: boolean; misses: number },
): Promise<Health | undefined> {
  // A round with many failures opens the circuit once. It does not double the pause several times, and neither do
  // deliveries that were in progress then, because they add no information.
  const { rows } = await operator.query<Health>(sql`
    with noted as (
      select user_id, id, case
        when ${heard}::boolean then 0
        when paused_until > now() then consecutive_failures
        else least(consecutive_failures + ${misses}::integer,
          greatest(${PROBE_AFTER_FAILURES}::integer, consecutive_failures + 1))
        end as failures, paused_until > now() as paused
      from webhook_endpoints where user_id = ${user_id} and id = ${endpoint_id} for update
    )
    update webhook_endpoints endpoint set
      consecutive_failures = noted.failures,
      failing_since = case when noted.failures > 0 then coalesce(endpoint.failing_since, now()) end,
      paused_until = case when noted.paused and noted.failures > 0 then endpoint.paused_until
        when noted.failures >= ${PROBE_AFTER_FAILURES}::integer then now() + make_interval(secs =>
        least(${PAUSE_SECONDS_MAX}::float8,
          ${PAUSE_SECONDS}::float8 * 2 ^ least(10, noted.failures - ${PROBE_AFTER_FAILURES}::integer))) end
    from noted
    where endpoint.user_id = noted.user_id and endpoint.id = noted.id
      and (noted.failures > 0 or endpoint.consecutive_failures > 0)
    returning endpoint.user_id, endpoint.id as endpoint_id, endpoint.consecutive_failures,
      coalesce(endpoint.paused_until > now(), false) as paused, endpoint.failing_since`)
  return rows[0]
}

/** Disables an endpoint and emits one event, which the owner's other endpoints receive. */
export async function disableEndpoint(
  ground: TransactionDeps,
  { user_id, endpoint_id, reason }: { user_id: string; endpoint_id: string; reason: 'GONE' | 'FAILING' },
): Promise<void> {
  await runAsUser(ground, user_id, `disable-endpoint.${endpoint_id}`, async (tx) => {
    const [stored] = await tx.query<RecordVersion & OfProduct>(sql`
      select product_id, version, updated_at from webhook_endpoints
      where user_id = ${user_id} and id = ${endpoint_id} and enabled and deleted_at is null
        and (${reason} = 'GONE' or failing_since is not null)
      for update`)
    if (!stored) return
    const { version, updated_at } = nextVersion(stored, tx.now)
    tx.write(sql`
      update webhook_endpoints set enabled = false, disabled_reason = ${reason}, disabled_at = ${tx.now},
        version = ${version}, updated_at = ${updated_at}
      where user_id = ${user_id} and id = ${endpoint_id}`)
    const { product_id } = stored
    record(tx, webhooks.endpoint.disabled({ id: endpoint_id, product_id, version, updated_at }, { reason }))
  })
}
