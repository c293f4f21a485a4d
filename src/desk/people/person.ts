import { withoutHidden } from '../../base/unicode-text.ts'
import type { Role } from '../role.ts'
import type { Authentication } from './fresh-login.ts'
import type { Claims } from './read-roles.ts'

/** Who has come in, as the institution's issuer says: a person with a session, or a machine with a token. */
export interface Person extends Authentication {
  /** The value of DESK_PERSON_CLAIM: equal in every token of this person, in the browser and at the command line. */
  id: string
  name: string
  kind: 'person' | 'machine'
  roles: readonly Role[]
  /** The session or the token (`jti`) they came with. */
  credential_id: string
  /** The address they came from. */
  network: string
}

/** Who decided, as it stands beside a decision: a name that people read, and the id that the journal holds them by. */
export const signatureOf = ({ id, name }: Person) => `${name} (${id})`

/** By OpenID Connect. */
export const SUBJECT_LENGTH_MAX = 255

/** Undefined where the claim is absent or cannot be stored as it is: such a token is refused. */
export function personIdOf(claims: Claims, claim: string): string | undefined {
  const id = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return typeof id === 'string' && id.length > 0 && id.length <= SUBJECT_LENGTH_MAX ? id : undefined
}
const NAME_LENGTH_MAX = 200

/** What somebody is called, on one line and of a length that can be shown. */
export function nameOf({ name, preferred_username }: Claims, otherwise: string): string {
  const called = [name, preferred_username]
    .map((given) => (typeof given === 'string' ? withoutHidden(given).replaceAll(/\s+/g, ' ').trim() : ''))
    .find((given) => given !== '')
  return (called ?? otherwise).slice(0, NAME_LENGTH_MAX)
}
