import type { Clock } from '../../base/clock.ts'
import type { Settings } from '../../base/config/settings.ts'
import type { KeySource } from '../../gate/auth/issuer-keys.ts'
import { openClaimsVerifier } from '../../gate/auth/platform-token.ts'
import { nameOf, type Person, SUBJECT_LENGTH_MAX } from './person.ts'
import { openRoleReader } from './read-roles.ts'
import type { peopleSettings } from './settings.ts'

export type VerifyAccessToken = (token: string) => Promise<Omit<Person, 'network'>>

/**
 * Who comes with an access token instead of a session: a machine, or a person at the command line. What it says of roles is
 * believed until it expires. Undefined where no audience is set: then no token opens the desk.
 */
export function openAccessTokens(
  settings: Settings<typeof peopleSettings>,
  keyFor: KeySource,
  clock: Clock,
): VerifyAccessToken | undefined {
  const { DESK_AUDIENCE: audience, DESK_OIDC_ISSUER: issuer, DESK_TOKEN_TYPE: type } = settings
  if (audience === undefined) return undefined
  const readRoles = openRoleReader(settings.DESK_ROLES_CLAIM, settings.DESK_ROLES)
  const algorithms = settings.DESK_OIDC_ALGORITHMS.split(',')
  const rules = { issuer, audience, algorithms, type, lifeMaxSeconds: settings.OIDC_TOKEN_LIFE_MAX_SECONDS }
  return openClaimsVerifier(rules, keyFor, clock, (claims, hash) => {
    const { sub, jti } = claims
    if (sub.length === 0 || sub.length > SUBJECT_LENGTH_MAX) return undefined
    const client = clientOf(claims)
    return {
      id: sub,
      name: nameOf(claims, client ?? sub),
      // Only the client that people are known to use speaks for people. Whatever else comes is a machine.
      kind: client !== undefined && client === settings.DESK_CLI_CLIENT_ID ? 'person' : 'machine',
      roles: readRoles(claims) ?? [],
      credential_id: typeof jti === 'string' && jti !== '' ? jti.slice(0, 255) : hash,
    }
  })
}

/** By RFC 9068, as Keycloak calls it, and as Entra ID did first. */
function clientOf(claims: Record<string, unknown>): string | undefined {
  const { client_id, azp, appid } = claims
  return [client_id, azp, appid].find((client) => typeof client === 'string')
}
