import { findIssuer, LogInFailed } from './issuer.ts'
import { askForTokens, openSession, type Session } from './tokens.ts'

const RETURN_URL = `${location.origin}${import.meta.env.BASE_URL}return`
const LEFT_URL = `${location.origin}${import.meta.env.BASE_URL}left`
const RANDOM_BYTES = 32

/** A log-in that was begun. It is kept while the browser is at the issuer, and says nothing about anybody. */
interface Begun {
  state: string
  nonce: string
  verifier: string
  /** Where somebody wanted to go. */
  path: string
}
const PLACE = 'log-in'

/** Goes to the issuer, and comes back to this path. Nothing is answered any more: the page is about to go. */
export async function begin(path: string): Promise<never> {
  const { authorization_endpoint, client_id, scope, audience } = await findIssuer()
  const begun: Begun = { state: random(), nonce: random(), verifier: random(), path }
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
    // Issuers ask by one of two names for whom the token shall be.
    resource: audience,
    audience,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  location.replace(url)
  return new Promise(() => {})
}

/** What the issuer came back with. The code in the address is good once, and is taken out of it at once. */
export async function finish(): Promise<{ session: Session; path: string }> {
  const returned = new URLSearchParams(location.search)
  history.replaceState(history.state, '', RETURN_URL)
  const kept = sessionStorage.getItem(PLACE)
  sessionStorage.removeItem(PLACE)
  const begun = kept === null ? undefined : (JSON.parse(kept) as Begun)
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
 * Ends the session at the issuer as well, or else the next log-in would ask nobody anything. Without the id token as a hint:
 * it says who somebody is, and would stand in an address.
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
