import { DecryptionError } from '../../platform/encryption.ts'
import { type Check, degraded, ready } from '../../platform/http/readiness.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import type { LeasedDelivery } from './delivery.ts'
import { webhookSecretUnreadable } from './metrics.ts'

/** Each endpoint is logged at most once in this time. */
const NAMED_AGAIN_MS = 3_600_000
/** Longer than the retry interval: an endpoint that did not recur in this time was fixed or has no more deliveries. */
const RECENT_MS = 120_000

/** Endpoints whose secrets cannot be decrypted with any configured key. */
export class UnreadableSecrets {
  readonly #log: Log
  readonly #metrics: Metrics
  readonly #namedAt = new Map<string, number>()
  #metAt = -Infinity

  constructor({ log, metrics }: { log: Log; metrics: Metrics }) {
    this.#log = log
    this.#metrics = metrics
  }

  note({ user_id, endpoint_id }: LeasedDelivery, error: unknown): void {
    if (!(error instanceof DecryptionError)) throw error
    const now = performance.now()
    this.#metAt = now
    this.#metrics.count(webhookSecretUnreadable, {})
    for (const [id, at] of this.#namedAt) if (now - at > NAMED_AGAIN_MS) this.#namedAt.delete(id)
    if (this.#namedAt.has(endpoint_id)) return
    this.#namedAt.set(endpoint_id, now)
    this.#log.error('webhook_secret_unreadable', { user_id, endpoint_id, key: error.key ?? 'unnamed', reason })
  }

  readonly check: Check = {
    name: 'webhook secrets',
    unanswered: { reason, action },
    around: true,
    look: () => (performance.now() - this.#metAt < RECENT_MS ? degraded(reason, action) : ready),
  }
}

const reason = 'no key of SIGNING_SECRET decrypts the secrets of some webhook endpoints'
const action =
  'add the secret they were encrypted with as a further line of SIGNING_SECRET: pending deliveries are then sent; `eclusa secrets status` names it'
