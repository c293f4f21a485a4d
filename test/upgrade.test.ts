import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { compiled } from '../sandbox/compiled.ts'
import { createDatabase, dropDatabase, openLoginPool } from '../sandbox/database.ts'
import { locksPage } from '../scripts/locks-page.ts'
import { type Applied, type Migration, migrate, readMigrations } from '../src/base/db/migrations.ts'
import { locksFile, planSchema } from '../src/base/db/plan.ts'
import { type Plan, planMigrations, runMigrations } from '../src/migrate.ts'
import { jobs } from '../src/worker.ts'
import { contraction, readSurface, type Surface } from './support/contraction.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

/** The last file of the time before migrations were held to expanding first. */
const BEFORE = '0095-request-log.sql'
const name = `eclusa_upgraded_${process.pid}`
const main = new URL('../src/main.ts', import.meta.url).pathname
const all = readMigrations()
const later = all.filter((migration) => migration.name > BEFORE)
const silent = () => {}

let ownerUrl: string
let owner: pg.Client
let pool: pg.Pool
/** One that is migrated already, to spoil. */
let clone: TestDatabase
const applied: Applied[] = []
const told = (one: Applied) => void applied.push(one)

const appliedNames = async () =>
  (await owner.query<{ name: string }>('select name from eclusa.migrations order by name')).rows.map((row) => row.name)

/** As an operator asks: the plan that is printed, and how the command ended. */
const printed = async (...words: string[]) =>
  (
    await promisify(execFile)(process.execPath, [main, ...words, 'migrate', '--plan'], {
      env: { PATH: process.env['PATH'], ...compiled, DATABASE_OWNER_URL: ownerUrl },
    })
  ).stdout

beforeAll(async () => {
  ;({ owner: ownerUrl } = await createDatabase(inject('adminUrl'), name, async (url) => {
    owner = new pg.Client({ connectionString: url })
    owner.on('error', silent)
    await owner.connect()
    await migrate(owner, all.slice(0, all.length - later.length), silent, told)
  }))
  pool = openLoginPool(ownerUrl, 1)
  clone = await cloneDatabase()
})
afterAll(async () => {
  await clone.drop()
  await pool.end()
  await owner.end()
  await dropDatabase(inject('adminUrl'), name)
})

describe('the plan of an upgrade', () => {
  it('names what would be applied in order, what waits for it and what would be made, and changes nothing', async () => {
    const plan = JSON.parse(await printed('--json')) as Plan
    expect(plan.migrations.map(({ migration }) => migration)).toEqual(later.map((migration) => migration.name))
    expect(plan.migrations).toContainEqual({
      migration: '0097-keys.sql',
      runs: expect.stringMatching(/^\d+ steps, each tried again after 50 ms, 4 indexes beside writes$/) as string,
      waits: expect.stringContaining('webhook_endpoints') as string,
      version_before: 'goes on',
    })
    expect(plan).toMatchObject({
      version_before: 'goes on',
      queues: expect.arrayContaining(['verify-account']) as string[],
    })
    expect((await appliedNames()).at(-1)).toBe(BEFORE)
    expect((await owner.query(`select to_regnamespace('pgboss') as queues`)).rows).toEqual([{ queues: null }])
  })

  it('says that the version before must leave, of a migration that is marked so, in steps or not', async () => {
    const marked = (sql: string): Migration => ({ name: '9999-x.sql', sql, checksum: '', breaking: true })
    const [once, inSteps] = [
      marked('-- breaking\nselect 1'),
      marked('-- breaking\n-- in steps\nselect 1\n-- then\nselect 2'),
    ]
    expect(await planSchema(owner, [...all, once])).toContainEqual({
      migration: '9999-x.sql',
      runs: 'at once, gives up after 3 s',
      waits: 'nobody',
      version_before: 'must have left',
    })
    expect((await planSchema(owner, [...all, inSteps])).at(-1)?.runs).toBe('2 steps, each tried again after 50 ms')
  })
})

describe('each migration', () => {
  const surfaces = new Map<string, [before: Surface, after: Surface]>()
  beforeAll(async () => {
    let before = await readSurface(pool)
    for (const migration of later) {
      await migrate(owner, all.slice(0, all.indexOf(migration) + 1), silent, told)
      const after = await readSurface(pool)
      surfaces.set(migration.name, [before, after])
      before = after
    }
  })

  it.each(later)(
    '$name leaves the version before what it relies on, or is marked as breaking',
    ({ name: file, breaking }) => {
      const found = contraction(...surfaces.get(file)!)
      expect(breaking ? [] : found).toEqual([])
    },
  )

  it.each([
    ['alter table case_views rename column filters to wanted', 'case_views.filters is gone'],
    ['alter table case_days alter column kinds type text', 'case_days.kinds is of another type'],
    ['alter table case_views add column kind text not null', 'case_views.kind has to be given'],
    ['revoke insert on events from eclusa_api', 'lost: grant insert on eclusa.events to eclusa_api'],
    ['drop function use_api_key(text, bytea)', 'lost: grant execute on function eclusa.use_api_key('],
  ])('what the version before would miss is found: %s', async (statement, missed) => {
    const changed = openLoginPool(clone.owner, 1)
    const before = await readSurface(changed)
    await changed.query(statement)
    const found = contraction(before, await readSurface(changed))
    await changed.end()
    expect(found).toContainEqual(expect.stringContaining(missed))
  })

  it('was seen to lock what is written down: run npm run rights after a migration', () => {
    expect(locksPage(applied)).toBe(readFileSync(locksFile, 'utf8'))
  })

  it('tells how long it took and who waited', async () => {
    const said: string[] = []
    await runMigrations(ownerUrl, (line) => void said.push(line))
    expect(said).toEqual([expect.stringContaining('0 migrations applied')])
    expect(applied.every(({ ms, held }) => held.every((one) => one.ms <= ms))).toBe(true)
    expect(await planMigrations(ownerUrl)).toEqual({ migrations: [], queues: [], version_before: 'goes on' })
    expect(await printed()).toBe(
      '0 migrations to apply, 0 queues to make; nothing was changed\nthe version before goes on meanwhile, and can come back afterwards\n',
    )
  })
})

describe('jobs of both versions', () => {
  const id = randomUUID()
  const at = '2026-01-31T12:00:00.000Z'
  /** What the version before puts into each queue. A job whose data is other than that is another job, with a name of its own. */
  const before: Record<string, object> = {
    'verify-client': { user_id: id, client_id: id },
    'verify-account': { user_id: id, client_id: id, account_id: id },
    'advance-onboarding': { user_id: id, onboarding_id: id },
    'advance-fund-recovery': { user_id: id, id },
    'recover-webhooks': { user_id: id, endpoint_id: id, since: at, until: at },
    'remove-object': { user_id: id, key: 'a/b' },
    'remove-liveness-parts': { keys: ['a/b'] },
  }
  const declared = new Map(jobs.map((job) => [job.name, job]))

  it.each(Object.entries(before))(
    '%s takes what the version before put in, and what a later one may add',
    (job, data) => {
      expect(Value.Check(declared.get(job)!.data, data)).toBe(true)
      expect(Value.Check(declared.get(job)!.data, { ...data, added_later: true })).toBe(true)
    },
  )

  it('is every job that is handed something; the others take nothing, as the clock sends them', () => {
    const alone = jobs.filter(({ data }) => Value.Check(data, {})).map((job) => job.name)
    expect([...alone, ...Object.keys(before)].toSorted()).toEqual([...declared.keys()].toSorted())
  })

  it('lie in queues that both can read: a library with another schema needs a migration marked as breaking', async () => {
    const { rows } = await clone.admin.query('select version from pgboss.version')
    expect(rows).toEqual([{ version: 43 }])
  })
})
