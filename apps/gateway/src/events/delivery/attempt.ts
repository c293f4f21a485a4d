import { request } from 'undici'
import { systemClock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Cipher } from '../../platform/encryption.ts'
import type { Egress, EgressDispatcher } from '../../platform/http/egress.ts'
import { withoutHidden } from '../../platform/unicode-text.ts'
import { sign } from '../signature.ts'
import type { DeliveryAttempt, LeasedDelivery } from './delivery.ts'
import type { deliverySettings } from './settings.ts'

/** The HKDF info string for the key of webhook secrets. Another text gives another key. */
export const WEBHOOK_SECRETS = 'webhook secrets'

const ANSWER_BYTES_MAX = 64 * 1024
const EXCERPT_LENGTH_MAX = 500
const ADDRESS_REFUSED = 'ADDRESS_REFUSED'

export interface Sending {
  egress: Egress
  webhookSeal: Cipher
  settings: Settings<typeof deliverySettings>
}

export interface AttemptResult {
  heard: boolean
  attempt: DeliveryAttempt
}

/**
 * Sends one POST of one event. A missing response is an ordinary outcome. It throws DecryptionError when the endpoint's
 * secrets cannot be decrypted: then nothing is sent, and the operator has to act.
 */
export async function makeAttempt(sending: Sending, delivery: LeasedDelivery, now: Date): Promise<AttemptResult> {
  const started = performance.now()
  const way = sending.egress.wayOf(delivery.user_id, delivery.networks)
  const secrets = decryptSecrets(sending.webhookSeal, delivery)
  const answer = await send(sending, way, delivery, secrets)
  const { status_code = 0 } = answer
  const heard = status_code >= 200 && status_code < 300
  const took = { attempted_at: now.toISOString(), duration_ms: Math.round(performance.now() - started) }
  return { heard, attempt: { ...took, ...(way.isConfidential(delivery.url) ? withheld(heard, answer) : answer) } }
}

type AttemptOutcome = Pick<DeliveryAttempt, 'status_code' | 'error' | 'response_excerpt'>

/**
 * The result shown for an endpoint in a private network: only success or failure. Otherwise an endpoint could be used
 * to probe the operator's network. A URL that was rejected before any connection is shown as it is.
 */
function withheld(heard: boolean, { error }: AttemptOutcome): AttemptOutcome {
  if (heard) return {}
  return { error: error === ADDRESS_REFUSED ? ADDRESS_REFUSED : 'NOT_HEARD' }
}

async function send(
  { settings }: Sending,
  { dispatcher }: EgressDispatcher,
  delivery: LeasedDelivery,
  secrets: Buffer[],
): Promise<AttemptOutcome> {
  const timeoutMs = settings.WEBHOOK_TIMEOUT_SECONDS * 1000
  try {
    const body = spellEvent(delivery)
    const { statusCode, body: answer } = await request(delivery.url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'eclusa-webhooks/1',
        // The receiver compares this with real time, also where our clock can be advanced.
        ...sign(delivery.event_id, systemClock.now(), body, secrets),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const excerpt = await firstBytes(answer)
    return { status_code: statusCode, ...(excerpt !== '' && { response_excerpt: excerpt }) }
  } catch (error) {
    return { error: whyUnheard(error) }
  }
}

/** The event as `GET /v1/events/{id}` returns it. The bytes are the same in every attempt. */
function spellEvent(delivery: LeasedDelivery): string {
  const { event_id: id, event_user_id: user_id, type, object_id, sequence, data, request_id, created_at } = delivery
  const product_id = delivery.product_id ?? undefined
  return JSON.stringify({ id, user_id, product_id, type, object_id, sequence, data, request_id, created_at })
}

function decryptSecrets(seal: Cipher, { secret, previous_secret, endpoint_id }: LeasedDelivery): Buffer[] {
  return [secret, ...(previous_secret ? [previous_secret] : [])].map((sealed) => seal.open(sealed, endpoint_id))
}

/** Only the status decides the outcome. A short excerpt of the body is stored, and no more is read than it needs. */
async function firstBytes(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of answer) {
      length += chunk.length
      chunks.push(chunk)
      if (length >= ANSWER_BYTES_MAX) break
    }
  } catch {
    // A response that breaks off after its status still counts.
  }
  const text = Buffer.concat(chunks)
    .subarray(0, EXCERPT_LENGTH_MAX * 4)
    .toString()
  return withoutHidden(text)
    .replaceAll(/[\t\n]+/g, ' ')
    .slice(0, EXCERPT_LENGTH_MAX)
    .trim()
}

const reasons: Record<string, string> = {
  EGRESS_REFUSED: ADDRESS_REFUSED,
  ENOTFOUND: 'NAME_NOT_FOUND',
  ENODATA: 'NAME_NOT_FOUND',
  ESERVFAIL: 'NAME_NOT_FOUND',
  ETIMEOUT: 'NAME_NOT_FOUND',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
}

/** A fixed code for the delivery log. The error's own text is omitted, because it may contain internal addresses. */
function whyUnheard(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string | number }
  if (name === 'TimeoutError') return 'TIMEOUT'
  if (typeof code !== 'string') return 'CONNECTION_FAILED'
  return reasons[code] ?? (/CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'CERTIFICATE_REFUSED' : 'CONNECTION_FAILED')
}
