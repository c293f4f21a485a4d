import { setTimeout as pause } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { createMetrics, type Metrics } from '../../platform/observability/metrics.ts'
import { createBreaker } from '../breaker.ts'
import { call, parseAnswer } from '../call.ts'
import { PartnerAvoided, PartnerDown, PartnerUnusable } from '../failure.ts'
import { measured } from '../measured.ts'
import { type BilletQuestion, believe, type RegisteredBillet } from './registered-billet.ts'

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 32 * 1024
const ATTEMPTS_MAX = 3
/** The share of the total timeout for the first attempt, so that a hanging one leaves time for a retry. */
const ATTEMPT_SHARE = 0.4
const PAUSE_MS = 100

export type Consultation =
  | { outcome: 'FOUND'; billet: RegisteredBillet }
  | { outcome: 'BILLET_NOT_FOUND' }
  | { outcome: 'BANK_NOT_FOUND' }

/**
 * Client of the billet registry, which has the data that is not in a billet's digits. Every failure is a
 * PartnerFailure, thrown within the timeout.
 */
export interface BilletRegistry {
  consult(question: BilletQuestion): Promise<Consultation>
  close(): Promise<void>
}

export interface RegistryOptions {
  /** Undefined for a gateway without a registry: every query then fails as if the registry were down. */
  url: string | undefined
  token: string | undefined
  /** For the whole query, including retries and pauses. */
  timeoutMs: number
  metrics?: Metrics
}

export function createBilletRegistry({
  url,
  token,
  timeoutMs,
  metrics = createMetrics(),
}: RegistryOptions): BilletRegistry {
  if (url === undefined) {
    return { consult: () => Promise.reject(new PartnerAvoided('NOT_CONFIGURED')), close: () => Promise.resolve() }
  }
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, maxResponseSize: ANSWER_BYTES_MAX })
  const breaker = createBreaker()
  const request: Dispatcher.RequestOptions = {
    method: 'POST',
    path: `${pathname.replace(/\/$/, '')}/v1/billet-consultations`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }

  /** A query changes nothing at the registry, so retries are always safe. */
  async function consult(question: BilletQuestion): Promise<Consultation> {
    const endsAt = performance.now() + timeoutMs
    for (let attempt = 1; ; attempt += 1) {
      const attemptMs = Math.min(timeoutMs * ATTEMPT_SHARE, endsAt - performance.now())
      try {
        return await measured(metrics, 'billet_registry', () =>
          breaker.run(() => ask(pool, request, question, attemptMs)),
        )
      } catch (error) {
        const pauseMs = jitter(attempt)
        const hasTime = performance.now() + pauseMs < endsAt
        if (!(error instanceof PartnerDown) || attempt === ATTEMPTS_MAX || !hasTime) throw error
        await pause(pauseMs)
      }
    }
  }

  return { consult, close: () => pool.destroy() }
}

/** Exponential backoff with full jitter, so that callers that failed together do not retry together. */
function jitter(attempt: number): number {
  return Math.random() * PAUSE_MS * 2 ** attempt
}

async function ask(
  pool: Pool,
  request: Dispatcher.RequestOptions,
  question: BilletQuestion,
  timeoutMs: number,
): Promise<Consultation> {
  const { barcode, payment_date } = question
  const { status, text } = await call(pool, { ...request, body: JSON.stringify({ barcode, payment_date }) }, timeoutMs)
  return understand(status, text, question)
}

function understand(status: number, text: string, question: BilletQuestion): Consultation {
  if (status === 200) return { outcome: 'FOUND', billet: believe(parseAnswer(text), question) }
  if (status === 404) return { outcome: absence(parseAnswer(text), question) }
  throw new PartnerUnusable(`ANSWERED_${status}`)
}

/** A bare 404 may come from any proxy. Only one that contains the barcode is the registry's own answer. */
function absence(answer: unknown, { barcode }: BilletQuestion): 'BILLET_NOT_FOUND' | 'BANK_NOT_FOUND' {
  const { code, barcode: named } = (answer ?? {}) as { code?: unknown; barcode?: unknown }
  if (named === barcode && (code === 'BILLET_NOT_FOUND' || code === 'BANK_NOT_FOUND')) return code
  throw new PartnerUnusable('ABSENCE_NOT_NAMED')
}
