import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import type { Clock } from '../../base/clock.ts'
import type { Settings } from '../../base/config/settings.ts'
import { IssuerUnavailable } from '../../gate/auth/issuer-keys.ts'
import type { Role } from '../role.ts'
import { ANOTHER_PERSON, isEnded, judgeFailure } from './failure.ts'
import { fetchBounded, IssuerSilent, TIMEOUT_MS } from './fetch-bounded.ts'
import { type Authentication, type FreshLogin, readAuthentication } from './fresh-login.ts'
import type { LoginUnderWay } from './login-under-way.ts'
import { NotBelieved } from './not-believed.ts'
import { nameOf, personIdOf, SUBJECT_LENGTH_MAX } from './person.ts'
import { openRoleReader } from './read-roles.ts'
import type { peopleSettings } from './settings.ts'

/** What the issuer publishes about itself is asked for again after this long. */
const METADATA_MS = 3_600_000
/** An issuer that did not answer is not asked for roles again for this long: who only reads does not wait for it. */
const AWAY_MS = 10_000
const TOLERANCE_SECONDS = 5

/** Somebody, as the issuer says at this moment. */
export interface Seen extends Authentication {
  person_id: string
  /** The `sub` of the desk's own client. It may differ from the person's id. */
  subject: string
  person_name: string
  roles: Role[]
  refresh_token: string | undefined
}

/** The issuer at which people of the institution log in. It is spoken with outside of any transaction. */
export interface Issuer {
  /** Where somebody is sent to log in, and what has to be known when they come back. */
  begin(how: { fresh: boolean }): Promise<{ url: URL; login: Omit<LoginUnderWay, 'return_to'> }>
  finish(returned: URL, login: LoginUnderWay): Promise<Seen>
  /** Looks again, by the refresh token. Undefined when the issuer has ended what began with the log-in. */
  look(whose: Pick<Seen, 'person_id' | 'subject'>, refreshToken: string): Promise<Seen | undefined>
  /** Where the session of the issuer itself is ended, if it offers that. */
  endSessionUrl(): Promise<URL | undefined>
}

export function openIssuer(
  settings: Settings<typeof peopleSettings>,
  clock: Clock,
  { isFresh }: Pick<FreshLogin, 'isFresh'>,
): Issuer {
  const redirect_uri = `${settings.DESK_URL}/login/return`
  const readRoles = openRoleReader(settings.DESK_ROLES_CLAIM, settings.DESK_ROLES)
  const configured = openConfiguration(settings)
  let awayUntil = 0

  /** From the id token, and from userinfo where the issuer tells of roles only there. */
  const read = async (
    configuration: Configuration,
    tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
    expected?: Pick<Seen, 'person_id' | 'subject'>,
  ): Promise<Seen> => {
    const claims = tokens.claims()
    if (claims) refuseOdd(claims, settings.DESK_OIDC_CLIENT_ID, clock.now())
    const subject = claims?.sub ?? expected?.subject
    const person_id = claims ? personIdOf(claims, settings.DESK_PERSON_CLAIM) : expected?.person_id
    if (person_id === undefined || subject === undefined) throw new NotBelieved('PERSON_CLAIM_MISSING')
    if (expected && (subject !== expected.subject || person_id !== expected.person_id))
      throw new NotBelieved(ANOTHER_PERSON)
    const told = (claims && readRoles(claims)) !== undefined
    const asks = !told && configuration.serverMetadata().userinfo_endpoint !== undefined
    const all = asks
      ? { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, subject)) }
      : (claims ?? {})
    const { refresh_token } = tokens
    const authentication = readAuthentication(claims ?? {})
    return {
      person_id,
      subject,
      person_name: nameOf(all, person_id),
      roles: readRoles(all) ?? [],
      refresh_token,
      ...authentication,
    }
  }

  return {
    async begin({ fresh }) {
      const login = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), fresh }
      const { DESK_ACR, DESK_FRESH_SECONDS, DESK_SESSION_HOURS } = settings
      // An issuer that is asked for max_age has to say auth_time: it is asked at every login, so that a new one counts as such.
      const max_age = fresh ? DESK_FRESH_SECONDS : DESK_SESSION_HOURS * 3_600
      const url = buildAuthorizationUrl(await configured(), {
        redirect_uri,
        scope: settings.DESK_OIDC_SCOPE,
        state: login.state,
        nonce: login.nonce,
        code_challenge: await calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: 'S256',
        ...(fresh && { prompt: 'login' }),
        ...(DESK_FRESH_SECONDS !== undefined && { max_age: String(max_age) }),
        ...(DESK_ACR !== undefined && { acr_values: DESK_ACR }),
      })
      return { url, login }
    },

    async finish(returned, { state, nonce, verifier, fresh }) {
      const configuration = await configured()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      try {
        const seen = await read(configuration, await authorizationCodeGrant(configuration, returned, checks))
        // Otherwise the person would be sent to the issuer and back without end.
        if (fresh && !isFresh(seen)) throw new NotBelieved('LOGIN_NOT_FRESH')
        return seen
      } catch (error) {
        throw judgeFailure(error)
      }
    },

    async look(whose, refreshToken) {
      if (awayUntil > performance.now()) throw new IssuerUnavailable()
      try {
        const configuration = await configured()
        return await read(configuration, await refreshTokenGrant(configuration, refreshToken), whose)
      } catch (error) {
        if (isEnded(error)) return undefined
        const judged = judgeFailure(error)
        // What one person's token brings about is not held against the issuer: only its silence is.
        if (judged instanceof IssuerSilent) awayUntil = performance.now() + AWAY_MS
        throw judged instanceof IssuerUnavailable ? judged : new IssuerUnavailable(judged)
      }
    },

    async endSessionUrl() {
      const configuration = await configured()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
      // Without the id token as a hint: it says who somebody is, and would stand in an address.
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${settings.DESK_URL}/` })
    },
  }
}

/** What the library leaves to us: who a token was given to, where it says so, when it was made, and how long a name is. */
function refuseOdd({ azp, iat, sub }: IDToken, client_id: string, now: Date): void {
  if (azp !== undefined && azp !== client_id) throw new NotBelieved('ID_TOKEN_OF_ANOTHER_CLIENT')
  if (iat > now.getTime() / 1000 + TOLERANCE_SECONDS) throw new NotBelieved('ID_TOKEN_FROM_THE_FUTURE')
  if (sub.length === 0 || sub.length > SUBJECT_LENGTH_MAX) throw new NotBelieved('SUBJECT_LENGTH')
}

/** What the issuer publishes about itself, asked for once by all who wait for it, and kept while it does not answer. */
function openConfiguration(settings: Settings<typeof peopleSettings>): () => Promise<Configuration> {
  const { DESK_OIDC_ISSUER: issuer, DESK_OIDC_CLIENT_ID: id, DESK_OIDC_CLIENT_SECRET: secret } = settings
  let kept: { configuration: Configuration; at: number } | undefined
  let asking: Promise<Configuration> | undefined

  const ask = async () => {
    const configuration = await discovery(
      new URL(issuer),
      id,
      { [clockTolerance]: TOLERANCE_SECONDS },
      secret === undefined ? None() : ClientSecretPost(secret),
      {
        [customFetch]: fetchBounded,
        timeout: TIMEOUT_MS / 1000,
        // The signature of an id token is verified, although it comes by a connection that was: one more wall.
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      },
    )
    if (configuration.serverMetadata().issuer !== issuer) throw new Error('the discovery document names another issuer')
    kept = { configuration, at: performance.now() }
    return configuration
  }
  return async () => {
    if (kept && performance.now() - kept.at < METADATA_MS) return kept.configuration
    asking ??= ask().finally(() => (asking = undefined))
    try {
      return await asking
    } catch (error) {
      if (kept) return kept.configuration
      throw new IssuerUnavailable(error)
    }
  }
}
