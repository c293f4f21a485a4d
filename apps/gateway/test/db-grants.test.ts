import { readFileSync } from 'node:fs'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRights, takenBack } from '../src/cli/doctor/read-rights.ts'
import { migratedRights, schemaFile } from '../src/cli/doctor/schema-rights.ts'
import { openPool } from '../src/platform/db/pool.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.drop())

const readAs = async (url: string) => {
  const pool = openPool({ connectionString: url, size: 1, name: 'test' })
  try {
    // A dump of a database does not include the rights on the database itself.
    return (await readRights(pool)).filter((statement) => !statement.includes(' on database '))
  } finally {
    await pool.end()
  }
}

it('are in apps/gateway/schema.sql as the migrations produce them: run npm run schema after a migration', async () => {
  expect(await readAs(db.api)).toEqual(migratedRights())
  // And the same tomorrow.
  expect(readFileSync(schemaFile, 'utf8')).not.toMatch(/_\d{4}_\d\d/)
})

it('every login gets the same plan', async () => {
  const [first, ...others] = await Promise.all([db.api, db.worker, db.desk, db.owner].map(readAs))
  for (const other of others) expect(other).toEqual(first)
})

it('each statement is accepted by PostgreSQL, and so is its reversal', async () => {
  const before = await readAs(db.api)
  const ours = before.filter((statement) => !statement.startsWith('create policy'))
  const owner = openPool({ connectionString: db.owner, size: 1, name: 'test', statementTimeoutMs: 60_000 })
  await owner.query(ours.map((statement) => `${takenBack(statement)};`).join('\n'))
  const left = await readAs(db.owner)
  expect(left.filter((statement) => ours.includes(statement))).toEqual([])
  await owner.query(ours.map((statement) => `${statement};`).join('\n'))
  await owner.end()
  expect(await readAs(db.api)).toEqual(before)
})
