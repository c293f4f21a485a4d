import { withoutHidden } from '../../platform/unicode-text.ts'
import type { Role } from '../role.ts'
import type { Authentication } from './fresh-login.ts'
import type { Claims } from './read-roles.ts'

/** The authenticated caller: a person with a session, or a machine with a token. */
export interface Person extends Authentication {
  /** The value of DESK_PERSON_CLAIM: equal in every token of this person, in the browser and at the command line. */
  id: string
  name: string
  kind: 'person' | 'machine'
  roles: readonly Role[]
  /** The id of the session or of the token (`jti`). */
  credential_id: string
  /** The client address. */
  network: string
}

/** Who decided, as shown beside a decision: a readable name, and the id in the journal. */
export const signatureOf = ({ id, name }: Person) => `${name} (${id})`

/** By OpenID Connect. */
export const SUBJECT_LENGTH_MAX = 255

/** Undefined where the claim is absent or cannot be stored as it is: such a token is rejected. */
export function personIdOf(claims: Claims, claim: string): string | undefined {
  const id = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return typeof id === 'string' && id.length > 0 && id.length <= SUBJECT_LENGTH_MAX ? id : undefined
}
const NAME_LENGTH_MAX = 200

/** A display name, on one line and of limited length. */
export function nameOf({ name, preferred_username }: Claims, otherwise: string): string {
  const called = [name, preferred_username]
    .map((given) => (typeof given === 'string' ? withoutHidden(given).replaceAll(/\s+/g, ' ').trim() : ''))
    .find((given) => given !== '')
  return (called ?? otherwise).slice(0, NAME_LENGTH_MAX)
}
