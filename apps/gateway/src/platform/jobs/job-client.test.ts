import { randomUUID } from 'node:crypto'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../db/pool.ts'
import { runTransaction, type Transaction } from '../db/transaction.ts'
import { createJobSender, type JobSender } from './job-client.ts'
import { createQueue } from './queue.ts'

let db: TestDatabase
let pool: ReturnType<typeof openPool>
let jobs: JobSender

beforeAll(async () => {
  db = await cloneDatabase()
  pool = openPool({ connectionString: db.api, size: 2, name: 'sender-test' })
  jobs = createJobSender(db.api)
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

/** Sends a job and returns how many other sessions see it before the transaction has ended. */
const sending = (id: string, then: (tx: Transaction) => Promise<unknown>) =>
  runTransaction(pool, {
    work: async (tx) => {
      await jobs.send(tx, 'verify-client', handed(id))
      await then(tx)
      return waiting(id)
    },
  })

it('a job is enqueued by COMMIT and cannot begin before', async () => {
  const id = randomUUID()
  expect(await sending(id, async () => {})).toBe(0)
  expect(await waiting(id)).toBe(1)
})

it('a job waits for a worker without limit', async () => {
  const id = randomUUID()
  await sending(id, async () => {})
  await db.admin.query(`update pgboss.job set created_on = created_on - interval '3 years',
    start_after = start_after - interval '3 years', keep_until = keep_until - interval '3 years'`)
  const queue = createQueue({ connectionString: db.worker, name: 'sweeper', size: 2 }, { supervise: false }, () => {})
  await queue.boss.start()
  await queue.boss.supervise()
  await queue.close()
  expect(await waiting(id)).toBe(1)
})

it('a delayed job waits by the clock of the database', async () => {
  const id = randomUUID()
  await runTransaction(pool, { work: (tx) => jobs.send(tx, 'verify-client', handed(id), { inMs: 1_500 }) })
  const { rows } = await db.admin.query(
    `select start_after - created_on as wait from pgboss.job where data->>'client_id' = $1`,
    [id],
  )
  expect(rows).toMatchObject([{ wait: { seconds: 1, milliseconds: 500 } }])
})

it('a rolled back transaction enqueues no job', async () => {
  const id = randomUUID()
  await expect(sending(id, (tx) => tx.query(sql`select 1 / 0`))).rejects.toThrow('division by zero')
  expect(await waiting(id)).toBe(0)
})
