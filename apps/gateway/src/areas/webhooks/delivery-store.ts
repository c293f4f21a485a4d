import sql, { raw } from 'sql-template-tag'
import type { StoredEvent } from '../../events/record.ts'
import type { Page } from '../../http/page.ts'
import { createdWithin, scopeFilter, whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import { uuidv7Time } from '../../platform/ids.ts'
import type { Delivery } from './delivery.ts'
import { type EventScope, heard } from './event-store.ts'

const columns = raw(`id, user_id, endpoint_id, event_id, event_type, status,
  case when status = 'PENDING' then due_at end as next_attempt_at, attempts, delivered_at, created_at, updated_at`)

/** The id of a delivery contains the time of its event, which determines the partition. */
export async function findDelivery(tx: Tx, id: string): Promise<Delivery | undefined> {
  const created_at = uuidv7Time(id)
  if (!created_at) return undefined
  const [delivery] = await tx.query<Delivery>(sql`
    select ${columns} from webhook_deliveries
    where ${scopeFilter(tx)} and created_at = ${created_at} and id = ${id}`)
  return delivery
}

export interface DeliveryFilters {
  endpoint_id?: string
  event_id?: string
  status?: string
  created_from?: string
  created_to?: string
}

export async function listDeliveriesOf(tx: Tx, filters: DeliveryFilters, page: Page): Promise<Delivery[]> {
  const { endpoint_id, event_id, status, created_from, created_to } = filters
  // An event's deliveries have the event's time, so the partition is known.
  const event_at = event_id === undefined ? undefined : (uuidv7Time(event_id) ?? new Date(0))
  return tx.query<Delivery>(sql`
    select ${columns} from webhook_deliveries
    where ${scopeFilter(tx)}
      ${whereEquals({ endpoint_id, event_id, created_at: event_at, status })}
      ${createdWithin(created_from, created_to)} ${page.clause}`)
}

/** Makes a delivery due now, keeping its earlier attempts. A delivery with an attempt in progress is left unchanged. */
export async function rearmDelivery(tx: Tx, { id, created_at }: Delivery): Promise<Delivery> {
  const [delivery] = await tx.query<Delivery>(sql`
    update webhook_deliveries set
      status = 'PENDING', attempt_count = 0, updated_at = ${tx.now},
      due_at = case when status = 'PENDING' and lease is not null then due_at else now() end
    where ${scopeFilter(tx)} and created_at = ${created_at} and id = ${id}
    returning ${columns}`)
  return delivery!
}

/** The progress of a recovery: the last event that was processed. */
export interface Position {
  created_at: string
  id: string
}

export interface RecoverySlice {
  endpoint_id: string
  /** Whose events the endpoint receives. */
  scope: EventScope | undefined
  after: Position
  until: string
  limit: number
}

/**
 * Makes the missed deliveries of an endpoint due, one batch of events at a time: failed and canceled ones, failed ones
 * that wait for a retry, and ones never created because the endpoint was disabled or not subscribed then. Returns the
 * last processed event.
 */
export async function recoverSlice(
  tx: Tx,
  { endpoint_id, scope, after, until, limit }: RecoverySlice,
): Promise<Position | undefined> {
  const slice = await tx.query<SlicedEvent>(sql`
    select user_id, product_id, id, type, created_at from events
    where ${heard(tx, scope)} and (created_at, id) > (${after.created_at}, ${after.id}) and created_at <= ${until}
    order by created_at, id limit ${limit}`)
  const column = (name: keyof SlicedEvent) => slice.map((event) => event[name])
  await tx.query(sql`
    insert into webhook_deliveries as delivery (user_id, product_id, id, endpoint_id, event_id, event_type, event_user_id,
      created_at)
    select endpoint.user_id, endpoint.product_id, webhook_delivery_id(slice.id, endpoint.id), endpoint.id, slice.id,
      slice.type, slice.user_id, slice.created_at
    from unnest(${column('user_id')}::uuid[], ${column('product_id')}::uuid[], ${column('id')}::uuid[],
      ${column('type')}::text[], ${column('created_at')}::timestamptz[]) slice (user_id, product_id, id, type, created_at)
    join webhook_endpoints endpoint on endpoint.user_id = ${tx.scope.user_id} and endpoint.id = ${endpoint_id}
    where (endpoint.product_id is null or endpoint.product_id = slice.product_id) and endpoint.enabled and endpoint.deleted_at is null and slice.type <> 'webhooks.endpoint.tested'
      and (endpoint.event_types is null or slice.type = any (endpoint.event_types))
    -- Rows that are there are locked, as those who deliver lock them: in the order of their ids.
    order by 3
    on conflict (user_id, created_at, id) do update set status = 'PENDING', due_at = now(), attempt_count = 0,
      updated_at = now()
    where delivery.status in ('FAILED', 'CANCELED')
      or (delivery.status = 'PENDING' and delivery.attempt_count > 0 and delivery.lease is null)`)
  return slice.at(-1)
}

type SlicedEvent = Position & Pick<StoredEvent, 'user_id' | 'product_id' | 'type'>
