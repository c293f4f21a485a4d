import { NobodyHere } from './client/error-messages.ts'
import { alone, type Login, readLogin } from './login-store.ts'

/** Renewed early, so that it does not expire during a command. */
const EARLY_MS = 30_000

/** The access token for this backoffice or gateway, renewed when it is due. */
export async function currentLogin(url: string): Promise<string> {
  const login = await loginAt(url)
  if (isGood(login)) return login.access_token
  return alone(async () => {
    // Another command may have renewed it while this one waited for the lock.
    const now = await loginAt(url)
    if (isGood(now)) return now.access_token
    const { renewLogin } = await import('./renew-login.ts')
    return renewLogin(url, now)
  })
}

async function loginAt(url: string): Promise<Login> {
  const login = await readLogin(url)
  if (!login) throw new NobodyHere(`no login at ${url}: run eclusa login`)
  return login
}

const isGood = ({ expires_at }: Login) => expires_at - EARLY_MS > Date.now()
