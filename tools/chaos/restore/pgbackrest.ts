import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '@eclusa/simulators/debian.ts'
import { type Cluster, serverIdentity } from '@eclusa/simulators/postgres.ts'
import type { BackupStore } from './store.ts'

/** The commands of the page, as they are written there. */
export const commands = {
  create: 'pgbackrest --stanza=eclusa stanza-create',
  check: 'pgbackrest --stanza=eclusa check',
  full: 'pgbackrest --stanza=eclusa --type=full backup',
  info: 'pgbackrest --stanza=eclusa info',
  copyAt:
    'pgbackrest --stanza=eclusa --pg1-path="$COPY" --type=time --target="$MOMENT" --target-action=promote --archive-mode=off --delta restore',
  newest: 'pgbackrest --stanza=eclusa restore',
}

const read = (name: string) => readFileSync(new URL(`../../../deploy/pgbackrest/${name}`, import.meta.url), 'utf8')

/** `archive.conf` as settings of a server. */
export const archiving = [...read('archive.conf').matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(
  ([, name, value]) => `${name}=${value}`,
)

export const installPrograms = () =>
  installed(['/usr/bin/pgbackrest', '/usr/lib/postgresql/15/bin/postgres'], ['pgbackrest', 'postgresql-15'])

export interface PgBackRest {
  /** Runs a command of the page, with its variables. */
  run(command: string, variables?: Record<string, string>): Promise<string>
  /** A restore runs on a separate machine with separate locks. This simulates that on one machine. */
  elsewhere: Record<string, string>
}

/**
 * Configured as the documentation describes: `pgbackrest.conf` unchanged, and `place.conf` with the values of this test. The server finds
 * both by its environment, so that it archives with the page's command.
 */
export async function setUpPgBackRest(
  folder: string,
  { data, password, port }: Cluster & { port: number },
  { repository, authority }: BackupStore,
): Promise<PgBackRest> {
  const here = (name: string) => join(folder, name)
  const place = {
    ...repository,
    'repo1-storage-ca-file': here('authority.pem'),
    'repo1-cipher-pass': randomBytes(32).toString('hex'),
    'spool-path': here('spool'),
    'log-path': here('log'),
    'lock-path': here('lock'),
    'pg1-path': data,
    'pg1-socket-path': folder,
    'pg1-port': String(port),
  }
  for (const name of ['conf.d', 'spool', 'log', 'lock', 'copy-spool', 'copy-lock']) {
    await mkdir(here(name))
    if (serverIdentity.uid) await chown(here(name), serverIdentity.uid, serverIdentity.gid)
  }
  await writeFile(here('authority.pem'), authority)
  await writeFile(here('pgbackrest.conf'), read('pgbackrest.conf'))
  await writeFile(here('conf.d/place.conf'), filled(read('place.conf'), place))
  Object.assign(process.env, {
    PGBACKREST_CONFIG: here('pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: here('conf.d'),
  })
  const env = { ...process.env, PGPASSWORD: password, PGBACKREST_PG1_USER: 'postgres' }
  return {
    elsewhere: { PGBACKREST_LOCK_PATH: here('copy-lock'), PGBACKREST_SPOOL_PATH: here('copy-spool') },
    async run(command, more = {}) {
      const options = { ...serverIdentity, cwd: folder, env: { ...env, ...more }, maxBuffer: 1 << 26 }
      return (await promisify(execFile)('bash', ['-c', command], options)).stdout
    },
  }
}

/** Every value of the file, and no other. */
function filled(text: string, values: Record<string, string>): string {
  const left = new Map(Object.entries(values))
  const conf = text.replaceAll(/^([a-z][\w-]+)=.*$/gm, (_, name: string) => {
    const value = left.get(name)
    if (value === undefined) throw new Error(`place.conf asks for ${name}, which nobody here knows`)
    left.delete(name)
    return `${name}=${value}`
  })
  if (left.size > 0) throw new Error(`place.conf does not ask for ${[...left.keys()].join(', ')}`)
  return conf
}
