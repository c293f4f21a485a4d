import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Fault } from '../../platform/errors/fault.ts'
import { createPacer } from '../../platform/pacer.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { rateLimited, unavailable } from '../faults.ts'
import { createCounters, networkOf } from '../limits.ts'
import { hashOf } from './credential-hash.ts'

/** How long a credential counts as known after its last verification. It is still verified, but among known callers. */
const KNOWN_MS = 3_600_000
/** How long a rejected credential is rejected without verification: as long as a new key may take to work. */
const REFUSED_MS = 5_000
const REMEMBERED_MAX = 20_000
/** Unknown credentials that are verified at the same time, per kind, and how many may wait and how long. */
export const LOOKS_MAX = 2
const LOOKS_WAITING_MAX = 200
const LOOK_WAIT_MS = 1_000
/** Logins of staff: the request to the issuer takes longer and uses no database connection, and many log in at nine. */
const LOGINS_MAX = 20
const LOGIN_WAIT_MS = 10_000
/** Pages, the contract and unknown addresses, per network and minute: a person reads a few. */
const VISITS_PER_MINUTE = 600
/** Rejections sent per second, over all networks, and how many may wait to be sent. */
const REFUSALS_PER_SECOND = 200
const REFUSALS_AT_ONCE = 100
const REFUSALS_WAITING_MAX = 2_000

export type CredentialKind = 'platform_token' | 'api_key'

export interface SentCredential {
  /** The last two are credentials of staff at the desk. */
  kind: CredentialKind | 'session' | 'login'
  value: string
  /** `hash` is of the value. Only the hash is kept. */
  verify: (known: boolean, hash: string) => Promise<string>
}

/**
 * Throttling of unknown credentials. Requests whose credential was verified recently pass. Others are counted by network,
 * verified two at a time, and rejected at a limited rate, so their cost is bounded whatever their number. A known caller is
 * not affected, from whatever network it calls.
 */
export interface UnknownCredentialGuard {
  /** The user of this credential, when it was verified within the last hour. */
  userOf(credential: string): string | undefined
  /** The user a credential belongs to. `count` counts the request for that user before it costs anything more. */
  judge(
    request: FastifyRequest,
    sent: SentCredential,
    count: (user_id: string) => Promise<void> | undefined,
  ): Promise<string>
  /** Rejects a request without a credential that could be verified. */
  turnAway(request: FastifyRequest, refusal: Fault): Promise<never>
  /** Counts requests that need no credential. */
  countVisit(request: FastifyRequest): Promise<void>
  /** How many credentials wait for verification, by kind. */
  waiting(): { lane: string; count: number }[]
}

export function createUnknownCredentialGuard(failuresPerMinute: number): UnknownCredentialGuard {
  const known = createVerifiedCredentials<string>(KNOWN_MS)
  const refused = createVerifiedCredentials<Fault>(REFUSED_MS)
  const failures = createCounters()
  const visits = createCounters()
  const pace = createPacer(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE, REFUSALS_WAITING_MAX)
  const lanes = {
    platform_token: createVerificationQueue(),
    api_key: createVerificationQueue(),
    session: createVerificationQueue(),
    login: createVerificationQueue(LOGINS_MAX, LOGIN_WAIT_MS),
  }

  /** Before any look-up: a network with too many failures has used up its allowance for unknown credentials. */
  const refuseSpent = (network: string) => {
    const { used, seconds } = failures(network, 0)
    if (used >= failuresPerMinute) throw rateLimited({ headers: { 'retry-after': String(seconds) } })
  }

  /**
   * Single-flight: a process that has just started receives callers of another process with credentials it has not seen. The
   * first verification of a credential serves all concurrent requests with it.
   */
  const looking = new Map<string, Promise<string>>()
  const lookAt = async (hash: string, kind: SentCredential['kind'], verify: SentCredential['verify']) => {
    const look = lanes[kind](() => verify(false, hash))
    looking.set(hash, look)
    try {
      const proved = await look
      known.set(hash, proved)
      return proved
    } finally {
      looking.delete(hash)
    }
  }

  /** Delays a rejection until it may be sent. When too many wait, the connection is closed instead. */
  const inTurn = async (request: FastifyRequest, refusal: unknown): Promise<never> => {
    if (!(await pace())) request.raw.destroy()
    throw refusal
  }

  return {
    userOf: (credential) => known.get(hashOf(credential)),

    async judge(request, { kind, value, verify }, count) {
      const hash = hashOf(value)
      try {
        if (known.get(hash) === undefined) {
          refuseSpent(networkOf(request.ip))
          const earlier = refused.get(hash)
          if (earlier) throw earlier
          const underWay = looking.get(hash)
          if (underWay) await underWay
        }
        const user_id = known.get(hash)
        if (user_id !== undefined) {
          await count(user_id)
          await verify(true, hash)
          known.set(hash, user_id)
          return user_id
        }
        const proved = await lookAt(hash, kind, verify)
        await count(proved)
        return proved
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        if (error.declaration.status === 401) {
          known.delete(hash)
          refused.set(hash, error)
          failures(networkOf(request.ip))
        }
        return inTurn(request, error)
      }
    },

    async turnAway(request, refusal) {
      const network = networkOf(request.ip)
      try {
        refuseSpent(network)
      } catch (spent) {
        return inTurn(request, spent)
      }
      failures(network)
      return inTurn(request, refusal)
    },

    waiting: () => Object.entries(lanes).map(([lane, { waiting }]) => ({ lane, count: waiting() })),

    async countVisit(request) {
      const { used, seconds } = visits(networkOf(request.ip))
      if (used > VISITS_PER_MINUTE) await inTurn(request, rateLimited({ headers: { 'retry-after': String(seconds) } }))
    },
  }
}

/** LRU cache with an expiry for the most recent credentials. */
function createVerifiedCredentials<Value extends {}>(forMs: number) {
  const kept = new LRUCache<string, { value: Value; until: number }>({ max: REMEMBERED_MAX })
  return {
    get(hash: string) {
      const found = kept.get(hash)
      return found && found.until > performance.now() ? found.value : undefined
    },
    set: (hash: string, value: Value) => void kept.set(hash, { value, until: performance.now() + forMs }),
    delete: (hash: string) => void kept.delete(hash),
  }
}

/** Semaphore for unknown credentials. When it is full the error is 503 and not 401, because none of them was verified. */
function createVerificationQueue(atOnce = LOOKS_MAX, waitMs = LOOK_WAIT_MS) {
  const places = createSemaphore({
    atOnce,
    each: () => atOnce,
    waiting: LOOKS_WAITING_MAX,
    waitMs,
    refuse: () => unavailable({ headers: { 'retry-after': '1' } }),
  })
  return Object.assign((look: () => Promise<string>) => places.run('', look), { waiting: places.waiting })
}
