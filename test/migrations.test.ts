import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { asAdmin, databaseUrls, openLoginPool, withDatabase } from '../sandbox/database.ts'
import type { Account } from '../src/areas/crossborder/accounts/account.ts'
import { coordinatesKey } from '../src/areas/crossborder/accounts/coordinates.ts'
import { type Migration, migrate, readMigrations, schemaRefusal } from '../src/base/db/migrations.ts'
import { runMigrations } from '../src/migrate.ts'

const name = `eclusa_migrations_${process.pid}`
let owner: pg.Client
let ownerUrl: string

beforeEach(async () => {
  // Migrated from nothing once, for all tests there are.
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
const owner1 = '00000000-0000-4000-8000-0000000000aa'
const client1 = '00000000-0000-4000-8000-0000000000cc'

/** Why a binary that knows these migrations would not serve here. */
async function refusal(known: Migration[]): Promise<string | undefined> {
  const pool = openLoginPool(ownerUrl)
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
      // As the version before had it: nothing that looks at traces.
      await admin.query(`set search_path = eclusa; set session_replication_role = replica;
        alter table wallets disable trigger user; alter table product_users disable trigger user;
        alter table user_accounts disable trigger user;
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

  it.each([
    ['at once', '-- breaking\nselect 1'],
    ['in steps', '-- in steps\n-- breaking\nselect 1\n-- then\nselect 2'],
  ])('serves on a newer schema, unless that one is marked as breaking: %s', async (_, breaking) => {
    const harmless = withLater(
      '-- in steps\n-- What follows says -- breaking, and is not.\nselect 1',
      '9998-harmless.sql',
    )
    await migrate(owner, harmless, silent)
    expect(await refusal(readMigrations())).toBeUndefined()
    await migrate(owner, [...harmless, ...withLater(breaking).slice(-1)], silent)
    expect(await refusal(readMigrations())).toContain('9999-later.sql, which breaks this older version')
    await expect(migrate(owner, readMigrations(), silent)).rejects.toThrow('which breaks this older version')
  })
})

describe('the one account per coordinates', () => {
  const filling = ['0077-account-coordinates.sql', '0078-account-coordinates-filled.sql', '0079-earlier-values.sql']

  it('of accounts that stand at the same place the oldest has it, and none is lost', async () => {
    const admin = new pg.Client({ connectionString: withDatabase(inject('adminUrl'), name) })
    admin.on('error', () => {})
    await admin.connect()
    await admin.query(
      `
      set search_path = eclusa;
      set session_replication_role = replica;
      select uncover_table('crossborder_accounts'), uncover_table('fund_recovery_requests');
      drop table crossborder_account_coordinates, crossborder_earlier_values;
      alter table crossborder_accounts drop column deactivated_at;
      alter table fund_recovery_requests drop column waiting_code cascade;
      delete from migrations where name = any('{${filling.join(',')}}');
      insert into crossborder_clients (user_id, id, name, type, nationality, document, document_type, email, address,
        status, created_at, updated_at)
      select '${owner1}', '${client1}', 'a', 'NATURAL_PERSON', 'b', 'c', 'PASSPORT', 'e', '{}', 'ACTIVE', now(), now();
      insert into crossborder_accounts (user_id, id, client_id, country, currency_symbol, account_type, account_number,
        branch, bank_name, bank_code, bank_code_type, status, created_at, updated_at, deleted_at)
      select '${owner1}', ('00000000-0000-4000-8000-00000000000' || place)::uuid, '${client1}', 'US', 'USD', 'CHECKING',
        number, branch, 'Bank', '021000021', type, 'ACTIVE', now() - make_interval(days => age), now(), gone
      from (values
        (1, 'AB 12\u201334', null, 'ABA', 9, now()),
        (2, ' ab-12\u00a034', '', 'ABA', 7, null),
        (3, 'AB1234', null, 'BIC', 8, null),
        (4, 'ab1234', null, 'ABA', 1, null),
        (5, 'ab1234', '1', 'ABA', 6, null)
      ) as accounts (place, number, branch, type, age, gone)`,
    )
    expect(await migrate(owner, readMigrations(), silent)).toEqual(filling)
    const { rows } = await admin.query<{ coordinates: Buffer; account_id: string }>(
      'select coordinates, account_id from crossborder_account_coordinates order by account_id',
    )
    const { rows: accounts } = await admin.query<Account>('select * from crossborder_accounts order by id')
    await admin.end()
    expect(accounts).toHaveLength(5)
    expect(rows).toEqual(
      [accounts[2]!, accounts[4]!].map((account) => ({ coordinates: coordinatesKey(account), account_id: account.id })),
    )
  })
})
