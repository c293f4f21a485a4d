import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '@eclusa/simulators/debian.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import pg from 'pg'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const NOBODY = 65_534
/** From this version on it supports prepared statements across its connections. */
const KNOWS_PREPARED = 1.21

export interface Pooler {
  /** The same address, through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

export async function pgbouncerVersion(): Promise<string> {
  await installed([PGBOUNCER], ['pgbouncer'])
  const { stdout } = await promisify(execFile)(PGBOUNCER, ['--version'])
  return /PgBouncer (\S+)/.exec(stdout)![1]!
}

/** PgBouncer before these logins, with further lines of configuration. */
export async function startPooler(urls: string[], settings: Record<string, string>): Promise<Pooler> {
  const version = Number.parseFloat(await pgbouncerVersion())
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-pgbouncer-'))
  await chown(folder, NOBODY, NOBODY)
  const { hostname, port: serverPort } = new URL(urls[0]!)
  const port = await freePort()
  const logins = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`)
  await writeFile(join(folder, 'logins'), `${[...new Set(logins)].join('\n')}\n`, { mode: 0o644 })
  const said = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'logins'),
    max_client_conn: 500,
    default_pool_size: 20,
    ...(version >= KNOWS_PREPARED && { max_prepared_statements: 1_250 }),
    ...settings,
  }
  const lines = Object.entries(said).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const child = spawn(PGBOUNCER, [file], { uid: NOBODY, gid: NOBODY, stdio: 'ignore', cwd: folder })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const through = (url: string) => {
    const other = new URL(url)
    other.port = String(port)
    return other.toString()
  }
  await listens(child, through(urls[0]!))
  return {
    through,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      process.off('exit', end)
      await rm(folder, { recursive: true })
    },
  }
}

/** A client without startup parameters is accepted. */
async function listens(child: ChildProcess, url: string): Promise<void> {
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  if ((await until(answers, 10_000)) === undefined) throw new Error('PgBouncer lets nobody in')
}
