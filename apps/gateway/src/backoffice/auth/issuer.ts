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
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Role } from '../role.ts'
import { ANOTHER_PERSON, isEnded, judgeFailure } from './failure.ts'
import { fetchBounded, IssuerSilent, TIMEOUT_MS } from './fetch-bounded.ts'
import { type Authentication, type FreshLogin, readAuthentication } from './fresh-login.ts'
import type { LoginUnderWay } from './login-state-cookie.ts'
import { nameOf, personIdOf, SUBJECT_LENGTH_MAX } from './person.ts'
import { createRoleReader } from './read-roles.ts'
import type { peopleSettings } from './settings.ts'
import { NotBelieved } from './untrusted-issuer-response.ts'

/** The discovery document is fetched again after this long. */
const METADATA_MS = 3_600_000
/** After a failure the issuer is not asked for roles again for this long, so that readers do not wait for it. */
const AWAY_MS = 10_000
const TOLERANCE_SECONDS = 5

/** A person with the issuer's current claims. */
export interface CurrentIdentity extends Authentication {
  person_id: string
  /** The `sub` for the desk's own client. It may differ from the person's id. */
  subject: string
  person_name: string
  roles: Role[]
  refresh_token: string | undefined
}

/** OIDC client for the institution's issuer. It is never called inside a transaction. */
export interface BackofficeIssuer {
  /** The login address, and the state for the return. */
  begin(how: { fresh: boolean }): Promise<{ url: URL; login: Omit<LoginUnderWay, 'return_to'> }>
  finish(returned: URL, login: LoginUnderWay): Promise<CurrentIdentity>
  /** Reads the claims again with the refresh token. Undefined when the issuer has ended the login. */
  look(
    whose: Pick<CurrentIdentity, 'person_id' | 'subject'>,
    refreshToken: string,
  ): Promise<CurrentIdentity | undefined>
  /** The logout address of the issuer, if it has one. */
  endSessionUrl(): Promise<URL | undefined>
}

export function createBackofficeIssuer(
  settings: Settings<typeof peopleSettings>,
  clock: Clock,
  { isFresh }: Pick<FreshLogin, 'isFresh'>,
): BackofficeIssuer {
  const redirect_uri = `${settings.DESK_URL}/login/return`
  const readRoles = createRoleReader(settings.DESK_ROLES_CLAIM, settings.DESK_ROLES)
  const configured = discoverIssuer(settings)
  let awayUntil = 0

  /** From the id token, or from userinfo where only that has the roles. */
  const read = async (
    configuration: Configuration,
    tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
    expected?: Pick<CurrentIdentity, 'person_id' | 'subject'>,
  ): Promise<CurrentIdentity> => {
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
      // With max_age the issuer must return auth_time. It is requested at every login, so that a new login counts as recent.
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
        // Otherwise the person would be redirected to the issuer and back without end.
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
        // An error of one person's token does not count against the issuer. Only missing responses do.
        if (judged instanceof IssuerSilent) awayUntil = performance.now() + AWAY_MS
        throw judged instanceof IssuerUnavailable ? judged : new IssuerUnavailable(judged)
      }
    },

    async endSessionUrl() {
      const configuration = await configured()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
      // Without id_token_hint: it identifies the person and would be in a URL.
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${settings.DESK_URL}/` })
    },
  }
}

/** Checks that the library does not make: authorised party, issue time, and the length of a name. */
function refuseOdd({ azp, iat, sub }: IDToken, client_id: string, now: Date): void {
  if (azp !== undefined && azp !== client_id) throw new NotBelieved('ID_TOKEN_OF_ANOTHER_CLIENT')
  if (iat > now.getTime() / 1000 + TOLERANCE_SECONDS) throw new NotBelieved('ID_TOKEN_FROM_THE_FUTURE')
  if (sub.length === 0 || sub.length > SUBJECT_LENGTH_MAX) throw new NotBelieved('SUBJECT_LENGTH')
}

/** Discovery document: fetched once for all concurrent callers, and kept while the issuer does not respond. */
function discoverIssuer(settings: Settings<typeof peopleSettings>): () => Promise<Configuration> {
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
        // The signature of an id token is verified although the connection was authenticated: defence in depth.
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
