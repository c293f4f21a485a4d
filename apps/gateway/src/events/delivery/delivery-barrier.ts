import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { LeasedDelivery } from './delivery.ts'

/**
 * Barrier that stops deliveries to users whose access ended. Before sending, a worker checks the access again, and
 * while sending it has shared advisory locks on the user, the owner of the event, and the product. A transaction that
 * ends one of them takes the exclusive lock: it waits for deliveries in progress and lets no other start before its
 * commit. Before it waits, it takes a second lock (the gate) that every new delivery checks, because a busy worker
 * would otherwise never release the shared lock. Lock keys are hashed into a small range, so that a worker with
 * thousands of deliveries does not exhaust the server's lock table.
 */
const GATES = 5_271_439
const LOCKS = 5_271_440
const NAMES = 1_024
const LOOK_AGAIN_MS = 20
/** Longer than an endpoint's response timeout. */
const PATIENCE_MS = 60_000

function lockOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt16BE() % NAMES
}

/** Waits for deliveries in progress under any of these ids, and lets no other start until the transaction ends. */
export async function blockDeliveries(tx: Transaction, ids: string[]): Promise<void> {
  const locks = [...new Set(ids.map(lockOf))].toSorted((one, other) => one - other)
  const until = performance.now() + PATIENCE_MS
  for (const kind of [GATES, LOCKS])
    for (const lock of locks) {
      // Polls instead of waiting on the lock, because the statement timeout is shorter than an endpoint's response
      // timeout.
      while (!(await taken(tx, kind, lock))) {
        if (performance.now() > until)
          throw new Error('deliveries in progress did not finish within a minute: try again')
        await pause(LOOK_AGAIN_MS)
      }
    }
}

/**
 * Waits for a running revocation of any of these ids, and lets none begin until the transaction ends: a revocation
 * deletes what was created before it, so it must see this row. The locks are always taken in the same order, to avoid
 * deadlocks.
 */
export async function holdEndings(tx: Transaction, ids: string[]): Promise<void> {
  const locks = [...new Set(ids.map(lockOf))].toSorted((one, other) => one - other)
  await tx.query(sql`select pg_advisory_xact_lock_shared(${LOCKS}, lock) from unnest(${locks}::integer[]) lock`)
}

async function taken(tx: Transaction, kind: number, lock: number): Promise<boolean> {
  const [row] = await tx.query<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(${kind}::integer, ${lock}::integer) as taken`)
  return row!.taken
}

export interface Boarded {
  leaving: LeasedDelivery[]
  /** A revocation is in progress: retry in a moment. */
  delayed: LeasedDelivery[]
  /** The receiver no longer has access. */
  refused: LeasedDelivery[]
}

/** The locks of one worker, on a connection of their own: when it is lost, so are the locks. */
export class Departures {
  readonly #operator: pg.Pool
  readonly #held = new Map<number, number>()
  #connection: Promise<pg.PoolClient> | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(operator: pg.Pool) {
    this.#operator = operator
  }

  /** Batches run one after the other, because one connection executes their statements in order. */
  board(deliveries: LeasedDelivery[]): Promise<Boarded> {
    return this.#next((connection) => this.#board(connection, deliveries))
  }

  /** Releases the locks of finished deliveries. */
  landed(deliveries: LeasedDelivery[]): Promise<void> {
    return this.#next((connection) => this.#release(connection, deliveries))
  }

  async close(): Promise<void> {
    await this.#turn
    const connection = await this.#connection
    // The locks belong to the session, and end with it.
    connection?.release(true)
  }

  async #board(connection: pg.PoolClient, deliveries: LeasedDelivery[]): Promise<Boarded> {
    const open = await this.#passGates(connection, [...new Set(deliveries.flatMap(locksOf))])
    const missing = [...open].filter((lock) => !this.#held.has(lock))
    const { rows: locked } = await connection.query<{ lock: number; held: boolean }>(sql`
      select lock, pg_try_advisory_lock_shared(${LOCKS}, lock) as held from unnest(${missing}::integer[]) lock`)
    for (const { lock, held } of locked) {
      if (held) this.#held.set(lock, 0)
      else open.delete(lock)
    }
    const delayed = deliveries.filter((delivery) => locksOf(delivery).some((lock) => !open.has(lock)))
    const boarding = deliveries.filter((delivery) => !delayed.includes(delivery))
    for (const lock of boarding.flatMap(locksOf)) this.#held.set(lock, this.#held.get(lock)! + 1)
    // Checked after the locks are taken, and not in the same statement, whose snapshot would be older than the locks.
    const allowed = await stillHeard(connection, boarding)
    const refused = boarding.filter(({ id }) => !allowed.has(id))
    await this.#release(connection, refused)
    return { leaving: boarding.filter(({ id }) => allowed.has(id)), delayed, refused }
  }

  /** Which of these ids have no waiting revocation. The check takes the gate and releases it. */
  async #passGates(connection: pg.PoolClient, locks: number[]): Promise<Set<number>> {
    const { rows } = await connection.query<{ lock: number; open: boolean }>(sql`
      select lock, case when pg_try_advisory_lock_shared(${GATES}, lock)
        then pg_advisory_unlock_shared(${GATES}, lock) else false end as open
      from unnest(${locks}::integer[]) lock`)
    return new Set(rows.filter(({ open }) => open).map(({ lock }) => lock))
  }

  /** Releases locks that no delivery uses any more. */
  async #release(connection: pg.PoolClient, deliveries: LeasedDelivery[]): Promise<void> {
    for (const lock of deliveries.flatMap(locksOf)) this.#held.set(lock, (this.#held.get(lock) ?? 1) - 1)
    const idle = [...this.#held].filter(([, count]) => count <= 0).map(([lock]) => lock)
    for (const lock of idle) this.#held.delete(lock)
    if (idle.length > 0)
      await connection.query(sql`
        select pg_advisory_unlock_shared(${LOCKS}, lock) from unnest(${idle}::integer[]) lock`)
  }

  #next<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      this.#connection ??= this.#operator.connect()
      try {
        return await work(await this.#connection)
      } catch (error) {
        const lost = this.#connection
        this.#connection = undefined
        this.#held.clear()
        void lost?.then((connection) => connection.release(true)).catch(() => {})
        throw error
      }
    })
    this.#turn = done.catch(() => {})
    return done
  }
}

function locksOf({ user_id, event_user_id, endpoint_product_id }: LeasedDelivery): number[] {
  const ids = [user_id, event_user_id, ...(endpoint_product_id ? [endpoint_product_id] : [])]
  return [...new Set(ids.map(lockOf))]
}

/** The ids of deliveries whose endpoint exists and whose receiver still has access. */
async function stillHeard(connection: pg.PoolClient, deliveries: LeasedDelivery[]): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set()
  const { rows } = await connection.query<{ id: string }>(sql`
    select delivery.id
    from unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ user_id }) => user_id)}::uuid[],
      ${deliveries.map(({ endpoint_id }) => endpoint_id)}::uuid[],
      ${deliveries.map(({ event_user_id }) => event_user_id)}::uuid[]) delivery (id, user_id, endpoint_id, event_user_id)
    cross join lateral (
      select product_id, grant_id from webhook_endpoints
      where user_id = delivery.user_id and id = delivery.endpoint_id and enabled and deleted_at is null
      limit 1
    ) endpoint
    where case when delivery.event_user_id = delivery.user_id then still_served(delivery.user_id, endpoint.grant_id)
      else serves_target(delivery.user_id, endpoint.product_id, delivery.event_user_id) end`)
  return new Set(rows.map(({ id }) => id))
}
