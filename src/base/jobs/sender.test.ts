import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { openPool } from '../db/pool.ts'
import { runTransaction, type Transaction } from '../db/transaction.ts'
import { type JobSender, openJobSender } from './sender.ts'

let db: TestDatabase
let pool: ReturnType<typeof openPool>
let jobs: JobSender

beforeAll(async () => {
  db = await cloneDatabase()
  pool = openPool({ connectionString: db.api, size: 2, name: 'sender-test' })
  jobs = openJobSender(db.api)
  await jobs.ready()
})
afterAll(async () => {
  await jobs.close()
  await pool.end()
  await db.drop()
})

const handed = (id: string) => ({ user_id: id, client_id: id })
const waiting = async (id: string) =>
  (await db.admin.query(`select from pgboss.job where name = 'verify-client' and data->>'client_id' = $1`, [id]))
    .rowCount

/** Sends a job, and tells how many others see of it before the transaction has ended. */
const sending = (id: string, then: (tx: Transaction) => Promise<unknown>) =>
  runTransaction(pool, {
    work: async (tx) => {
      await jobs.send(tx, 'verify-client', handed(id))
      await then(tx)
      return waiting(id)
    },
  })

it('a job leaves with COMMIT, and nobody can begin it before', async () => {
  const id = randomUUID()
  expect(await sending(id, async () => {})).toBe(0)
  expect(await waiting(id)).toBe(1)
})

it('a job of what was not done is none', async () => {
  const id = randomUUID()
  await expect(sending(id, (tx) => tx.query(sql`select 1 / 0`))).rejects.toThrow('division by zero')
  expect(await waiting(id)).toBe(0)
})
