import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Who is logged in on this machine, and at which desk. */
export interface Login {
  desk_url: string
  issuer: string
  client_id: string
  access_token: string
  refresh_token?: string
  /** In milliseconds of the epoch. */
  expires_at: number
}

const file = () => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'eclusa', 'login.json')

export async function readLogin(): Promise<Login | undefined> {
  try {
    return JSON.parse(await readFile(file(), 'utf8')) as Login
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written beside and moved into place: never half a login, and never one that others of this machine can read. */
export async function keepLogin(login: Login): Promise<void> {
  const path = file()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}`
  await writeFile(beside, JSON.stringify(login), { mode: 0o600 })
  await rename(beside, path)
}

export const forgetLogin = (): Promise<void> => rm(file(), { force: true })
