import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A stored login. */
export interface Login {
  issuer?: string
  client_id?: string
  access_token: string
  refresh_token?: string
  /** Milliseconds since the epoch. */
  expires_at: number
}

/** Logins by the address of the backoffice or gateway. */
interface Logins {
  at: Record<string, Login>
  /** The default gateway without ECLUSA_URL: the one of the last login. */
  gateway?: string
}

const file = () => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'eclusa', 'logins.json')
const nobody = (): Logins => ({ at: {} })

async function readLogins(): Promise<Logins> {
  try {
    return JSON.parse(await readFile(file(), 'utf8')) as Logins
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nobody()
    throw error
  }
}

/** Normalises an address. */
const placeOf = (url: string) => new URL(url).href.replace(/\/$/, '')

export const readLogin = async (url: string): Promise<Login | undefined> => (await readLogins()).at[placeOf(url)]

export const lastGateway = async (): Promise<string | undefined> => (await readLogins()).gateway

export function keepLogin(url: string, login: Login, { isGateway = false } = {}): Promise<void> {
  const place = placeOf(url)
  return change(({ at, gateway }) => ({
    at: { ...at, [place]: login },
    ...(isGateway ? { gateway: place } : gateway !== undefined && { gateway }),
  }))
}

export function forgetLogin(url: string): Promise<void> {
  const place = placeOf(url)
  return change(({ at, gateway }) => ({
    at: Object.fromEntries(Object.entries(at).filter(([other]) => other !== place)),
    ...(gateway !== undefined && gateway !== place && { gateway }),
  }))
}

/**
 * Writes a temporary file and renames it, so that the file is never incomplete and never readable by other users of
 * the machine.
 */
async function change(how: (logins: Logins) => Logins): Promise<void> {
  const path = file()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const next = how(await readLogins())
  if (Object.keys(next.at).length === 0) return rm(path, { force: true })
  const beside = `${path}.${process.pid}`
  await writeFile(beside, JSON.stringify(next), { mode: 0o600 })
  await rename(beside, path)
}

const LOCK_PAUSE_MS = 50
/** A lock that is older than this belongs to a crashed process. */
const LOCK_MS = 30_000

/**
 * File lock: one command at a time. An issuer treats a reused refresh token as stolen and ends the login, and two
 * running commands notice the expiry in the same second.
 */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  const lock = `${file()}.lock`
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 })
  for (;;) {
    const held = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (held) {
      await held.close()
      break
    }
    const since = await stat(lock).catch(() => undefined)
    if (since && Date.now() - since.mtimeMs > LOCK_MS) await rm(lock, { force: true })
    else await pause(LOCK_PAUSE_MS)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}
