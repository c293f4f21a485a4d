import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Standard Webhooks 1.0: HMAC-SHA-256 over `id.timestamp.body`, with secrets in the form `whsec_…`. */

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** The accepted clock difference. An older message may be a replay attack. */
const TOLERANCE_SECONDS = 300

export function makeSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

export function spellSecret(secret: Buffer): string {
  return `${PREFIX}${secret.toString('base64')}`
}

export function readSecret(spelled: string): Buffer {
  const secret = Buffer.from(spelled.startsWith(PREFIX) ? spelled.slice(PREFIX.length) : spelled, 'base64')
  if (secret.length < 16) throw new Error('this is not a webhook secret: whsec_ and at least 24 characters of base64')
  return secret
}

export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** One signature per secret, so that a receiver may have either of the two during a rotation. */
export function sign(id: string, at: Date, body: string, secrets: Buffer[]): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${mac(secret, id, timestamp, body).toString('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Why a received webhook is invalid, or undefined when it is genuine and recent. */
export function signatureRefusal(headers: SignedHeaders, body: string, secret: Buffer, now: Date): string | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!/^\d+$/.test(timestamp)) return 'webhook-timestamp is not a number of seconds'
  const age = now.getTime() / 1000 - Number(timestamp)
  if (Math.abs(age) > TOLERANCE_SECONDS)
    return `webhook-timestamp is ${Math.abs(Math.round(age))} s ${age > 0 ? 'old' : 'ahead'}`
  const expected = mac(secret, id, timestamp, body)
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  const matches = given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  return matches ? undefined : 'no signature is of this secret, id, timestamp and body'
}

function mac(secret: Buffer, id: string, timestamp: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest()
}
