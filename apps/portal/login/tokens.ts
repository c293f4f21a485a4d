import { findIssuer, LogInFailed, type PortalIssuer } from './issuer.ts'

/** The session and its tokens. They are only in the memory of this page. */
export interface PortalSession {
  access_token: string
  refresh_token: string | undefined
  name: string
  user_id: string
  /** When the access token was issued and when it expires, by the clock of this page. */
  since: number
  until: number
}

interface TokenResponse {
  access_token?: string
  refresh_token?: string
  id_token?: string
  expires_in?: number
}

/** Requests tokens, with a code or a refresh token. */
export async function askForTokens(asked: Record<string, string>): Promise<TokenResponse> {
  const { token_endpoint, client_id, audience } = await findIssuer()
  const response = await fetch(token_endpoint, {
    method: 'POST',
    credentials: 'omit',
    cache: 'no-store',
    body: new URLSearchParams({ client_id, resource: audience, ...asked }),
  }).catch(() => {
    throw new LogInFailed('ISSUER_SILENT')
  })
  if (!response.ok) throw new LogInFailed(response.status < 500 ? 'REFUSED' : 'ISSUER_SILENT')
  return (await response.json()) as TokenResponse
}

const CLOCKS_MS = 60_000
/** expires_in is recommended and not required. */
const LASTS_SECONDS = 300

/**
 * Checks the token response. The signature is not verified here, because the id token came directly from the issuer. The
 * gateway verifies the access token at every call.
 */
export function openSession(told: TokenResponse, issuer: PortalIssuer, nonce: string): PortalSession {
  const { access_token, id_token, refresh_token, expires_in = LASTS_SECONDS } = told
  if (!access_token || !id_token) throw new LogInFailed('NOT_BELIEVED')
  const claims = readClaims(id_token)
  const isForUs =
    [claims['aud']].flat().includes(issuer.client_id) && (claims['azp'] ?? issuer.client_id) === issuer.client_id
  const isNow = Number(claims['exp']) * 1000 > Date.now() - CLOCKS_MS
  if (claims['iss'] !== issuer.issuer || claims['nonce'] !== nonce || !isForUs || !isNow)
    throw new LogInFailed('NOT_BELIEVED')
  const user_id = String(claims['sub'])
  return {
    access_token,
    refresh_token,
    user_id,
    name: String(claims['name'] ?? user_id),
    since: Date.now(),
    until: Date.now() + expires_in * 1000,
  }
}

/** The same session with refreshed tokens. */
export function renewed(
  session: PortalSession,
  { access_token, refresh_token, id_token, expires_in }: TokenResponse,
): PortalSession {
  if (!access_token) throw new LogInFailed('NOT_BELIEVED')
  if (id_token && readClaims(id_token)['sub'] !== session.user_id) throw new LogInFailed('NOT_BELIEVED')
  return {
    ...session,
    access_token,
    refresh_token: refresh_token ?? session.refresh_token,
    since: Date.now(),
    until: Date.now() + (expires_in ?? LASTS_SECONDS) * 1000,
  }
}

function readClaims(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (sign) => sign.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    throw new LogInFailed('NOT_BELIEVED')
  }
}
