import { findIssuer, LogInFailed } from './issuer.ts'
import { askForTokens, openSession, type PortalSession } from './tokens.ts'

const RETURN_URL = `${location.origin}${import.meta.env.BASE_URL}return`
const LEFT_URL = `${location.origin}${import.meta.env.BASE_URL}left`
const RANDOM_BYTES = 32

/** Login state, kept while the browser is at the issuer. It contains no personal data. */
interface PendingLogin {
  state: string
  nonce: string
  verifier: string
  /** The requested page. */
  path: string
}
const PLACE = 'log-in'

/** Redirects to the issuer and back to this path. The promise never resolves, because the page is about to unload. */
export async function begin(path: string): Promise<never> {
  const { authorization_endpoint, client_id, scope, audience } = await findIssuer()
  const begun: PendingLogin = { state: random(), nonce: random(), verifier: random(), path }
  sessionStorage.setItem(PLACE, JSON.stringify(begun))
  const url = new URL(authorization_endpoint)
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri: RETURN_URL,
    scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await challenge(begun.verifier),
    code_challenge_method: 'S256',
    // Issuers use one of two parameters for the audience.
    resource: audience,
    audience,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  location.replace(url)
  return new Promise(() => {})
}

/** Handles the return from the issuer. The code is valid once, and is removed from the URL at once. */
export async function finish(): Promise<{ session: PortalSession; path: string }> {
  const returned = new URLSearchParams(location.search)
  history.replaceState(history.state, '', RETURN_URL)
  const kept = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  const begun = kept === null ? undefined : (JSON.parse(kept) as PendingLogin)
  if (!begun || returned.get('state') !== begun.state) throw new LogInFailed('NOT_BEGUN_HERE')
  const issuer = await findIssuer()
  if ((returned.get('iss') ?? issuer.issuer) !== issuer.issuer) throw new LogInFailed('NOT_BELIEVED')
  const code = returned.get('code')
  if (code === null) throw new LogInFailed('REFUSED')
  const { verifier, nonce, path } = begun
  const told = await askForTokens({
    grant_type: 'authorization_code',
    code,
    redirect_uri: RETURN_URL,
    code_verifier: verifier,
  })
  return { session: openSession(told, issuer, nonce), path }
}

/**
 * Ends the issuer's session too, or the next login would not prompt. Without id_token_hint: it identifies the person and
 * would be in a URL.
 */
export async function leave(): Promise<void> {
  const { end_session_endpoint, client_id } = await findIssuer()
  if (end_session_endpoint === undefined) return location.replace(LEFT_URL)
  const url = new URL(end_session_endpoint)
  url.searchParams.set('client_id', client_id)
  url.searchParams.set('post_logout_redirect_uri', LEFT_URL)
  location.assign(url)
}

const random = () => spell(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))

const challenge = async (verifier: string) =>
  spell(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

const spell = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
