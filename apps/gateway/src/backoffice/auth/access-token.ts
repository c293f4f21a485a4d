import { refused } from '../../http/auth/auth-failure-reason.ts'
import type { KeySource } from '../../http/auth/issuer-keys.ts'
import { createClaimsVerifier } from '../../http/auth/platform-token.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { readAuthentication } from './fresh-login.ts'
import { PairwiseSubjects, type RefusePairwise } from './pairwise.ts'
import { nameOf, type Person, personIdOf } from './person.ts'
import { createRoleReader } from './read-roles.ts'
import type { peopleSettings } from './settings.ts'

export type VerifyAccessToken = (token: string) => Promise<Omit<Person, 'network'>>

/**
 * A caller with an access token instead of a session: a machine, or a person at the command line. Its roles are valid until
 * it expires. Undefined where no audience is set: then tokens are not accepted.
 */
export function createAccessTokenVerifier(
  settings: Settings<typeof peopleSettings>,
  keyFor: KeySource,
  clock: Clock,
  refusePairwise: RefusePairwise,
): VerifyAccessToken | undefined {
  const { DESK_AUDIENCE: audience, DESK_OIDC_ISSUER: issuer, DESK_TOKEN_TYPE: type } = settings
  if (audience === undefined) return undefined
  const readRoles = createRoleReader(settings.DESK_ROLES_CLAIM, settings.DESK_ROLES)
  const algorithms = settings.DESK_OIDC_ALGORITHMS.split(',')
  const rules = { issuer, audience, algorithms, type, lifeMaxSeconds: settings.OIDC_TOKEN_LIFE_MAX_SECONDS }
  const verify = createClaimsVerifier(rules, keyFor, clock, (claims, hash) => {
    const { jti } = claims
    const id = personIdOf(claims, settings.DESK_PERSON_CLAIM)
    if (id === undefined) return undefined
    const client = clientOf(claims)
    return {
      id,
      name: nameOf(claims, client ?? id),
      // Only the configured client acts for people. Every other client is a machine.
      kind: client !== undefined && client === settings.DESK_CLI_CLIENT_ID ? 'person' : 'machine',
      roles: readRoles(claims) ?? [],
      ...readAuthentication(claims),
      credential_id: typeof jti === 'string' && jti !== '' ? jti.slice(0, 255) : hash,
    } satisfies Omit<Person, 'network'>
  })
  return async (token) => {
    const person = await verify(token)
    // Only with an issuer that was unavailable at the start. Otherwise the process would not have started.
    await refusePairwise().catch((error: unknown) => {
      throw error instanceof PairwiseSubjects ? refused('SUBJECT_IS_PAIRWISE') : error
    })
    return person
  }
}

/** The claim of RFC 9068, that of Keycloak, and that of the first token version of Entra ID. */
function clientOf(claims: Record<string, unknown>): string | undefined {
  const { client_id, azp, appid } = claims
  return [client_id, azp, appid].find((client) => typeof client === 'string')
}
