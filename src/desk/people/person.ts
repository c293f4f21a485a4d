import type { Role } from '../role.ts'

/** Who has come in, as the institution's issuer says: a person with a session, or a machine with a token. */
export interface Person {
  /** The issuer's `sub`: what the journal holds them by. */
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
