import type { Clock } from '../clock.ts'
import { isOneOf, type Key, type KeyRing } from '../key-ring.ts'

/** The path of the gateway for objects that are kept on disk. */
export const OBJECTS_PATH = '/objects'

/** The `by` of a signed address that a user made for itself. */
export const OWN_LEAVE = 'self'

/** What a signed address permits. The signature covers all of it. */
export type Grant = ({ does: 'put'; size: string } | { does: 'get'; name: string; as?: 'inline' }) & {
  key: string
  type: string
  /** The grant it was made under, or `self` for a user's own. Absent when the gateway made it for itself. */
  by?: string
}

export interface Addresses {
  sign(grant: Grant, seconds: number): string
  /** What the address permits, or undefined when it was altered, has expired, or permits something else. */
  verify(does: Grant['does'], key: string, query: Record<string, unknown>): Grant | undefined
}

const seal = (text: string, key: Key) => key.mac('object_address\0', text).toString('base64url')

/** Signed addresses for a store without a server of its own. */
export function openAddresses(baseUrl: string, { newest, keys }: KeyRing, clock: Clock): Addresses {
  return {
    sign({ does, key, ...members }, seconds) {
      const expires = String(Math.floor(clock.now().getTime() / 1000) + seconds)
      const query = new URLSearchParams({ ...members, expires })
      query.set('signature', seal(`${does} ${key} ${query.toString()}`, newest))
      return `${baseUrl}${OBJECTS_PATH}/${key}?${query.toString()}`
    },
    verify(does, key, query) {
      const { signature, ...members } = query as Record<string, string>
      // Compared as text: the last letter of a base64 text has spare bits, and an address with other spare bits counts as
      // altered.
      const text = `${does} ${key} ${new URLSearchParams(members).toString()}`
      const codes = keys.map((one) => Buffer.from(seal(text, one)))
      if (!isOneOf(Buffer.from(String(signature)), codes)) return undefined
      const { expires, ...granted } = members
      return Number(expires) * 1000 > clock.now().getTime() ? ({ does, key, ...granted } as Grant) : undefined
    },
  }
}
