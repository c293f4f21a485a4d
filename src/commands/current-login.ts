import { allowInsecureRequests, type Configuration, discovery, None, refreshTokenGrant } from 'openid-client'
import { keepLogin, readLogin } from './login-store.ts'

/** Renewed before it ends, so that it does not end under way. */
const EARLY_MS = 30_000

export function discover(issuer: string, client_id: string): Promise<Configuration> {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), client_id, undefined, None(), { execute })
}

/** The access token of who is logged in at this desk, renewed when it is due. */
export async function currentLogin(desk_url: string): Promise<string> {
  const login = await readLogin()
  if (login?.desk_url !== desk_url) throw new Error(`nobody is logged in at ${desk_url}: run eclusa login`)
  if (login.expires_at - EARLY_MS > Date.now()) return login.access_token
  if (login.refresh_token === undefined) throw new Error('the login has ended: run eclusa login')
  try {
    const renewed = await refreshTokenGrant(await discover(login.issuer, login.client_id), login.refresh_token)
    const { access_token, refresh_token = login.refresh_token } = renewed
    await keepLogin({ ...login, access_token, refresh_token, expires_at: expiryOf(renewed.expiresIn()) })
    return access_token
  } catch (error) {
    throw new Error('the login could not be renewed: run eclusa login', { cause: error })
  }
}

export const expiryOf = (seconds: number | undefined): number => Date.now() + (seconds ?? 0) * 1000
