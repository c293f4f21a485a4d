import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '../base/db/transaction.ts'
import { uuidv7 } from '../base/ids.ts'
import type { Tx } from '../gate/transaction.ts'
import type { Happening } from './event.ts'

/** An entry in the history of a client, beside the event it belongs to. */
export interface ClientActivity {
  client_id: string
  source: string
  event_type: string
  status: string
  reference_id: string
  metadata: Record<string, unknown>
}

interface Beside {
  /** Present when it also belongs in the history of a client. */
  activity?: ClientActivity
  /** Present when one webhook endpoint is to hear of it and no other, whatever types it asked for. */
  endpoint_id?: string
}

/** An event as it is kept: what happened, whose it is, and which request or job caused it. */
export interface StoredEvent extends Omit<Happening, 'at'> {
  id: string
  user_id: string
  request_id: string
  created_at: string
}

/**
 * Records it once: the event, a delivery for each endpoint that wants it, and the client's activity leave with the COMMIT
 * of the change itself. Event and deliveries are one statement, so that telling costs nothing where nobody listens.
 */
export function record(tx: Tx, happening: Happening, { activity, endpoint_id }: Beside = {}): StoredEvent {
  const { type, object_id, sequence, data } = happening
  const { scope, request_id } = tx
  const at = timeOf(happening, tx.now)
  const id = uuidv7(at.getTime())
  tx.write(sql`
    with told as (
      insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
      values (${scope.user_id}, ${id}, ${type}, ${object_id}, ${sequence}, ${data}, ${request_id}, ${at})
      returning user_id, id, type, created_at
    )
    ${deliveriesOf(endpoint_id)}`)
  if (activity) recordActivity(tx, id, activity)
  return { id, user_id: scope.user_id, type, object_id, sequence, data, request_id, created_at: at.toISOString() }
}

/**
 * Who waited for the lock began earlier than who had it, and clocks differ: the time of the version, which only goes forward,
 * puts the events of one object in the order in which they happened.
 */
function timeOf({ at }: Happening, now: Date): Date {
  return new Date(Math.max(now.getTime(), at === undefined ? 0 : Date.parse(at)))
}

/** A delivery for each endpoint that wants what `told` holds, or for the one endpoint that is named. */
function deliveriesOf(endpoint_id?: string): Sql {
  return sql`
    insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, created_at)
    select told.user_id, webhook_delivery_id(told.id, endpoint.id), endpoint.id, told.id, told.type, told.created_at
    from told join webhook_endpoints endpoint on endpoint.user_id = told.user_id
    where endpoint.enabled and endpoint.deleted_at is null
      and case when ${endpoint_id ?? null}::uuid is null
        then endpoint.event_types is null or told.type = any (endpoint.event_types)
        else endpoint.id = ${endpoint_id ?? null}::uuid end`
}

function recordActivity(tx: Tx, event_id: string, activity: ClientActivity): void {
  const { scope, now, request_id } = tx
  const { client_id, source, event_type, status, reference_id, metadata } = activity
  tx.write(sql`
    insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, reference_id, metadata,
      authenticated_user_id, request_id, event_created_at)
    values (${scope.user_id}, ${client_id}, ${uuidv7(now.getTime())}, ${event_id}, ${source}, ${event_type}, ${status},
      ${reference_id}, ${metadata}, ${scope.authenticated_user_id}, ${request_id}, ${now})`)
}

/** The same for a batch under the operator's role, which crosses users: all of it in one statement, which leaves with COMMIT. */
export function recordBatch(
  tx: Transaction,
  happenings: (Happening & { user_id: string })[],
  request_id: string,
  now: Date,
): void {
  if (happenings.length === 0) return
  const events = happenings.map((happening) => ({
    ...happening,
    id: uuidv7(now.getTime()),
    request_id,
    created_at: now.toISOString(),
  }))
  tx.write(sql`
    with told as (
      insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
      select user_id, id, type, object_id, sequence, data, request_id, created_at
      from json_populate_recordset(null::events, ${JSON.stringify(events)})
      returning user_id, id, type, created_at
    )
    ${deliveriesOf()}`)
}
