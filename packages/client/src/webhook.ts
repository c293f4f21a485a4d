import type { events, schemas } from './made/contract.ts'

/** An event. `type` may be one that this version does not know. */
export type WebhookEvent = schemas['Event']
export type WebhookEventType = keyof events

/** Why a webhook is rejected. Answer 400, do nothing, and give the sender no details. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface Webhook {
  /** The exact bytes of the body. A parsed and serialised body differs. */
  body: Uint8Array | ArrayBuffer | string
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
}

/** All valid secrets: two during a rotation. */
export interface VerifyOptions {
  secrets: string | readonly string[]
  /** The tolerated age or clock skew of a webhook. */
  toleranceSeconds?: number
}

const TOLERANCE_SECONDS = 300

/** Verifies a webhook of the gateway and returns its event: signature and time by Standard Webhooks 1.0. */
export async function verifyWebhook(webhook: Webhook, trust: VerifyOptions, now = Date.now()): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(webhook.headers, name),
  ) as [string, string, string]
  const apart = Math.abs(now / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || apart > (trust.toleranceSeconds ?? TOLERANCE_SECONDS))
    throw new WebhookVerificationError('its webhook-timestamp is too far from now')

  const body = bytesOf(webhook.body)
  const signed = joined(encode(`${id}.${timestamp}.`), body)
  if (!(await isSigned(signed, signatures, [trust.secrets].flat())))
    throw new WebhookVerificationError('no signature fits')
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
}

/** Type guard: whether an event has this type, with the type of its data. */
export function isEvent<Type extends WebhookEventType>(
  event: WebhookEvent,
  type: Type,
): event is WebhookEvent & events[Type] {
  return event.type === type
}

/** Any signature with any secret. WebCrypto compares in constant time. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, secrets: readonly string[]): Promise<boolean> {
  const signatures = header.split(' ').flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []))
  const keys = await Promise.all(secrets.map(keyOf))
  const fits = await Promise.all(
    keys.flatMap((key) => signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed))),
  )
  return fits.includes(true)
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes.byteLength === 0) throw new TypeError('a secret of webhooks is whsec_ and base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf(headers: Webhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`it has no header ${name}, or several`)
  return value
}

const encode = (text: string) => new TextEncoder().encode(text)
const bytesOf = (body: Webhook['body']) => (typeof body === 'string' ? encode(body) : new Uint8Array(body))

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.byteLength + body.byteLength)
  whole.set(head)
  whole.set(body, head.byteLength)
  return whole
}

/** Invalid base64 decodes to nothing and matches nothing. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
