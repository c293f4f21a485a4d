import { allowInsecureRequests, type Configuration, discovery, None, refreshTokenGrant } from 'openid-client'
import { NobodyHere } from './client/error-messages.ts'
import { keepLogin, type Login } from './login-store.ts'

export function discover(issuer: string, client_id: string): Promise<Configuration> {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), client_id, undefined, None(), { execute })
}

/** Renews the login at the issuer, and stores the new one. */
export async function renewLogin(url: string, login: Login): Promise<string> {
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
