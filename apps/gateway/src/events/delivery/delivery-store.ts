import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { keysOnly } from '../../platform/db/keys-only.ts'
import { runTransaction, type Statement, type Transaction } from '../../platform/db/transaction.ts'
import { LEASE_MS } from '../../platform/lease.ts'
import type { DeliveryOutcome, LeasedDelivery } from './delivery.ts'
import { PROBE_AFTER_FAILURES } from './endpoint-health.ts'

const CANCELED_AT_ONCE_MAX = 1_000
const ATTEMPTS_KEPT_MAX = 20
const WAITING_COUNTED_MAX = 100

/** Limit of endpoints that one claim reads, for new deliveries and for due ones each, so that the claim stays short. */
const LOOKED_AT_MAX = 128
const LOOKS_MAX = 8
const SCHEDULED_AT_ONCE_MAX = 100
const MEASURED_ENDPOINTS_MAX = 1_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

interface EndpointKey {
  user_id: string
  endpoint_id: string
}

/**
 * The endpoints with unscheduled deliveries, found by a loose index scan that starts at a given place and wraps
 * around. Its order exists in no other index, because a plan made while all deliveries are new would otherwise read
 * all waiting ones for ever.
 */
const fresh = (from: string) => sql`above (user_id, endpoint_id) as (
    ${firstFresh(from)}
    union all
    ${nextFresh('above')}
  ), below (user_id, endpoint_id) as (
    ${firstFresh(NO_ID)}
    union all
    ${nextFresh('below')}
  ), fresh as (
    (select * from above limit ${LOOKED_AT_MAX}) union (select * from below limit ${LOOKED_AT_MAX})
  )`

const firstFresh = (from: string) => sql`(select user_id, endpoint_id from webhook_deliveries
      where status = 'PENDING' and not scheduled and endpoint_id >= ${from}::uuid order by endpoint_id, user_id limit 1)`

const nextFresh = (before: string) => sql`select next.user_id, next.endpoint_id from ${raw(before)} cross join lateral (
      select user_id, endpoint_id from webhook_deliveries
      where status = 'PENDING' and not scheduled and (endpoint_id, user_id) > (${raw(before)}.endpoint_id, ${raw(before)}.user_id)
      order by endpoint_id, user_id limit 1
    ) next`

/** Rows of endpoints as a table for a statement. */
const listed = (
  endpoints: EndpointKey[],
) => sql`(select * from unnest(${endpoints.map(({ user_id }) => user_id)}::uuid[],
    ${endpoints.map(({ endpoint_id }) => endpoint_id)}::uuid[]) endpoints (user_id, endpoint_id))`

/**
 * The endpoint of each delivery, looked up by key. As a join the planner would read every endpoint when it expects
 * few.
 */
const endpointOf = (waiting: string) =>
  raw(`cross join lateral (
      select * from webhook_endpoints where user_id = ${waiting}.user_id and id = ${waiting}.endpoint_id limit 1
    ) endpoint`)

export interface ClaimLimits {
  /** The limit of the claim. */
  total: number
  /** Limits per endpoint and per user, including deliveries that are already leased. */
  perEndpoint: number
  perUser: number
  /** The deliveries that this worker has leased already. */
  held: { user_id: string; endpoint_id: string; count: number }[]
}

/**
 * Leases due deliveries fairly, from every user and every endpoint in turn: a limited number from each, so that a long
 * queue does not block a short one, and a single one from a failing endpoint. The rest of a user's share is divided
 * among its waiting endpoints. Rows locked by another worker are skipped.
 * It reads endpoints with new deliveries and those that are due in `webhook_schedule`, and updates there when each is
 * due next. Its cost depends on the due deliveries, not on the waiting ones.
 */
export async function claimDeliveries(
  operator: pg.Pool,
  lease: string,
  limits: ClaimLimits,
): Promise<LeasedDelivery[]> {
  // A claim that read the maximum of endpoints without finding a delivery is repeated.
  for (let looks = 1; ; looks += 1) {
    const { claimed, isMore } = await claimOnce(operator, lease, limits)
    if (claimed.length > 0 || !isMore || looks === LOOKS_MAX) return claimed
  }
}

async function claimOnce(operator: pg.Pool, lease: string, limits: ClaimLimits) {
  return withKeys(operator, async (tx) => {
    const full = usersWithoutRoom(limits)
    const endpoints = await tx.query<EndpointKey & { is_fresh: boolean }>(endpointsToLookAt(full))
    if (endpoints.length === 0) return { claimed: [], isMore: false }
    const leased = await tx.query<Leased>(leasing(lease, limits, endpoints))
    const freshOnes = endpoints.filter(({ is_fresh }) => is_fresh)
    if (freshOnes.length > 0) tx.write(scheduling(freshOnes, full))
    tx.write(looking(endpoints, leased))
    const told = leased.length === 0 ? [] : await tx.query<ToldEvent>(eventsOf(leased))
    const events = new Map(told.map((event) => [event.event_id, event]))
    const claimed = leased
      .flatMap((delivery) => {
        const event = events.get(delivery.event_id)
        return event ? [{ ...delivery, ...event }] : []
      })
      .toSorted(asTheyHappened)
    return { claimed, isMore: endpoints.length >= LOOKED_AT_MAX }
  })
}

/** Users at this worker's limit. */
function usersWithoutRoom({ held, perUser }: ClaimLimits): string[] {
  const ofUsers = Map.groupBy(held, ({ user_id }) => user_id)
  const full = [...ofUsers].filter(([, its]) => its.reduce((sum, { count }) => sum + count, 0) >= perUser)
  return full.map(([user_id]) => user_id)
}

/**
 * Locks the schedule of each endpoint, so that one worker at a time reads it; locked ones are skipped. Later
 * statements read the deliveries, so that they see everything committed before the lock.
 */
const endpointsToLookAt = (full: string[]) => sql`
  with recursive ${fresh(randomUUID())}, made as (
    insert into webhook_schedule (user_id, endpoint_id, look_at)
    select user_id, endpoint_id, now() + make_interval(secs => ${LEASE_MS / 1000}) from fresh order by user_id, endpoint_id
    on conflict do nothing
    returning user_id, endpoint_id
  ), known as (
    select schedule.user_id, schedule.endpoint_id
    from fresh cross join lateral (
      select user_id, endpoint_id from webhook_schedule
      where user_id = fresh.user_id and endpoint_id = fresh.endpoint_id limit 1 for update skip locked
    ) schedule
  ), due as (
    select user_id, endpoint_id from webhook_schedule
    where look_at <= now() and user_id <> all (${full}::uuid[])
    order by look_at limit ${LOOKED_AT_MAX} for update skip locked
  )
  select user_id, endpoint_id, bool_or(is_fresh) as is_fresh from (
    select user_id, endpoint_id, true as is_fresh from made
    union all select user_id, endpoint_id, true from known
    union all select user_id, endpoint_id, false from due
  ) found group by user_id, endpoint_id`

/**
 * New deliveries that cannot be claimed yet are marked as scheduled: from now on the endpoint's schedule finds them
 * instead of the index of new ones.
 */
const scheduling = (endpoints: EndpointKey[], full: string[]) => sql`
  update webhook_deliveries delivery set scheduled = true
  from (
    select waiting.user_id, waiting.created_at, waiting.id
    from ${listed(endpoints)} looked_at
    ${endpointOf('looked_at')}
    cross join lateral (
      select user_id, created_at, id from webhook_deliveries
      where endpoint_id between looked_at.endpoint_id and looked_at.endpoint_id
        and user_id between looked_at.user_id and looked_at.user_id and status = 'PENDING' and not scheduled
        and due_at > case when endpoint.paused_until > now() or not endpoint.enabled or endpoint.deleted_at is not null
          or looked_at.user_id = any (${full}::uuid[]) then '-infinity' else now() end
      order by endpoint_id, user_id, due_at
      limit ${SCHEDULED_AT_ONCE_MAX}
      for update skip locked
    ) waiting
  ) waiting
  where delivery.user_id = waiting.user_id and delivery.created_at = waiting.created_at and delivery.id = waiting.id`

/**
 * Sets when each endpoint is due next: when its next delivery is due, after the others if one is due already, and not
 * before its pause ends. A probed endpoint waits until the probe's lease ends; the probe's outcome changes the
 * endpoint, which updates the schedule. Deliveries to a disabled endpoint are left to `cancelOrphans`. An endpoint
 * without deliveries is removed from the schedule.
 */
const looking = (endpoints: EndpointKey[], leased: Leased[]) => sql`
  with looked_at as materialized (
    select looked_at.user_id, looked_at.endpoint_id, waiting.due_at is null as is_done,
      case when not endpoint.enabled or endpoint.deleted_at is not null then 'infinity'
        when endpoint.consecutive_failures >= ${PROBE_AFTER_FAILURES} and endpoint.id = any (${leased.map(({ endpoint_id }) => endpoint_id)}::uuid[])
          then now() + make_interval(secs => ${LEASE_MS / 1000})
        else greatest(waiting.due_at, endpoint.paused_until, now()) end as look_at
    from ${listed(endpoints)} looked_at
    ${endpointOf('looked_at')}
    left join lateral (
      select due_at from webhook_deliveries
      where user_id = looked_at.user_id and endpoint_id = looked_at.endpoint_id and status = 'PENDING'
      order by due_at limit 1
    ) waiting on true
  ), done as (
    delete from webhook_schedule schedule using looked_at
    where is_done and schedule.user_id = looked_at.user_id and schedule.endpoint_id = looked_at.endpoint_id
  )
  update webhook_schedule schedule set look_at = looked_at.look_at
  from looked_at
  where not is_done and schedule.user_id = looked_at.user_id and schedule.endpoint_id = looked_at.endpoint_id
    and schedule.look_at <> looked_at.look_at`

type ToldEvent = Pick<
  LeasedDelivery,
  'event_id' | 'product_id' | 'type' | 'object_id' | 'sequence' | 'data' | 'request_id'
>
type Leased = Omit<LeasedDelivery, Exclude<keyof ToldEvent, 'event_id'>>

/** No join: a planner without statistics would read all events of the user for each delivery. */
const eventsOf = (leased: Leased[]) => sql`
  select event.* from unnest(${leased.map(({ event_user_id }) => event_user_id)}::uuid[],
    ${leased.map(({ created_at }) => created_at)}::timestamptz[],
    ${leased.map(({ event_id }) => event_id)}::uuid[]) wanted (user_id, created_at, id)
  cross join lateral (
    select id as event_id, product_id, type, object_id, sequence, data, request_id from events
    where user_id = wanted.user_id and created_at = wanted.created_at and id = wanted.id
    limit 1
  ) event`

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
const asTheyHappened = (one: LeasedDelivery, other: LeasedDelivery) =>
  compare(one.created_at, other.created_at) || compare(one.object_id, other.object_id) || one.sequence - other.sequence

function leasing(lease: string, limits: ClaimLimits, endpoints: EndpointKey[]): Statement {
  return sql`
    with lanes as ${listed(endpoints)}, held as (
      select * from unnest(${limits.held.map(({ user_id }) => user_id)}::uuid[],
        ${limits.held.map(({ endpoint_id }) => endpoint_id)}::uuid[],
        ${limits.held.map(({ count }) => count)}::integer[]) held (user_id, endpoint_id, count)
    ), taking as (
      select lanes.user_id, lanes.endpoint_id, endpoint.consecutive_failures,
        count(*) over (partition by lanes.user_id) as lanes_of_user
      from lanes
      ${endpointOf('lanes')}
      where endpoint.enabled and endpoint.deleted_at is null
        and (endpoint.paused_until is null or endpoint.paused_until <= now())
    ), shared as (
      select taking.user_id, taking.endpoint_id, least(
        ceil((${limits.perUser}::integer - coalesce(of_user.count, 0)) / taking.lanes_of_user::numeric),
        case when taking.consecutive_failures >= ${PROBE_AFTER_FAILURES} then 1 else ${limits.perEndpoint}::integer end
          - coalesce(held.count, 0)) as room
      from taking
      left join held on held.endpoint_id = taking.endpoint_id
      left join (select user_id, sum(count) as count from held group by user_id) of_user
        on of_user.user_id = taking.user_id
      order by random()
    ), picked as (
      select due.user_id, due.created_at, due.id
      from shared
      cross join lateral (
        select user_id, created_at, id from webhook_deliveries
        where user_id = shared.user_id and endpoint_id = shared.endpoint_id and status = 'PENDING' and due_at <= now()
        order by due_at
        limit greatest(0, shared.room)
        for update skip locked
      ) due
      where shared.room > 0
      limit ${limits.total}
    ), leased as (
      update webhook_deliveries delivery
      set lease = ${lease}, due_at = now() + make_interval(secs => ${LEASE_MS / 1000}), scheduled = true
      from picked
      where delivery.user_id = picked.user_id and delivery.created_at = picked.created_at and delivery.id = picked.id
      returning delivery.user_id, delivery.id, delivery.created_at, delivery.endpoint_id, delivery.event_id,
        coalesce(delivery.event_user_id, delivery.user_id) as event_user_id, delivery.lease, delivery.attempt_count
    )
    select leased.*, endpoint.product_id as endpoint_product_id, endpoint.url, endpoint.secret, endpoint.consecutive_failures,
      case when endpoint.previous_secret_expires_at > now() then endpoint.previous_secret end as previous_secret,
      (select coalesce(jsonb_agg(jsonb_build_object('network', network, 'first_port', first_port, 'last_port', last_port)
          order by network, first_port), '[]') from webhook_networks where user_id = leased.user_id) as networks
    from leased
    ${endpointOf('leased')}`
}

/** Writes the outcomes of leased deliveries. Returns the ids of those whose lease is still valid. */
export async function writeOutcomes(operator: pg.Pool, outcomes: DeliveryOutcome[]): Promise<Set<string>> {
  const inOrder = outcomes.toSorted((one, other) => inOneOrder(one.delivery, other.delivery))
  const column = (value: (outcome: DeliveryOutcome) => unknown) => inOrder.map(value)
  const rows = await byKey<{ id: string }>(
    operator,
    sql`
    update webhook_deliveries delivery set
      status = outcome.status, lease = null, due_at = now() + make_interval(secs => outcome.delay_seconds),
      attempt_count = attempt_count + case when outcome.attempt is null then 0 else 1 end,
      attempts = case when outcome.attempt is null then attempts
        else case when jsonb_array_length(attempts) >= ${ATTEMPTS_KEPT_MAX} then attempts - 0 else attempts end
          || outcome.attempt end,
      delivered_at = case when outcome.status = 'DELIVERED' then now() else delivered_at end,
      updated_at = now()
    from unnest(${column(({ delivery }) => delivery.user_id)}::uuid[],
      ${column(({ delivery }) => delivery.created_at)}::timestamptz[],
      ${column(({ delivery }) => delivery.id)}::uuid[], ${column(({ delivery }) => delivery.lease)}::uuid[],
      ${column(({ status }) => status)}::text[], ${column(({ delayMs }) => delayMs / 1000)}::double precision[],
      ${column(({ attempt }) => (attempt ? JSON.stringify(attempt) : null))}::jsonb[])
      outcome (user_id, created_at, id, lease, status, delay_seconds, attempt)
    where delivery.user_id = outcome.user_id and delivery.created_at = outcome.created_at
      and delivery.id = outcome.id and delivery.lease = outcome.lease
    returning delivery.id`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Renews the leases of this worker. Returns the ids of those it still has. */
export async function renewLeases(operator: pg.Pool, leased: LeasedDelivery[]): Promise<Set<string>> {
  const held = leased.toSorted(inOneOrder)
  const rows = await byKey<{ id: string }>(
    operator,
    sql`
    update webhook_deliveries delivery set due_at = now() + make_interval(secs => ${LEASE_MS / 1000})
    from unnest(${held.map(({ user_id }) => user_id)}::uuid[], ${held.map(({ created_at }) => created_at)}::timestamptz[],
      ${held.map(({ id }) => id)}::uuid[], ${held.map(({ lease }) => lease)}::uuid[]) held (user_id, created_at, id, lease)
    where delivery.user_id = held.user_id and delivery.created_at = held.created_at and delivery.id = held.id
      and delivery.lease = held.lease
    returning delivery.id`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Sorts rows to avoid deadlocks, because outcomes are written while leases are renewed. */
function inOneOrder(one: LeasedDelivery, other: LeasedDelivery): number {
  return one.id < other.id ? -1 : 1
}

/** Cancels, in batches, the deliveries to endpoints that are disabled or deleted. Returns their number. */
export async function cancelOrphans(operator: pg.Pool): Promise<number> {
  return withKeys(operator, async (tx) => {
    const endpoints = await tx.query<EndpointKey>(sql`
      select user_id, endpoint_id from webhook_schedule where look_at = 'infinity'
      order by look_at limit ${LOOKED_AT_MAX} for update skip locked`)
    if (endpoints.length === 0) return 0
    const canceled = await tx.query(sql`
      with orphans as (
        select waiting.user_id, waiting.created_at, waiting.id
        from ${listed(endpoints)} lanes
        ${endpointOf('lanes')}
        cross join lateral (
          select user_id, created_at, id from webhook_deliveries
          where user_id = lanes.user_id and endpoint_id = lanes.endpoint_id and status = 'PENDING'
            and (lease is null or due_at <= now())
          limit ${CANCELED_AT_ONCE_MAX}
          for update skip locked
        ) waiting
        where not endpoint.enabled or endpoint.deleted_at is not null
        limit ${CANCELED_AT_ONCE_MAX}
      )
      update webhook_deliveries delivery set status = 'CANCELED', lease = null, updated_at = now()
      from orphans
      where delivery.user_id = orphans.user_id and delivery.created_at = orphans.created_at and delivery.id = orphans.id
      returning delivery.id`)
    tx.write(looking(endpoints, []))
    return canceled.length
  })
}

/**
 * The number of due, unleased deliveries and the oldest time among them, counted up to a limit per endpoint and for a
 * limited number of endpoints.
 */
export async function waitingDeliveries(operator: pg.Pool): Promise<WaitingDeliveries[]> {
  return byKey<WaitingDeliveries>(
    operator,
    sql`
    with recursive ${fresh(NO_ID)}, lanes as (
      select user_id, endpoint_id from fresh
      union
      (select user_id, endpoint_id from webhook_schedule order by look_at limit ${MEASURED_ENDPOINTS_MAX})
    )
    select case when endpoint.consecutive_failures > 0 then 'failing' else 'healthy' end as endpoint,
      count(*)::integer as count, max(extract(epoch from now() - due.due_at))::float8 as age
    from lanes
    ${endpointOf('lanes')}
    cross join lateral (
      select due_at from webhook_deliveries
      where user_id = lanes.user_id and endpoint_id = lanes.endpoint_id and status = 'PENDING' and due_at <= now()
      order by due_at
      limit ${WAITING_COUNTED_MAX}
    ) due
    where endpoint.enabled and endpoint.deleted_at is null
    group by 1`,
  )
}

interface WaitingDeliveries {
  endpoint: string
  count: number
  age: number
}

/**
 * Runs a statement with its rows given by key, and forces the planner to use the keys. A prepared plan lives as long
 * as its connection: one made while the tables were small would scan them when they are large.
 */
function byKey<Row>(operator: pg.Pool, statement: Statement): Promise<Row[]> {
  return withKeys(operator, (tx) => tx.query<Row>(statement))
}

function withKeys<T>(operator: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return runTransaction(operator, { opening: [{ statement: keysOnly }], work })
}
