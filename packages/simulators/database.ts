import { createHash } from 'node:crypto'
import { runMigrations } from '@eclusa/gateway/src/migrate.ts'
import pg from 'pg'

/** The logins of one database, one per role, as an operator would create them. */
export interface DatabaseUrls {
  owner: string
  api: string
  worker: string
  desk: string
  bootstrap: string
  auditor: string
}

/** Random passwords: on a server that outlives the sandbox no login must keep a public one. */
function passwordFor(adminUrl: string): string {
  return createHash('sha256')
    .update(`eclusa sandbox ${new URL(adminUrl).password}`)
    .digest('hex')
    .slice(0, 32)
}

export function withDatabase(url: string, name: string, user?: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  if (user) {
    changed.username = user
    changed.password = passwordFor(url)
  }
  return changed.toString()
}

export function databaseUrls(adminUrl: string, name: string): DatabaseUrls {
  return {
    owner: withDatabase(adminUrl, name, 'eclusa_sandbox_owner'),
    api: withDatabase(adminUrl, name, 'eclusa_sandbox_api'),
    worker: withDatabase(adminUrl, name, 'eclusa_sandbox_worker'),
    desk: withDatabase(adminUrl, name, 'eclusa_sandbox_backoffice'),
    bootstrap: withDatabase(adminUrl, name, 'eclusa_sandbox_bootstrap'),
    auditor: withDatabase(adminUrl, name, 'eclusa_sandbox_auditor'),
  }
}

/** A fresh database with its logins, migrated to this version or to a given one. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  bringUp = (ownerUrl: string) => runMigrations(ownerUrl, () => {}),
): Promise<DatabaseUrls> {
  const urls = databaseUrls(adminUrl, name)
  await asAdmin(adminUrl, async (admin) => {
    await makeLogin(admin, 'eclusa_sandbox_owner', passwordFor(adminUrl), 'createrole')
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} owner eclusa_sandbox_owner`)
  })
  await bringUp(urls.owner)
  await asAdmin(adminUrl, async (admin) => {
    for (const task of ['api', 'worker', 'backoffice', 'bootstrap', 'auditor'])
      await makeLogin(admin, `eclusa_sandbox_${task}`, passwordFor(adminUrl), `in role eclusa_${task}`)
  })
  return urls
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
}

/** Superuser pool for tests, to read and to plant rows. Triggers are off for it. */
export function openAdminPool(adminUrl: string, name: string, max = 4): pg.Pool {
  return createLoginPool(withDatabase(adminUrl, name), max, '-c session_replication_role=replica')
}

/**
 * A pool of one of the logins, with its restrictions. A test may drop the database while a connection is closing. Without a
 * listener that would end the process.
 */
export function createLoginPool(connectionString: string, max = 4, more = ''): pg.Pool {
  const address = new URL(connectionString)
  // The session settings of the gateway, which this pool replaces.
  address.searchParams.delete('options')
  const options = `-c search_path=eclusa -c TimeZone=UTC ${more}`
  const pool = new pg.Pool({ connectionString: address.toString(), max, options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl })
  admin.on('error', () => {})
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Logins belong to the whole server, and concurrent changes of one fail: they run one after the other. */
async function makeLogin(admin: pg.Client, name: string, password: string, attributes: string): Promise<void> {
  await admin.query(`select pg_advisory_lock(hashtext('eclusa sandbox logins'))`)
  try {
    const { rows } = await admin.query('select 1 from pg_roles where rolname = $1', [name])
    if (rows.length === 0) await admin.query(`create role ${name} login password '${password}' ${attributes}`)
    else await admin.query(`alter role ${name} password '${password}'`)
  } finally {
    await admin.query(`select pg_advisory_unlock(hashtext('eclusa sandbox logins'))`)
  }
}
