import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../http/transaction.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { DomainEvent } from './event.ts'

/** An entry in the activity of a client, beside its event. */
export interface ClientActivity {
  client_id: string
  source: string
  event_type: string
  status: string
  reference_id: string
  metadata: Record<string, unknown>
}

interface Beside {
  /** Present when the event also belongs in the activity of a client. */
  activity?: ClientActivity
  /** Present when only one webhook endpoint receives the event, whatever its event types are. */
  endpoint_id?: string
}

/** An event as it is stored: the change, its owner, and the request or job that caused it. */
export interface StoredEvent extends Omit<DomainEvent, 'at' | 'of' | 'table'> {
  id: string
  user_id: string
  product_id: string | null
  request_id: string
  created_at: string
}

/**
 * Transactional outbox: the event, a delivery for each subscribed endpoint, and the client's activity are written at
 * COMMIT, in the transaction of the change. They are one statement of functions that each read the rows of one user.
 * The database finds the endpoints, because an owner that acts for a user cannot see all of that user's endpoints.
 */
export function record(tx: Tx, happening: DomainEvent, { activity, endpoint_id }: Beside = {}): StoredEvent {
  const { type, object_id, sequence, data, of } = happening
  const { scope, request_id } = tx
  const at = timeOf(happening, tx.now)
  const id = uuidv7(at.getTime())
  const { user_id } = scope
  const product = 'wallet_id' in of ? sql`product_of_wallet(${user_id}, ${of.wallet_id})` : sql`${of.product_id}::uuid`
  const kept = sql`insert_event(${user_id}, ${product}, ${id}, ${type}, ${object_id}, ${sequence}, ${data}, ${request_id}, ${at},
      ${digestOf(happening, sql`${user_id}`, sql`${object_id}`, sql`${sequence}`)})`
  const product_id = 'wallet_id' in of ? scope.wallet_product_id : of.product_id
  const noting = activity ? sql`, ${noted(tx, id, product_id, activity)}` : empty
  tx.write(sql`
    select queue_deliveries(array[${user_id}::uuid], array[${kept}], array[${id}::uuid], array[${type}::text],
      array[${at}::timestamptz], ${endpoint_id ?? null}::uuid)${noting}`)
  return { id, user_id, product_id, type, object_id, sequence, data, request_id, created_at: at.toISOString() }
}

/**
 * The digest of the row in this version. A trigger rejects a change of this table without an event that contains its
 * digest, so the row is written first. When several versions are recorded at once, only the last one has a row.
 */
function digestOf(
  { table, of }: Pick<DomainEvent, 'table' | 'of'>,
  user_id: Sql,
  object_id: Sql,
  sequence: Sql,
  wallet_id?: Sql,
): Sql {
  if (table === null) return sql`null`
  const inWallet = 'wallet_id' in of ? sql`, ${wallet_id ?? of.wallet_id}` : empty
  return sql`${raw(`stored_digest_${table}`)}(${user_id}, ${object_id}, ${sequence}${inWallet})`
}

/**
 * A transaction that waited for a lock began earlier than the previous lock holder, and clocks differ. The version's
 * own time only moves forward, so event times follow the order of changes.
 */
function timeOf({ at }: DomainEvent, now: Date): Date {
  return new Date(Math.max(now.getTime(), at === undefined ? 0 : Date.parse(at)))
}

/** The entry in the activity of a client. */
function noted(
  { scope, now, request_id }: Tx,
  event_id: string,
  product_id: string | null,
  activity: ClientActivity,
): Sql {
  const { client_id, source, event_type, status, reference_id, metadata } = activity
  return sql`add_client_activity(${scope.user_id}, ${product_id}, ${client_id}, ${uuidv7(now.getTime())}, ${event_id}, ${source},
      ${event_type}, ${status}, ${reference_id}, ${metadata}, ${scope.authenticated_user_id}, ${request_id}, ${now})`
}

/** The same for a batch with the operator role, across users: one statement for each kind of row, sent with COMMIT. */
export function recordBatch(
  tx: Transaction,
  happenings: (DomainEvent & { user_id: string })[],
  request_id: string,
  now: Date,
): void {
  const created_at = now.toISOString()
  for (const [first, ...others] of Map.groupBy(happenings, ({ table }) => table).values()) {
    const told = [first!, ...others].map(({ of, ...happening }) => ({
      ...happening,
      ...of,
      id: uuidv7(now.getTime()),
      request_id,
      created_at,
    }))
    const digest = digestOf(first!, sql`told.user_id`, sql`told.object_id`, sql`told.sequence`, sql`told.wallet_id`)
    tx.write(sql`
      with told as (
        select user_id, id, type, created_at, insert_event(user_id, coalesce(product_id, product_of_wallet(user_id, wallet_id)),
          id, type, object_id, sequence, data, request_id, created_at, ${digest}) as product_id
        from json_to_recordset(${JSON.stringify(told)}) as told (user_id uuid, product_id uuid, wallet_id uuid, id uuid,
          type text, object_id uuid, sequence bigint, data jsonb, request_id text, created_at timestamptz)
        offset 0
      )
      select queue_deliveries(array_agg(user_id), array_agg(product_id), array_agg(id), array_agg(type), array_agg(created_at))
      from told`)
  }
}
