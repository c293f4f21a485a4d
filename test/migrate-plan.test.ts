import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { compiled } from '../sandbox/compiled.ts'
import { createDatabase, dropDatabase } from '../sandbox/database.ts'
import { locksPage } from '../scripts/locks-page.ts'
import { type Applied, type Migration, migrate, readMigrations } from '../src/base/db/migrations.ts'
import { locksFile, planSchema } from '../src/base/db/plan.ts'
import { type Plan, planMigrations, runMigrations } from '../src/migrate.ts'

const name = `eclusa_planned_${process.pid}`
const main = new URL('../src/main.ts', import.meta.url).pathname
const all = readMigrations()

let ownerUrl: string
let owner: pg.Client

beforeAll(async () => {
  ;({ owner: ownerUrl } = await createDatabase(inject('adminUrl'), name, async (url) => {
    owner = new pg.Client({ connectionString: url })
    owner.on('error', () => {})
    await owner.connect()
  }))
})
afterAll(async () => {
  await owner.end()
  await dropDatabase(inject('adminUrl'), name)
})

/** The output of `eclusa migrate --plan`. */
const printed = async (...words: string[]) =>
  (
    await promisify(execFile)(process.execPath, [main, ...words, 'migrate', '--plan'], {
      env: { PATH: process.env['PATH'], ...compiled, DATABASE_OWNER_URL: ownerUrl },
    })
  ).stdout

const later = (sql: string): Migration => ({ name: '9999-later.sql', sql, checksum: '' })

it('lists what would be applied in order and which queues would be made, and changes nothing', async () => {
  const plan = JSON.parse(await printed('--json')) as Plan
  expect(plan.migrations.map(({ migration }) => migration)).toEqual(all.map((migration) => migration.name))
  expect(plan.queues).toContain('verify-account')
  const { rows } = await owner.query(`select to_regnamespace('eclusa') as schema, to_regnamespace('pgboss') as queues`)
  expect(rows).toEqual([{ schema: null, queues: null }])
})

it('shows the tables that each migration locks: run npm run rights after a migration', async () => {
  const applied: Applied[] = []
  const said: string[] = []
  await runMigrations(
    ownerUrl,
    (line) => void said.push(line),
    'live',
    (one) => void applied.push(one),
  )
  expect(locksPage(applied)).toBe(readFileSync(locksFile, 'utf8'))
  expect(said.at(-1)).toContain(`${all.length} migrations applied`)
  expect(applied.every(({ ms, held }) => held.every((one) => one.ms <= ms))).toBe(true)
})

it('is empty when all of them are applied', async () => {
  expect(await planMigrations(ownerUrl)).toEqual({ migrations: [], queues: [] })
  expect(await printed()).toBe('0 migrations to apply, 0 queues to make; nothing was changed\n')
})

it.each([
  ['select 1', 'at once, gives up after 3 s'],
  [
    '-- in steps\nselect 1\n-- then\ncreate index concurrently i on events (id);',
    '2 steps, each tried again after 50 ms, 1 index beside writes',
  ],
])('says how a migration is run: %j', async (sql, runs) => {
  expect(await planSchema(owner, [...all, later(sql)])).toEqual([
    { migration: '9999-later.sql', runs, waits: 'nobody' },
  ])
})

it('a migration reports the tables it locked and for how long', async () => {
  const applied: Applied[] = []
  const sql = 'alter table case_views add column later integer'
  await migrate(
    owner,
    [...all, later(sql)],
    () => {},
    (one) => void applied.push(one),
  )
  expect(applied).toMatchObject([
    { name: '9999-later.sql', held: [{ table: 'case_views', waiting: 'reads and writes' }] },
  ])
})
