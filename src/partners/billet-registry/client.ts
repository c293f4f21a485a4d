import { setTimeout as pause } from 'node:timers/promises'
import { type Dispatcher, errors, Pool } from 'undici'
import { openBreaker } from './breaker.ts'
import { RegistryAvoided, RegistryDown, RegistryUnusable } from './failure.ts'
import { type BilletQuestion, believe, type RegisteredBillet } from './registered-billet.ts'

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 32 * 1024
const ATTEMPTS_MAX = 3
/** The first attempt may use this share of the whole time, so that a stuck one leaves time for another. */
const ATTEMPT_SHARE = 0.4
const PAUSE_MS = 100

export type Consultation =
  | { outcome: 'FOUND'; billet: RegisteredBillet }
  | { outcome: 'BILLET_NOT_FOUND' }
  | { outcome: 'BANK_NOT_FOUND' }

/** What the digits of a billet do not hold. Every way not to know is thrown as a RegistryFailure, within the time-out. */
export interface BilletRegistry {
  consult(question: BilletQuestion): Promise<Consultation>
  close(): Promise<void>
}

export interface RegistryOptions {
  /** Undefined where the gateway runs without a registry: every consultation then fails as if it were down. */
  url: string | undefined
  token: string | undefined
  /** For the whole consultation, retries and pauses included. */
  timeoutMs: number
}

export function openBilletRegistry({ url, token, timeoutMs }: RegistryOptions): BilletRegistry {
  if (url === undefined) {
    return { consult: () => Promise.reject(new RegistryAvoided('NOT_CONFIGURED')), close: () => Promise.resolve() }
  }
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, maxResponseSize: ANSWER_BYTES_MAX })
  const breaker = openBreaker()
  const request: Dispatcher.RequestOptions = {
    method: 'POST',
    path: `${pathname.replace(/\/$/, '')}/v1/billet-consultations`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }

  /** A consultation changes nothing at the registry, so asking again is always allowed. */
  async function consult(question: BilletQuestion): Promise<Consultation> {
    const endsAt = performance.now() + timeoutMs
    for (let attempt = 1; ; attempt += 1) {
      const attemptMs = Math.min(timeoutMs * ATTEMPT_SHARE, endsAt - performance.now())
      try {
        return await breaker.run(() => ask(pool, request, question, attemptMs))
      } catch (error) {
        const pauseMs = jitter(attempt)
        const hasTime = performance.now() + pauseMs < endsAt
        if (!(error instanceof RegistryDown) || attempt === ATTEMPTS_MAX || !hasTime) throw error
        await pause(pauseMs)
      }
    }
  }

  return { consult, close: () => pool.destroy() }
}

/** Anywhere up to twice as long each time: callers that failed together do not come back together. */
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
  // One signal for the wait in the queue, the connection, the headers and the body: a slow drip is slow too.
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const { statusCode, text } = await pool
    .request({ ...request, body: JSON.stringify({ barcode, payment_date }), signal })
    .then(async ({ statusCode, body }) => ({ statusCode, text: await body.text() }))
    .catch((cause: unknown) => {
      if (cause instanceof errors.ResponseExceededMaxSizeError)
        throw new RegistryUnusable('ANSWER_TOO_LARGE', { cause })
      throw new RegistryDown(signal.aborted ? 'TIMED_OUT' : 'UNREACHABLE', { cause })
    })
  return understand(statusCode, text, question)
}

function understand(status: number, text: string, question: BilletQuestion): Consultation {
  if (status >= 500 || status === 429) throw new RegistryDown(`ANSWERED_${status}`)
  if (status === 200) return { outcome: 'FOUND', billet: believe(parse(text), question) }
  if (status === 404) return { outcome: absence(parse(text), question) }
  throw new RegistryUnusable(`ANSWERED_${status}`)
}

/** A bare 404 may come from any proxy on the way. Only one that names the billet is the registry's word on it. */
function absence(answer: unknown, { barcode }: BilletQuestion): 'BILLET_NOT_FOUND' | 'BANK_NOT_FOUND' {
  const { code, barcode: named } = (answer ?? {}) as { code?: unknown; barcode?: unknown }
  if (named === barcode && (code === 'BILLET_NOT_FOUND' || code === 'BANK_NOT_FOUND')) return code
  throw new RegistryUnusable('ABSENCE_NOT_NAMED')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RegistryUnusable('ANSWER_NOT_JSON', { cause })
  }
}
