import { allowInsecureRequests, type Configuration, discovery, None, refreshTokenGrant } from 'openid-client'
import { NobodyHere } from './integrate/refusals.ts'
import { alone, keepLogin, readLogin } from './login-store.ts'

/** Renewed before it ends, so that it does not end under way. */
const EARLY_MS = 30_000

export function discover(issuer: string, client_id: string): Promise<Configuration> {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), client_id, undefined, None(), { execute })
}

/** The access token of who is logged in at this desk or gateway, renewed when it is due. */
export async function currentLogin(url: string): Promise<string> {
  const good = await stillGood(url)
  return good ?? alone(async () => (await stillGood(url)) ?? renewed(url))
}

/** Whoever waited while another command renewed it finds it good. */
async function stillGood(url: string): Promise<string | undefined> {
  const login = await readLogin(url)
  if (!login) throw new NobodyHere(`nobody is logged in at ${url}: run eclusa login`)
  return login.expires_at - EARLY_MS > Date.now() ? login.access_token : undefined
}

async function renewed(url: string): Promise<string> {
  const login = (await readLogin(url))!
  const { issuer, client_id, refresh_token: given } = login
  if (issuer === undefined || client_id === undefined || given === undefined)
    throw new NobodyHere('the login has ended: run eclusa login')
  try {
    const tokens = await refreshTokenGrant(await discover(issuer, client_id), given)
    const { access_token, refresh_token = given } = tokens
    await keepLogin(url, { ...login, access_token, refresh_token, expires_at: expiryOf(tokens.expiresIn()) })
    return access_token
  } catch (error) {
    throw new NobodyHere('the login could not be renewed: run eclusa login', { cause: error })
  }
}

export const expiryOf = (seconds: number | undefined): number => Date.now() + (seconds ?? 0) * 1000
