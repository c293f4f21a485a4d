import { samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool } from '../../platform/db/pool.ts'
import { createIngestion } from './ingest-batch.ts'

/** Transactions are stored for ever, so the cost of an ingest must not grow with the number of months. */
let gateway: TestGateway
let user: TestUser
const now = new Date()
const monthsAgo = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
const old = Array.from({ length: 12 }, (_, n) => monthsAgo(n + 3))

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  await gateway.ingest(
    old.map((at) => samplePayment(user, at)),
    'test',
    now,
  )
})
afterAll(() => gateway.close())

const partition = (table: string, at: Date) => `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`

/** The partitions of transactions and events that were read meanwhile. A connection reports its reads when it ends. */
async function monthsRead(work: (pool: pg.Pool) => Promise<unknown>): Promise<string[]> {
  const scans = async () => {
    const { rows } = await gateway.db.admin.query<{ name: string; scans: number }>(
      `select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables
       where relname ~ '^(transactions|events)_\\d{4}_\\d\\d$' order by relname`,
    )
    return new Map(rows.map(({ name, scans: count }) => [name, count]))
  }
  const before = await scans()
  const pool = openPool({ connectionString: gateway.db.worker, size: 1, name: 'ledger' })
  await work(pool)
  await pool.end()
  const read = async () =>
    [...(await scans())].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [name] : []))
  await expect.poll(read).not.toEqual([])
  return read()
}

it('new records are looked up only in their own month', async () => {
  const at = monthsAgo(4)
  const records = Array.from({ length: 20 }, () => samplePayment(user, at))
  const read = await monthsRead(async (pool) => {
    const results = await createIngestion(pool)(records, 'test', now)
    expect(results.map(({ outcome }) => outcome)).toEqual(records.map(() => 'CREATED'))
  })
  expect(read.filter((name) => name.startsWith('transactions'))).toEqual([partition('transactions', at)])
})

it('their events are looked up only in the current month', async () => {
  const read = await monthsRead((pool) => createIngestion(pool)([samplePayment(user, monthsAgo(4))], 'test', now))
  // A day before and after now: around the turn of a month these are two partitions.
  const present = [-1, 0, 1].map((days) => partition('events', new Date(now.getTime() + days * 86_400_000)))
  const events = read.filter((name) => name.startsWith('events'))
  expect(events.length).toBeGreaterThan(0)
  expect(present).toEqual(expect.arrayContaining(events))
})

it('a record that changes after a year is found in its month, and only that month is read', async () => {
  const [at] = [monthsAgo(12)]
  const { operation_id, ...scheduled } = samplePayment(user, at, { status: 'SCHEDULED' })
  await gateway.ingest([scheduled], 'test', now)
  const confirmed = { ...scheduled, operation_id, status: 'CONFIRMED', updated_at: now.toISOString() }
  const read = await monthsRead(async (pool) => {
    expect(await createIngestion(pool)([confirmed], 'test', now)).toMatchObject([{ outcome: 'UPDATED' }])
  })
  expect(read.filter((name) => name.startsWith('transactions'))).toEqual([partition('transactions', at)])
})

it('the database itself accepts an id in only one month', async () => {
  const payment = samplePayment(user, monthsAgo(3))
  await gateway.ingest([payment], 'test', now)
  const twice = gateway.db.admin.query(
    `insert into transactions select (jsonb_populate_record(null::transactions, to_jsonb(kept) || jsonb_build_object('created_at', now(), 'updated_at', now()))).*
     from transactions kept where id = $1`,
    [payment.id],
  )
  await expect(twice).rejects.toThrow('transaction_keys_pkey')
})
