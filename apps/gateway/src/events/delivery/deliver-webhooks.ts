import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { TransactionDeps } from '../../http/transaction.ts'
import type { Check } from '../../platform/http/readiness.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { LEASE_RENEWAL_MS } from '../../platform/lease.ts'
import type { Log } from '../../platform/observability/log.ts'
import { type AttemptResult, makeAttempt, type Sending } from './attempt.ts'
import type { DeliveryOutcome, LeasedDelivery } from './delivery.ts'
import { type Boarded, Departures } from './delivery-barrier.ts'
import { cancelOrphans, claimDeliveries, renewLeases, writeOutcomes } from './delivery-store.ts'
import { disableEndpoint, noteHealth } from './endpoint-health.ts'
import { EndpointQueues } from './endpoint-queues.ts'
import { webhookAttemptDuration, webhooksHeld } from './metrics.ts'
import { parseRetryDelays, retryDelay } from './retry.ts'
import { UnreadableSecrets } from './unreadable-secrets.ts'

/** Limits per endpoint and per user: deliveries in progress, and leased deliveries including queued ones. */
const FLYING_PER_ENDPOINT_MAX = 16
const FLYING_PER_USER_MAX = 64
const HELD_PER_ENDPOINT_MAX = 64
const HELD_PER_USER_MAX = 128
/** The total limit. Reaching it takes more than thirty users with only slow endpoints. */
const HELD_MAX = 4_096
const POLL_MS = 200
const AFTER_ERROR_MS = 1_000
const GONE = 410
/** Retry interval for secrets that cannot be decrypted. */
const UNREADABLE_MS = 30_000
/** Retry delay when a grant of the delivery is being ended. */
const DELAYED_MS = 100

export interface DeliveryServices extends TransactionDeps, Sending {
  /** Claims and outcomes work across all users in one statement. */
  operator: pg.Pool
  log: Log
}

/** Delivers webhooks from `start` to `stop`. Any number of workers may run concurrently. */
export class Deliverer {
  readonly #services: DeliveryServices
  readonly #retryDelaysMs: number[]
  readonly #departures: Departures
  readonly #lanes = new EndpointQueues({ perEndpoint: FLYING_PER_ENDPOINT_MAX, perUser: FLYING_PER_USER_MAX })
  /** Every delivery leased by this worker, until its outcome is written. */
  readonly #leased = new Map<string, LeasedDelivery>()
  readonly #outcomes: DeliveryOutcome[] = []
  readonly #unreadable: UnreadableSecrets
  #writing: Promise<void> | undefined
  #claiming: Promise<void> | undefined
  #keeping: NodeJS.Timeout | undefined
  #stopping = false
  #claimedAt = performance.now()
  #wake = Promise.withResolvers<void>()

  constructor(services: DeliveryServices) {
    this.#services = services
    this.#departures = new Departures(services.operator)
    this.#unreadable = new UnreadableSecrets(services)
    this.#retryDelaysMs = parseRetryDelays(services.settings.WEBHOOK_RETRY_DELAYS_SECONDS)
  }

  /** Reports endpoints whose secrets cannot be decrypted. */
  get check(): Check {
    return this.#unreadable.check
  }

  /** When due deliveries were last claimed successfully, on the clock of `performance`. */
  get claimedAt(): number {
    return this.#claimedAt
  }

  start(): this {
    const { log, metrics } = this.#services
    metrics.watch(webhooksHeld, () => [{ labels: {}, value: this.#lanes.size }])
    this.#claiming = this.#claim()
    this.#keeping = setInterval(() => {
      this.#keep().catch((error: unknown) => log.error('webhook_lease_renewal_failed', {}, error))
    }, LEASE_RENEWAL_MS)
    return this
  }

  /** Graceful shutdown: claims no more, releases unsent deliveries, and waits for those in progress. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake.resolve()
    await this.#claiming
    this.#giveBack(this.#lanes.giveUp())
    while (this.#lanes.size > 0 || this.#outcomes.length > 0 || this.#writing) {
      await this.#write()
      await pause(10)
    }
    clearInterval(this.#keeping)
    await this.#departures.close()
    await this.#services.egress.destroy()
  }

  async #claim(): Promise<void> {
    while (!this.#stopping) {
      this.#wake = Promise.withResolvers<void>()
      const idle = pause(POLL_MS)
      try {
        await this.#claimOnce()
        this.#claimedAt = performance.now()
      } catch (error) {
        this.#services.log.error('webhook_claim_failed', {}, error)
        await pause(AFTER_ERROR_MS)
      }
      await Promise.race([this.#wake.promise, idle])
    }
  }

  async #claimOnce(): Promise<void> {
    const total = HELD_MAX - this.#lanes.size
    if (total <= 0) return
    const limits = {
      total,
      perEndpoint: HELD_PER_ENDPOINT_MAX,
      perUser: HELD_PER_USER_MAX,
      held: this.#lanes.counts(),
    }
    for (const delivery of await claimDeliveries(this.#services.operator, uuidv7(), limits)) {
      this.#leased.set(delivery.id, delivery)
      this.#lanes.take(delivery)
    }
    this.#send()
  }

  #send(): void {
    const taken = this.#lanes.takeOff()
    if (taken.length > 0) void this.#depart(taken)
  }

  /** Sends only deliveries whose receiver still has access. When this cannot be checked now, they are released. */
  async #depart(taken: LeasedDelivery[]): Promise<void> {
    const { leaving, delayed, refused } = await this.#departures.board(taken).catch((error: unknown): Boarded => {
      this.#services.log.error('webhook_departures_failed', { count: taken.length }, error)
      return { leaving: [], delayed: taken, refused: [] }
    })
    for (const delivery of leaving) void this.#sendOne(delivery)
    for (const delivery of refused) this.#outcomes.push({ delivery, status: 'CANCELED', delayMs: 0 })
    for (const delivery of delayed) this.#outcomes.push({ delivery, status: 'PENDING', delayMs: DELAYED_MS })
    for (const delivery of [...refused, ...delayed]) this.#lanes.landed(delivery)
    if (refused.length + delayed.length > 0) void this.#write()
  }

  async #sendOne(delivery: LeasedDelivery): Promise<void> {
    const { clock, metrics, log } = this.#services
    try {
      const answered = await makeAttempt(this.#services, delivery, clock.now())
      const outcome = judge(delivery, answered, this.#retryDelaysMs)
      metrics.observe(webhookAttemptDuration, { outcome: outcome.status }, answered.attempt.duration_ms / 1000)
      this.#outcomes.push(outcome)
    } catch (error) {
      // A problem of our own counts neither against the endpoint nor as an attempt.
      this.#unreadable.note(delivery, error)
      this.#outcomes.push({ delivery, status: 'PENDING', delayMs: UNREADABLE_MS })
    }
    this.#departures.landed([delivery]).catch((error: unknown) => log.error('webhook_departures_failed', {}, error))
    this.#lanes.landed(delivery)
    this.#send()
    void this.#write()
  }

  /**
   * Group commit: while one batch is written, the next one collects, so batches grow with the load and no timer is
   * needed.
   */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined))
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    const { operator, log } = this.#services
    while (this.#outcomes.length > 0) {
      const batch = this.#outcomes.splice(0)
      try {
        const ours = await writeOutcomes(operator, batch)
        for (const { delivery } of batch) this.#leased.delete(delivery.id)
        if (ours.size < batch.length) log.warn('webhook_leases_lost', { count: batch.length - ours.size })
        await this.#noteRound(batch.filter(({ delivery, attempt }) => attempt && ours.has(delivery.id)))
      } catch (error) {
        // Kept and retried. If the lease expires first, the event is sent once more, which at-least-once delivery
        // allows.
        log.error('webhook_outcomes_not_written', { count: batch.length }, error)
        this.#outcomes.unshift(...batch.filter(({ delivery }) => this.#leased.has(delivery.id)))
        await pause(AFTER_ERROR_MS)
      }
      this.#wake.resolve()
    }
  }

  /** Updates the health of each endpoint after a batch of attempts. */
  async #noteRound(round: DeliveryOutcome[]): Promise<void> {
    for (const [endpoint_id, attempts] of Map.groupBy(round, ({ delivery }) => delivery.endpoint_id)) {
      const heard = attempts.some(({ status }) => status === 'DELIVERED')
      // A healthy endpoint needs no write.
      if (heard && !this.#lanes.isTroubled(endpoint_id)) continue
      const { user_id } = attempts[0]!.delivery
      const seen = { user_id, endpoint_id, heard, misses: attempts.length }
      const health = await noteHealth(this.#services.operator, seen)
      this.#lanes.note(endpoint_id, (health?.consecutive_failures ?? 0) > 0)
      const gone = attempts.some(({ attempt }) => attempt?.status_code === GONE)
      await this.#disableIfDone(user_id, endpoint_id, gone, health?.failing_since ?? null)
      if (gone || health?.paused) this.#giveBack(this.#lanes.giveUp(endpoint_id))
    }
  }

  async #disableIfDone(user_id: string, endpoint_id: string, gone: boolean, failing_since: string | null) {
    const { clock, settings } = this.#services
    const failingMs = failing_since === null ? 0 : clock.now().getTime() - Date.parse(failing_since)
    if (!gone && failingMs < settings.WEBHOOK_DISABLE_AFTER_HOURS * 3_600_000) return
    await disableEndpoint(this.#services, { user_id, endpoint_id, reason: gone ? 'GONE' : 'FAILING' })
  }

  #giveBack(deliveries: LeasedDelivery[]): void {
    this.#outcomes.push(...deliveries.map((delivery) => ({ delivery, status: 'PENDING' as const, delayMs: 0 })))
  }

  /** Renews the leases of this worker, and cancels deliveries to endpoints that no longer exist. */
  async #keep(): Promise<void> {
    const { operator } = this.#services
    const held = [...this.#leased.values()]
    if (held.length > 0) {
      const ours = await renewLeases(operator, held)
      const lost = held.filter(({ id }) => !ours.has(id) && this.#leased.delete(id))
      this.#lanes.drop(new Set(lost))
    }
    await cancelOrphans(operator)
  }
}

/** 2xx is success. Every other response, including a redirect, is retried up to the maximum number of attempts. */
function judge(delivery: LeasedDelivery, { heard, attempt }: AttemptResult, retryDelaysMs: number[]): DeliveryOutcome {
  if (heard) return { delivery, status: 'DELIVERED', delayMs: 0, attempt }
  const delayMs = retryDelay(retryDelaysMs, delivery.attempt_count + 1)
  return { delivery, status: delayMs === undefined ? 'FAILED' : 'PENDING', delayMs: delayMs ?? 0, attempt }
}
