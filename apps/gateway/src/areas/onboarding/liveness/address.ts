import { createHmac } from 'node:crypto'
import { isOneOf, type KeyRing } from '../../../platform/key-ring.ts'

/** The data in the token of a liveness page. */
export interface LivenessKey {
  user_id: string
  onboarding_id: string
  liveness_id: string
  generation: number
}

/**
 * Creates and verifies the tokens of the liveness page. A token is three ids and the generation, with a message
 * authentication code of the gateway. It is not stored, contains no personal data, and cannot be derived from another
 * token.
 */
export interface LivenessAddresses {
  /** The URL that the integrator sends to the person. */
  urlOf(key: LivenessKey): string
  /** The decoded token, or undefined when this gateway did not issue it. Uses no database, and takes constant time. */
  read(token: string): LivenessKey | undefined
}

export const LIVENESS_PATH = '/liveness'
const IDS_BYTES = 3 * 16 + 2
const CODE_BYTES = 18
/** 68 bytes in base64url without padding. A token has one spelling: other spellings of the same bytes are rejected. */
const TOKEN = /^[A-Za-z0-9_-]{91}$/

export function createLivenessAddresses(ring: KeyRing, publicUrl: string | undefined): LivenessAddresses {
  const keys = ring.keys.map((key) => key.of('liveness addresses'))
  const codesOf = (ids: Buffer) =>
    keys.map((key) => createHmac('sha256', key).update(ids).digest().subarray(0, CODE_BYTES))

  return {
    urlOf(liveness) {
      const ids = idsOf(liveness)
      const token = Buffer.concat([ids, codesOf(ids)[0]!]).toString('base64url')
      return `${publicUrl ?? ''}${LIVENESS_PATH}/${token}`
    },
    read(token) {
      const well = TOKEN.test(token)
      // A malformed token is compared too, with a code that never matches, so that the time stays constant.
      const bytes = well ? Buffer.from(token, 'base64url') : Buffer.alloc(IDS_BYTES + CODE_BYTES)
      const ids = bytes.subarray(0, IDS_BYTES)
      const good = isOneOf(bytes.subarray(IDS_BYTES), codesOf(ids))
      return good && well && bytes.toString('base64url') === token ? keyOf(ids) : undefined
    },
  }
}

function idsOf({ user_id, onboarding_id, liveness_id, generation }: LivenessKey): Buffer {
  const bytes = Buffer.alloc(IDS_BYTES)
  ;[user_id, onboarding_id, liveness_id].forEach((id, at) => bytes.write(id.replaceAll('-', ''), at * 16, 'hex'))
  bytes.writeUInt16BE(generation, IDS_BYTES - 2)
  return bytes
}

function keyOf(ids: Buffer): LivenessKey {
  const [user_id, onboarding_id, liveness_id] = [0, 16, 32].map((at) => uuidOf(ids.toString('hex', at, at + 16)))
  return {
    user_id: user_id!,
    onboarding_id: onboarding_id!,
    liveness_id: liveness_id!,
    generation: ids.readUInt16BE(IDS_BYTES - 2),
  }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
