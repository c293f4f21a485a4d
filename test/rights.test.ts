import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../src/base/db/pool.ts'
import { readRights, takenBack } from '../src/commands/doctor/read-rights.ts'
import { migratedRights, schemaFile } from '../src/commands/doctor/schema-rights.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.drop())

const readAs = async (url: string) => {
  const pool = openPool({ connectionString: url, size: 1, name: 'test' })
  try {
    // A copy of a database does not have the rights on the database itself, which are not in it.
    return (await readRights(pool)).filter((statement) => !statement.includes(' on database '))
  } finally {
    await pool.end()
  }
}

it('are in schema.sql as the migrations produce them: run npm run schema after a migration', async () => {
  expect(await readAs(db.api)).toEqual(migratedRights())
  // And are as true tomorrow.
  expect(readFileSync(schemaFile, 'utf8')).not.toMatch(/_\d{4}_\d\d/)
})

it('every login reads the same', async () => {
  const [first, ...others] = await Promise.all([db.api, db.worker, db.desk, db.owner].map(readAs))
  for (const other of others) expect(other).toEqual(first)
})

it('each statement is one that PostgreSQL takes, and so is its opposite', async () => {
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
