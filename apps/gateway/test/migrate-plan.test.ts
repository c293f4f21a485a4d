import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { createDatabase, dropDatabase } from '@eclusa/simulators/database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type MigrationPlan, planMigrations, runMigrations } from '../src/migrate.ts'
import { readMigrations } from '../src/platform/db/migrations.ts'

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

it('lists what would be applied in order and which queues would be created, and changes nothing', async () => {
  const plan = JSON.parse(await printed('--json')) as MigrationPlan
  expect(plan.migrations).toEqual(all.map((migration) => migration.name))
  expect(plan.queues).toContain('verify-account')
  const { rows } = await owner.query(`select to_regnamespace('eclusa') as schema, to_regnamespace('pgboss') as queues`)
  expect(rows).toEqual([{ schema: null, queues: null }])
})

it('reports each file as it is applied', async () => {
  const said: string[] = []
  await runMigrations(ownerUrl, (line) => void said.push(line))
  expect(said.slice(0, -1).map((line) => / (\S+) in \d+ ms$/.exec(line)?.[1])).toEqual(
    all.map((migration) => migration.name),
  )
  expect(said.at(-1)).toContain(`${all.length} migrations applied`)
})

it('is empty when all of them are applied', async () => {
  expect(await planMigrations(ownerUrl)).toEqual({ migrations: [], queues: [] })
  expect(await printed()).toBe('0 migrations to apply, 0 queues to make; nothing was changed\n')
})
