import { NobodyHere } from './integrate/refusals.ts'
import { alone, type Login, readLogin } from './login-store.ts'

/** Renewed before it ends, so that it does not end under way. */
const EARLY_MS = 30_000

/** The access token of who is logged in at this desk or gateway, renewed when it is due. */
export async function currentLogin(url: string): Promise<string> {
  const login = await loginAt(url)
  if (isGood(login)) return login.access_token
  return alone(async () => {
    // Whoever waited while another command renewed it finds it good.
    const now = await loginAt(url)
    if (isGood(now)) return now.access_token
    const { renewLogin } = await import('./renew-login.ts')
    return renewLogin(url, now)
  })
}

async function loginAt(url: string): Promise<Login> {
  const login = await readLogin(url)
  if (!login) throw new NobodyHere(`nobody is logged in at ${url}: run eclusa login`)
  return login
}

const isGood = ({ expires_at }: Login) => expires_at - EARLY_MS > Date.now()
