import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, dropDatabase, openLoginPool, withDatabase } from '../../sandbox/database.ts'
import { seedClient } from '../../sandbox/seed.ts'
import { type Migration, migrate, readMigrations } from '../../src/base/db/migrations.ts'
import { openPool } from '../../src/base/db/pool.ts'

/** The last file of the version before. */
const BEFORE = '0062-refund-requests.sql'
const WRITERS = 8
const USERS = 100

export interface MigrationFindings {
  accounts: number
  patches: number
  failed: number
  /** The longest that one patch took, and the longest that one was seen waiting for a lock. */
  slowest_patch_ms: number
  longest_lock_wait_ms: number
  /** Accounts that did not come to belong to the product of their user, and accounts of a user of two products that did. */
  without_product: number
  with_wrong_product: number
  migration_seconds: number
}

/**
 * Brings a database of the version before to this one while processes of the version before change accounts in it. Each
 * change is what theirs was: the scope of the user and nothing of products, the row, the event, the history.
 */
export async function migrateUnderLoad(
  adminUrl: string,
  accounts: number,
  say: (line: string) => void,
): Promise<MigrationFindings> {
  const name = `eclusa_migrated_${randomBytes(4).toString('hex')}`
  const all = readMigrations()
  const urls = await createDatabase(adminUrl, name, (ownerUrl) =>
    asOwner(ownerUrl, (owner) => bringToBefore(owner, all)),
  )
  const owner = new pg.Client({ connectionString: urls.owner })
  await owner.connect()
  const db = openLoginPool(withDatabase(adminUrl, name), 2)
  const pool = openPool({ connectionString: urls.api, size: WRITERS, name: 'version-before' })
  try {
    say(`${accounts} accounts of ${USERS} users …`)
    const users = await seedUsers(db, accounts)
    const load = openLoad(pool, users)
    const watch = watchLocks(db)
    say('migrating while accounts are changed …')
    await pause(500)
    const began = performance.now()
    await migrate(owner, all, () => {})
    const migration_seconds = Math.round((performance.now() - began) / 100) / 10
    await pause(500)
    const longest_lock_wait_ms = await watch.stop()
    const counted = await load.stop()
    return { accounts, ...counted, longest_lock_wait_ms, migration_seconds, ...(await judgeRows(db)) }
  } finally {
    await pool.end()
    await db.end()
    await owner.end()
    await dropDatabase(adminUrl, name)
  }
}

async function asOwner(ownerUrl: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}

async function bringToBefore(owner: pg.Client, all: Migration[]): Promise<void> {
  await migrate(owner, all.slice(0, all.findIndex((one) => one.name === BEFORE) + 1), () => {})
  await owner.query('select eclusa.keep_month_partitions()')
}

interface User {
  user_id: string
  client_id: string
  accounts: string[]
}

/** All are targets of one product; one in ten is also the target of another, and of those nobody can say whose theirs are. */
async function seedUsers(db: pg.Pool, accounts: number): Promise<User[]> {
  const products = [randomUUID(), randomUUID()]
  for (const id of products) await db.query(`insert into products (id, name) values ($1, 'drill')`, [id])
  const users = Array.from({ length: USERS }, () => ({ user_id: randomUUID(), client_id: randomUUID() }))
  const seeded: User[] = []
  for (const [index, { user_id, client_id }] of users.entries()) {
    await db.query(`insert into users (id, name) values ($1, 'drill')`, [user_id])
    for (const product_id of index % 10 === 0 ? products : products.slice(0, 1))
      await db.query(`insert into product_users (user_id, product_id, role) values ($1, $2, 'TARGET')`, [
        user_id,
        product_id,
      ])
    await seedClient(db, user_id, client_id)
    const { rows } = await db.query<{ id: string }>(
      `insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number,
         bank_name, bank_code, bank_code_type, status, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'US', 'USD', 'CHECKING', n::text, 'Example Bank', '021000021', 'ABA', 'ACTIVE',
         now(), now() from generate_series(1, $3::integer) n returning id`,
      [user_id, client_id, Math.ceil(accounts / USERS)],
    )
    seeded.push({ user_id, client_id, accounts: rows.slice(0, 200).map(({ id }) => id) })
  }
  await db.query('vacuum analyze crossborder_accounts')
  return seeded
}

function openLoad(pool: pg.Pool, users: User[]) {
  const load = { stopping: false }
  const counts = { patches: 0, failed: 0, slowest_patch_ms: 0 }
  const write = async () => {
    while (!load.stopping) {
      const user = users[Math.floor(Math.random() * users.length)]!
      const began = performance.now()
      await patchAsBefore(pool, user).catch(() => (counts.failed += 1))
      counts.slowest_patch_ms = Math.max(counts.slowest_patch_ms, Math.round(performance.now() - began))
      counts.patches += 1
      await pause(5)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  return {
    async stop() {
      load.stopping = true
      await Promise.all(writers)
      return counts
    },
  }
}

async function patchAsBefore(pool: pg.Pool, { user_id, client_id, accounts }: User): Promise<void> {
  const id = accounts[Math.floor(Math.random() * accounts.length)]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('eclusa.user_id', $1, true)`, [user_id])
    await client.query('select user_id from resolve_scope($1, null, null, null)', [user_id])
    await client.query('select id from crossborder_accounts where user_id = $1 and id = $2 for update', [user_id, id])
    await client.query(
      `update crossborder_accounts set nickname = 'patched', version = version + 1, updated_at = now()
       where user_id = $1 and id = $2`,
      [user_id, id],
    )
    await client.query(
      `insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
       values ($1, gen_random_uuid(), 'crossborder.account.updated', $2, 2, '{}', 'drill', now())`,
      [user_id, id],
    )
    await client.query(
      `insert into client_activity (user_id, client_id, id, event_id, source, event_type, status, request_id, event_created_at)
       values ($1, $2, gen_random_uuid(), gen_random_uuid(), 'API', 'ACCOUNT_UPDATED', 'ACTIVE', 'drill', now())`,
      [user_id, client_id],
    )
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Looks every few milliseconds at how long whoever works for the version before has been waiting for a lock. */
function watchLocks(db: pg.Pool) {
  const watch = { stopping: false }
  let longest = 0
  const look = async () => {
    while (!watch.stopping) {
      const { rows } = await db.query<{ waited: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float8 as waited
         from pg_locks join pg_stat_activity using (pid)
         where not granted and application_name like 'version-before%'`,
      )
      longest = Math.max(longest, rows[0]?.waited ?? 0)
      await pause(5)
    }
  }
  const looking = look()
  return {
    async stop() {
      watch.stopping = true
      await looking
      return Math.round(longest)
    },
  }
}

async function judgeRows(db: pg.Pool): Promise<Pick<MigrationFindings, 'without_product' | 'with_wrong_product'>> {
  const { rows } = await db.query<{ without_product: number; with_wrong_product: number }>(`
    with due as (select user_id, case when count(*) = 1 then min(product_id::text)::uuid end as product_id
      from product_users group by user_id),
    kept as (select user_id, product_id from crossborder_accounts union all select user_id, product_id from events
      union all select user_id, product_id from client_activity)
    select count(*) filter (where due.product_id is not null and kept.product_id is null)::integer as without_product,
      count(*) filter (where kept.product_id <> coalesce(due.product_id, gen_random_uuid()))::integer as with_wrong_product
    from kept join due using (user_id)`)
  return rows[0]!
}
