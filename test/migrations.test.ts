import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { asAdmin, createDatabase, openAdminPool, withDatabase } from '../sandbox/database.ts'
import { type Migration, migrate, readMigrations, schemaRefusal } from '../src/base/db/migrations.ts'
import { runMigrations } from '../src/migrate.ts'

const name = `eclusa_migrations_${process.pid}`
let owner: pg.Client
let ownerUrl: string

beforeEach(async () => {
  ;({ owner: ownerUrl } = await createDatabase(inject('adminUrl'), name))
  owner = new pg.Client({ connectionString: ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await asAdmin(inject('adminUrl'), (admin) => admin.query(`drop database ${name} with (force)`))
})

const silent = () => {}

/** Why a binary that knows these migrations would not serve here. */
async function refusal(known: Migration[]): Promise<string | undefined> {
  const pool = openAdminPool({ connectionString: ownerUrl })
  const answer = await schemaRefusal(pool, known)
  await pool.end()
  return answer
}

/** Migrations as a later version of the gateway would bring them. */
function withLater(sql: string, file = '9999-later.sql'): Migration[] {
  const directory = mkdtempSync(join(tmpdir(), 'eclusa-migrations-'))
  writeFileSync(join(directory, file), sql)
  return [...readMigrations(), ...readMigrations(pathToFileURL(`${directory}/`))]
}

describe('migrations', () => {
  it('run from empty, and a second time change nothing', async () => {
    const schema = async () =>
      (
        await owner.query(
          `select table_name, column_name, data_type from information_schema.columns where table_schema in ('eclusa', 'pgboss') order by 1, 2`,
        )
      ).rows
    const before = await schema()
    expect(before.length).toBeGreaterThan(100)
    const said: string[] = []
    await runMigrations(ownerUrl, (line) => said.push(line))
    expect(said).toEqual([expect.stringContaining('0 migrations applied')])
    expect(await schema()).toEqual(before)
  })

  it('started twice at once take turns', async () => {
    const migrations = withLater('create table later (id int)')
    const second = new pg.Client({ connectionString: ownerUrl })
    second.on('error', () => {})
    await second.connect()
    const applied = await Promise.all([migrate(owner, migrations, silent), migrate(second, migrations, silent)])
    await second.end()
    expect(applied.flat()).toEqual(['9999-later.sql'])
  })

  it('one that fails leaves nothing behind and names itself', async () => {
    await expect(migrate(owner, withLater('create table later (id int); select 1/0'), silent)).rejects.toThrow(
      '9999-later.sql failed and was rolled back',
    )
    expect((await owner.query(`select to_regclass('eclusa.later') as later`)).rows).toEqual([{ later: null }])
  })

  it('one that would have to wait for a lock gives up instead of making every request wait', async () => {
    const reader = new pg.Client({ connectionString: withDatabase(inject('adminUrl'), name) })
    reader.on('error', () => {})
    await reader.connect()
    await reader.query('begin; select * from eclusa.crossborder_accounts')
    await expect(
      migrate(owner, withLater('alter table crossborder_accounts add column later int'), silent),
    ).rejects.toThrow('lock timeout')
    await reader.end()
  })

  it('one edited after it was applied is refused', async () => {
    const [first, ...rest] = readMigrations() as [Migration, ...Migration[]]
    const edited = [{ ...first, checksum: 'edited' }, ...rest]
    await expect(migrate(owner, edited, silent)).rejects.toThrow('never edited')
    expect(await refusal(edited)).toContain('never edited')
  })
})

describe('people who were onboarded before', () => {
  /** So many of them as the version before left them: users and targets, with no wallet and no default product. */
  const admitBefore = (count: number) =>
    asAdmin(withDatabase(inject('adminUrl'), name), async (admin) => {
      await admin.query(`set search_path = eclusa;
        insert into users (id, name) values ('00000000-0000-4000-8000-000000000001', 'owner');
        insert into products (id, name) values ('00000000-0000-4000-8000-000000000002', 'product')`)
      await admin.query(
        `with admitted as (insert into users (id, name) select gen_random_uuid(), 'Luiza' from generate_series(1, ${count})
           returning id), target as (insert into product_users (user_id, product_id, role)
           select id, '00000000-0000-4000-8000-000000000002', 'TARGET' from admitted)
         insert into user_accounts (user_id, id, product_id, person_type, state, name, full_name, document, email, active,
           target_user_id, version, created_at, updated_at)
         select '00000000-0000-4000-8000-000000000001', gen_random_uuid(), '00000000-0000-4000-8000-000000000002',
           'NATURAL_PERSON', 'active', 'Luiza', 'Luiza', id, id, true, id, 2, now(), now() from admitted`,
      )
    })
  const found = () =>
    asAdmin(withDatabase(inject('adminUrl'), name), async (admin) => {
      const { rows } = await admin.query(`set search_path = eclusa`).then(() =>
        admin.query<Record<'people' | 'told' | 'wallets', number>>(
          `select count(*)::int as people, count(distinct wallet.id)::int as told,
             (select count(*)::int from wallets) as wallets from user_accounts account
           join wallets wallet on wallet.user_id = account.target_user_id and wallet.id = account.default_wallet_id
             and wallet.product_id = account.product_id and wallet.is_default
           join product_users target on target.user_id = account.target_user_id and target.is_default`,
        ),
      )
      return rows[0]!
    })

  it('have a wallet and a product of their own from then on, however often the migration is run', async () => {
    await admitBefore(1_234)
    for (let times = 0; times < 2; times += 1) {
      await owner.query(`delete from eclusa.migrations where name >= '0075' and name < '0077'`)
      expect(await migrate(owner, readMigrations(), silent)).toEqual(['0075-corrections.sql', '0076-admission.sql'])
      expect(await found()).toEqual({ people: 1_234, told: 1_234, wallets: 1_234 })
    }
  })
})

describe('a binary', () => {
  it('does not serve on a schema that is behind', async () => {
    expect(await refusal(readMigrations())).toBeUndefined()
    expect(await refusal(withLater('select 1'))).toContain(`run 'eclusa migrate'`)
  })

  it('serves on a newer schema, unless that one is marked as breaking', async () => {
    await migrate(owner, withLater('select 1', '9998-harmless.sql'), silent)
    expect(await refusal(readMigrations())).toBeUndefined()
    await migrate(
      owner,
      [...withLater('select 1', '9998-harmless.sql'), ...withLater('-- breaking\nselect 1').slice(-1)],
      silent,
    )
    expect(await refusal(readMigrations())).toContain('9999-later.sql, which breaks this older version')
    await expect(migrate(owner, readMigrations(), silent)).rejects.toThrow('which breaks this older version')
  })
})
