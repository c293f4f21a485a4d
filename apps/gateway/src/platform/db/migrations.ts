import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const directory = new URL('../../../migrations/', import.meta.url)
/** An arbitrary fixed number: with this advisory lock two migrations started together run one after the other. */
const MIGRATION_LOCK = 7_243_301

export interface Migration {
  name: string
  sql: string
  checksum: string
}

type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

export function readMigrations(from: URL = directory): Migration[] {
  return readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, from), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Brings the schema up to this version, one transaction per file. Returns the names of the applied files. */
export async function migrate(
  client: pg.Client,
  migrations: Migration[],
  say: (line: string) => void,
): Promise<string[]> {
  return inTurn(client, async () => {
    await client.query(`create schema if not exists eclusa;
      create table if not exists eclusa.migrations (
        name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`)
    const missing = await missingMigrations(client, migrations)
    for (const migration of missing) {
      const beganAt = performance.now()
      await apply(client, migration)
      say(`applied ${migration.name} in ${Math.round(performance.now() - beganAt)} ms`)
    }
    return missing.map((migration) => migration.name)
  })
}

/** The files to apply, in order. Throws where this version must not change the schema. */
export async function missingMigrations(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const { missing, ...apart } = await compareSchema(client, known)
  const refusal = refusalOf(apart)
  if (refusal) throw new Error(refusal)
  return missing
}

/** Runs one migration process at a time, by an advisory lock that its holder may take again. */
export async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    // A migration that waits for a lock makes every request behind it wait too, so it fails early and is run again.
    await client.query(`set local lock_timeout = '3s'; set local search_path = eclusa`)
    await client.query(sql)
    await client.query('insert into eclusa.migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed and was rolled back: ${(error as Error).message}`, { cause: error })
  }
}

/** Why this program must not run on this schema, or undefined when it may. */
export async function schemaRefusal(
  client: Pick<pg.Pool, 'query'>,
  migrations: Migration[],
): Promise<string | undefined> {
  const { missing, ...apart } = await compareSchema(client, migrations)
  const behind =
    missing.length > 0 ? `the schema is behind by ${missing.length} migrations: run 'eclusa migrate'` : undefined
  return refusalOf(apart) ?? behind
}

/** How a schema and the migrations of this program differ. */
interface SchemaDifference {
  missing: Migration[]
  /** The name of a migration that differs from what was applied. */
  edited: string | undefined
  /** The name of an applied migration that this program does not know. */
  ahead: string | undefined
}

function refusalOf({ edited, ahead }: Omit<SchemaDifference, 'missing'>): string | undefined {
  if (edited) return `${edited} was edited after it was applied: migrations are never edited`
  if (ahead) return `the schema holds ${ahead}, which this version does not know: run the version that does`
  return undefined
}

async function readApplied(client: Pick<pg.Pool, 'query'>): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('eclusa.migrations') is not null as there`,
  )
  if (!rows[0]?.there) return []
  return (await client.query<AppliedMigration>('select name, checksum from eclusa.migrations order by name')).rows
}

export async function compareSchema(client: Pick<pg.Pool, 'query'>, known: Migration[]): Promise<SchemaDifference> {
  const applied = await readApplied(client)
  const appliedByName = new Map(applied.map((migration) => [migration.name, migration]))
  const edited = known.find(
    ({ name, checksum }) => appliedByName.has(name) && appliedByName.get(name)?.checksum !== checksum,
  )
  const knownNames = new Set(known.map(({ name }) => name))
  const ahead = applied.find(({ name }) => !knownNames.has(name))
  return {
    missing: known.filter(({ name }) => !appliedByName.has(name)),
    edited: edited?.name,
    ahead: ahead?.name,
  }
}
