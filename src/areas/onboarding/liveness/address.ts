import { createHmac } from 'node:crypto'
import { isOneOf, type KeyRing } from '../../../base/key-ring.ts'

/** What an address of the page leads to. */
export interface LivenessKey {
  user_id: string
  onboarding_id: string
  liveness_id: string
  generation: number
}

/**
 * Makes and reads the addresses of the page. An address is the three ids and the generation under a code that only the
 * gateway can make: it is kept nowhere, says nothing about a person, and cannot be guessed from another one.
 */
export interface LivenessAddresses {
  /** The address somebody is sent. */
  urlOf(key: LivenessKey): string
  /** What the token is for, or undefined when this gateway never made it. Asks nobody, and takes the same time for all. */
  read(token: string): LivenessKey | undefined
}

export const LIVENESS_PATH = '/liveness'
const IDS_BYTES = 3 * 16 + 2
const CODE_BYTES = 18
/** 68 bytes without padding. One token has one spelling: what does not come out the same was not made here. */
const TOKEN = /^[A-Za-z0-9_-]{91}$/

export function openLivenessAddresses(ring: KeyRing, publicUrl: string | undefined): LivenessAddresses {
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
      // What is no token is compared all the same, with a code that none has.
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
