import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, dropDatabase, openAdminPool, openLoginPool, withDatabase } from '../../sandbox/database.ts'
import { type Applied, migrate, readMigrations } from '../../src/base/db/migrations.ts'
import { readLocks } from '../../src/base/db/plan.ts'
import { fillBefore } from './fill-before.ts'

/** How often each table is asked for the lock that a write takes first. */
const ASK_MS = 10
const QUIET_MS = 3_000
/** What every write goes through, whether or not a migration names it. */
const always = ['crossborder_accounts', 'events', 'client_activity']

export interface Measured {
  migration: string
  took_ms: number
  /** How long a transaction of it held a lock that writes wait for, at most, as it told itself. */
  held_ms: number
  /** How long somebody who wanted to write had to wait, at most, and for which table. */
  longest_wait_ms: number
  table: string
}

/** Applies each migration that comes after `last` to tables with so many rows, while each of them is asked for a write. */
export async function measureMigrations(
  adminUrl: string,
  { last, rows, say }: { last: string; rows: number; say: (line: string) => void },
): Promise<Measured[]> {
  const name = `eclusa_measured_${randomBytes(4).toString('hex')}`
  const all = readMigrations()
  const before = all.filter((migration) => migration.name <= last)
  const urls = await createDatabase(adminUrl, name, (ownerUrl) => bringTo(ownerUrl, before))
  const [owner, admin] = [new pg.Client({ connectionString: urls.owner }), openAdminPool(adminUrl, name)]
  await owner.connect()
  try {
    say(`${rows} rows in each table …`)
    await fillBefore(admin, rows)
    const known = new Set(before.map((migration) => migration.name))
    const locked = readLocks().filter(({ migration }) => !known.has(migration))
    const { rows: there } = await admin.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'eclusa'::regnamespace and relname = any($1)`,
      [[...always, ...locked.map(({ table }) => table)]],
    )
    const tables = there.map((table) => table.name)
    const writers = askForWrites(openLoginPool(withDatabase(adminUrl, name), tables.length), tables)
    await pause(QUIET_MS)
    const measured: Measured[] = [
      { migration: 'none, for comparison', took_ms: QUIET_MS, held_ms: 0, ...writers.longest() },
    ]
    for (const migration of all.slice(before.length)) {
      let applied: Applied | undefined
      await migrate(owner, all.slice(0, all.indexOf(migration) + 1), say, (one) => (applied = one))
      await pause(ASK_MS * 2)
      const { ms, held } = applied!
      const held_ms = Math.max(0, ...held.map((one) => one.ms))
      measured.push({ migration: migration.name, took_ms: ms, held_ms, ...writers.longest() })
    }
    await writers.stop()
    return measured
  } finally {
    await Promise.all([owner.end(), admin.end()])
    await dropDatabase(adminUrl, name)
  }
}

async function bringTo(ownerUrl: string, migrations: ReturnType<typeof readMigrations>): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await migrate(owner, migrations, () => {})
  await owner.query('select eclusa.keep_month_partitions()')
  await owner.end()
}

/** One for each table, each on a connection of its own, so that none waits behind another. */
function askForWrites(pool: pg.Pool, tables: string[]) {
  const state = { stopping: false }
  let longest = { longest_wait_ms: 0, table: '' }
  const asking = tables.map(async (table) => {
    while (!state.stopping) {
      const waited = Math.round(await waitedFor(pool, table))
      if (waited > longest.longest_wait_ms) longest = { longest_wait_ms: waited, table }
      await pause(ASK_MS)
    }
  })
  return {
    /** Since it was asked before. */
    longest() {
      const answer = longest
      longest = { longest_wait_ms: 0, table: '' }
      return answer
    },
    async stop() {
      state.stopping = true
      await Promise.all(asking)
      await pool.end()
    },
  }
}

/** By the server's own clock, since the request arrived there: how late this process is heard again is not waiting for a lock. */
async function waitedFor(pool: pg.Pool, table: string): Promise<number> {
  const answers = (await pool.query(`begin; lock table ${table} in row exclusive mode;
    select extract(epoch from clock_timestamp() - statement_timestamp()) * 1000 as waited; commit`)) as unknown
  return Number((answers as pg.QueryResult<{ waited: string }>[])[2]!.rows[0]!.waited)
}
