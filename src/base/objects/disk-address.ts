import type { Clock } from '../clock.ts'
import { isOneOf, type Key, type KeyRing } from '../key-ring.ts'

/** Where the gateway serves the objects it keeps on disk. */
export const OBJECTS_PATH = '/objects'

/** By whose leave an address is that a user made for itself. */
export const OWN_LEAVE = 'self'

/** What an address lets its bearer do: everything in it is covered by the signature. */
export type Grant = ({ does: 'put'; size: string } | { does: 'get'; name: string; as?: 'inline' }) & {
  key: string
  type: string
  /** By whose leave: the grant it was made under, or `self` for a user's own. Absent when the gateway made it for itself. */
  by?: string
}

export interface Addresses {
  sign(grant: Grant, seconds: number): string
  /** What the address grants, or undefined when it was altered, has run out, or grants something else. */
  verify(does: Grant['does'], key: string, query: Record<string, unknown>): Grant | undefined
}

const seal = (text: string, key: Key) => key.mac('object_address\0', text).toString('base64url')

/** Signed addresses for a store that has no server of its own. */
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
      // Compared as text: the last letter of an encoding has bits to spare, and an altered address is an altered address.
      const text = `${does} ${key} ${new URLSearchParams(members).toString()}`
      const codes = keys.map((one) => Buffer.from(seal(text, one)))
      if (!isOneOf(Buffer.from(String(signature)), codes)) return undefined
      const { expires, ...granted } = members
      return Number(expires) * 1000 > clock.now().getTime() ? ({ does, key, ...granted } as Grant) : undefined
    },
  }
}
