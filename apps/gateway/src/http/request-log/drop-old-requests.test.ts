import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePartitions } from '../../platform/db/keep-partitions.job.ts'
import { openPool } from '../../platform/db/pool.ts'
import { dropOldRequests } from './drop-old-requests.job.ts'

let db: TestDatabase
let operator: pg.Pool

beforeAll(async () => {
  db = await cloneDatabase()
  operator = openPool({ connectionString: db.worker, size: 1, name: 'test' })
})
afterAll(async () => {
  await operator.end()
  await db.drop()
})

const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const partition = (days: number) => `request_log_${dayOf(days).replaceAll('-', '_')}`

async function partitions(): Promise<string[]> {
  const { rows } = await db.admin.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}

const addDay = (days: number) =>
  db.admin.query(
    `create table ${partition(days)} partition of request_log for values from ('${dayOf(days)}T00:00Z') to ('${dayOf(days + 1)}T00:00Z')`,
  )

it('keeps the configured number of whole days, and today', async () => {
  for (const days of [-400, -31, -8, -7, -6]) await addDay(days)
  await dropOldRequests.run({ operator, settings: { REQUEST_LOG_DAYS: 7 } }, {}, 'job')
  expect((await partitions()).slice(0, 4)).toEqual([-7, -6, -1, 0].map(partition))
  await dropOldRequests.run({ operator, settings: { REQUEST_LOG_DAYS: 0 } }, {}, 'job')
  expect((await partitions())[0]).toBe(partition(0))
  await expect(operator.query('select drop_old_request_log(-1)')).rejects.toThrow('no fewer than 0')
})

it('partitions exist for the next two weeks, and a missing one is created again', async () => {
  await db.admin.query(`drop table ${partition(3)}`)
  await makePartitions(operator)
  expect((await partitions()).slice(-15)).toEqual(Array.from({ length: 15 }, (_, days) => partition(days)))
})
