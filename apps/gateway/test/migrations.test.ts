import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asAdmin, createLoginPool, databaseUrls, withDatabase } from '@eclusa/simulators/database.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { runMigrations } from '../src/migrate.ts'
import { type Migration, migrate, readMigrations, schemaRefusal } from '../src/platform/db/migrations.ts'

const name = `eclusa_migrations_${process.pid}`
let owner: pg.Client
let ownerUrl: string

beforeEach(async () => {
  // An empty database migrated once, for all tests.
  await asAdmin(inject('adminUrl'), (admin) =>
    admin.query(`create database ${name} template ${inject('templateName')} owner eclusa_sandbox_owner`),
  )
  ownerUrl = databaseUrls(inject('adminUrl'), name).owner
  owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await asAdmin(inject('adminUrl'), (admin) => admin.query(`drop database ${name} with (force)`))
})

const silent = () => {}

/** Why a program with these migrations would not serve here. */
async function refusal(known: Migration[]): Promise<string | undefined> {
  const pool = createLoginPool(ownerUrl)
  const answer = await schemaRefusal(pool, known)
  await pool.end()
  return answer
}

/** Migrations of a later version of the gateway. */
function withLater(sql: string, file = '9999-later.sql'): Migration[] {
  const directory = mkdtempSync(join(tmpdir(), 'eclusa-migrations-'))
  writeFileSync(join(directory, file), sql)
  return [...readMigrations(), ...readMigrations(pathToFileURL(`${directory}/`))]
}

describe('migrations', () => {
  it('run from empty, and a second time make only the partitions of days that have begun since', async () => {
    const columns = async (partitions: boolean) =>
      (
        await owner.query<{ table: string; column: string; type: string }>(
          `select relname as table, attname as column, format_type(atttypid, atttypmod) as type
           from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
           where relnamespace in ('eclusa'::regnamespace, 'pgboss'::regnamespace)
             and relkind in ('r', 'p', 'v') and relispartition = $1 order by 1, 2`,
          [partitions],
        )
      ).rows
    const before = await columns(false)
    expect(before.length).toBeGreaterThan(100)
    // As it is found on the next day, and now and then by this test itself: the last day ahead has no partition.
    const lastDay = (await columns(true)).findLast(({ table }) => /^request_log_\d/.test(table))!.table
    await owner.query(`drop table eclusa.${lastDay}`)
    const said: string[] = []
    await runMigrations(ownerUrl, (line) => said.push(line))
    expect(said).toEqual([expect.stringMatching(/^0 migrations applied, [1-9]\d* partitions made/)])
    expect(await columns(false)).toEqual(before)
    expect((await columns(true)).map(({ table }) => table)).toContain(lastDay)
  })

  it('started twice at once run one after the other', async () => {
    const migrations = withLater('create table later (id int)')
    const second = new pg.Client({ connectionString: ownerUrl })
    second.on('error', () => {})
    await second.connect()
    const applied = await Promise.all([migrate(owner, migrations, silent), migrate(second, migrations, silent)])
    await second.end()
    expect(applied.flat()).toEqual(['9999-later.sql'])
  })

  it('a failed one is rolled back and names itself', async () => {
    await expect(migrate(owner, withLater('create table later (id int); select 1/0'), silent)).rejects.toThrow(
      '9999-later.sql failed and was rolled back',
    )
    expect((await owner.query(`select to_regclass('eclusa.later') as later`)).rows).toEqual([{ later: null }])
  })

  it('one that would have to wait for a lock fails instead of making every request wait', async () => {
    const reader = new pg.Client({ connectionString: withDatabase(inject('adminUrl'), name) })
    reader.on('error', () => {})
    await reader.connect()
    await reader.query('begin; select * from eclusa.crossborder_accounts')
    await expect(
      migrate(owner, withLater('alter table crossborder_accounts add column later int'), silent),
    ).rejects.toThrow('lock timeout')
    await reader.end()
  })

  it('one edited after it was applied is rejected', async () => {
    const [first, ...rest] = readMigrations() as [Migration, ...Migration[]]
    const edited = [{ ...first, checksum: 'edited' }, ...rest]
    await expect(migrate(owner, edited, silent)).rejects.toThrow('never edited')
    expect(await refusal(edited)).toContain('never edited')
  })
})

describe('a binary', () => {
  it('does not serve on a schema that is behind', async () => {
    expect(await refusal(readMigrations())).toBeUndefined()
    expect(await refusal(withLater('select 1'))).toContain(`run 'eclusa migrate'`)
  })

  it('does not serve on a schema it does not know, nor migrates it', async () => {
    await migrate(owner, withLater('select 1'), silent)
    expect(await refusal(readMigrations())).toContain('9999-later.sql, which this version does not know')
    await expect(migrate(owner, readMigrations(), silent)).rejects.toThrow('which this version does not know')
  })
})
