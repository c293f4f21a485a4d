import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { rateLimited } from './faults.ts'

const WINDOW_SECONDS = 60
/** Windows of users that a process keeps in memory. */
const USERS_MAX = 50_000
/** A lease is this share of the limit: at most so many writes a minute for each user, and one more for each process. */
const LEASE_PART = 10
/** The delay before a window is requested again after a database failure. */
const RETRY_MS = 1_000

/** Counts a request of its user. Undefined when no wait for the database is needed. */
export type RateLimit = (reply: FastifyReply, user_id: string) => Promise<void> | undefined

/** The parameters of one lease and the result of the database: see `lease_requests` in the migrations. */
export interface Lease {
  /** Requests that this process may accept. */
  granted: number
  /** Requests of this window leased by all processes so far. */
  leased: number
  /** Requests per minute of this user. */
  allowed: number
  /** Until the end of the window, by the clock of the database. */
  seconds: number
}
export type TakeLease = (user_id: string, default_limit: number, part: number) => Promise<Lease>

interface Window {
  endsAt: number
  allowed: number
  /** Leased by all processes, as far as this one knows. */
  leased: number
  /** Leased by this process and not used yet. */
  left: number
  leasing: Promise<void> | undefined
  /** The database granted nothing more in this window. */
  spent: boolean
}

/**
 * Rate limit for each user over all processes. The database counts, but not each request: a process leases a tenth of
 * the limit at a time, in a row for each user, and counts within its leases in memory. The sum of all leases of a minute
 * never exceeds the limit. While the database is unreachable nothing is leased and nothing is refused: such requests fail anyway.
 */
export function createRateLimit(takeLease: TakeLease, defaultLimit: number): RateLimit {
  const windows = new LRUCache<string, Window>({ max: USERS_MAX })

  const lease = (user_id: string, known: Window | undefined): Promise<void> => {
    const window = known ?? { endsAt: 0, allowed: defaultLimit, leased: 0, left: 0, leasing: undefined, spent: false }
    windows.set(user_id, window)
    const asked = performance.now()
    window.leasing ??= takeLease(user_id, defaultLimit, LEASE_PART)
      .then(
        ({ granted, leased, allowed, seconds }) =>
          // Measured from before the query, so that no lease is used after its window.
          Object.assign(window, {
            endsAt: asked + seconds * 1_000,
            allowed,
            leased,
            left: granted,
            spent: granted === 0,
          }),
        () => Object.assign(window, { endsAt: performance.now() + RETRY_MS, left: Number.POSITIVE_INFINITY }),
      )
      .then(() => {
        window.leasing = undefined
      })
    return window.leasing
  }

  const admit = (reply: FastifyReply, { allowed, leased, left, endsAt }: Window) => {
    const seconds = Math.ceil((endsAt - performance.now()) / 1_000)
    const remaining = Math.min(allowed, Math.max(0, allowed - leased + left))
    reply.header('ratelimit-policy', `"credential";q=${allowed};w=${WINDOW_SECONDS}`)
    reply.header('ratelimit', `"credential";r=${remaining};t=${seconds}`)
    return seconds
  }

  return function limit(reply, user_id): Promise<void> | undefined {
    const window = windows.get(user_id)
    if (window === undefined || window.endsAt <= performance.now() || (window.left === 0 && !window.spent))
      return lease(user_id, window).then(() => limit(reply, user_id))
    if (window.left > 0) {
      window.left -= 1
      admit(reply, window)
      return undefined
    }
    const seconds = admit(reply, window)
    throw rateLimited({ headers: { 'retry-after': String(seconds) } })
  }
}

/** Leases are requested in batches over one connection: requests that come meanwhile are in the next batch. */
export function createRateLeases(pool: pg.Pool): TakeLease {
  interface Asked extends PromiseWithResolvers<Lease> {
    user_id: string
  }
  let waiting = new Map<string, Asked>()
  let busy = false

  async function take(default_limit: number, part: number): Promise<void> {
    busy = true
    for (let batch = waiting; batch.size > 0; batch = waiting) {
      waiting = new Map()
      const asked = [...batch.values()]
      try {
        const { rows } = await pool.query<Lease & { user_id: string }>({
          name: 'lease-requests',
          text: 'select * from lease_requests($1, $2, $3)',
          values: [asked.map(({ user_id }) => user_id).toSorted(), default_limit, part],
        })
        const leases = new Map(rows.map((row) => [row.user_id, row]))
        for (const { user_id, resolve } of asked) resolve(leases.get(user_id)!)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    busy = false
  }

  return (user_id, default_limit, part) => {
    const already = waiting.get(user_id)
    if (already) return already.promise
    const asked = { ...Promise.withResolvers<Lease>(), user_id }
    waiting.set(user_id, asked)
    if (!busy) void take(default_limit, part)
    return asked.promise
  }
}
