import { setTimeout as pause } from 'node:timers/promises'
import { GCProfiler } from 'node:v8'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { createSilentConnection, type SilentLine } from '@eclusa/testing/silent-connection.ts'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DatabaseUnavailable, throwPassing } from './database-errors.ts'
import { createPlainPool, openPool } from './pool.ts'

let db: TestDatabase
let line: SilentLine
let pool: pg.Pool

beforeEach(async () => {
  db = await cloneDatabase()
  line = await createSilentConnection(db.api)
  pool = createPlainPool({ connectionString: line.url, size: 1, name: 'silence-test', statementTimeoutMs: 500 })
})
afterEach(async () => {
  await pool.end()
  await line.close()
  await db.drop()
})

const backends = async () =>
  (await db.admin.query(`select 1 from pg_stat_activity where application_name = 'silence-test'`)).rowCount

type Heap = ReturnType<GCProfiler['stop']>['statistics'][number]['beforeGC']
const oldSpace = ({ heapSpaceStatistics }: Heap) =>
  heapSpaceStatistics.find(({ spaceName }) => spaceName === 'old_space')!.spaceUsedSize

it('a read timeout is a temporary error, and the next query uses another connection', async () => {
  await pool.query('select 1')
  line.silent = true
  const asked = pool.query('select 1').catch(throwPassing)
  await expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable)
  line.silent = false
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

it('an idle connection never times out, and a connection with a pending query does', async () => {
  const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows
  const before = await backend()
  await pause(1_500)
  expect(await backend()).toEqual(before)
  line.silent = true
  await expect(backend()).rejects.toThrow('timeout')
})

it('a server that stops responding after a refusal and before the end of the batch times out', async () => {
  const client = await pool.connect()
  line.losesEnd = true
  try {
    await expect(client.query('select 1 / 0')).rejects.toThrow('zero')
    await expect(client.query('rollback')).rejects.toThrow('timeout')
  } finally {
    client.release(true)
  }
  line.losesEnd = false
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

it('the backend of an abandoned query stops waiting', async () => {
  await pool.query('set statement_timeout = 0')
  await expect(pool.query('select pg_sleep(600)')).rejects.toThrow('timeout')
  await expect.poll(backends).toBe(0)
})

it('memory of a finished statement is freed without a full garbage collection', async () => {
  const ours = openPool({ connectionString: db.api, size: 8, name: 'garbage-test' })
  const asked = 12_000
  const askAll = async () => {
    let left = asked
    const ask = async () => {
      for (; left > 0; left -= 1) await ours.query({ name: 'ask', text: 'select $1::int as n', values: [left] })
    }
    await Promise.all(Array.from({ length: 8 }, ask))
  }
  await askAll()
  const profiler = new GCProfiler()
  profiler.start()
  await askAll()
  const scavenges = profiler.stop().statistics.filter(({ gcType }) => gcType === 'Scavenge')
  const moved = scavenges.reduce((sum, { beforeGC, afterGC }) => sum + oldSpace(afterGC) - oldSpace(beforeGC), 0)
  expect(scavenges.length).toBeGreaterThan(1)
  expect(moved / asked).toBeLessThan(200)
  await ours.end()
})

it.each([
  ['2026-11-17 09:30:00Z', '2026-11-17T09:30:00.000Z'],
  ['2026-11-17 09:30:00.1Z', '2026-11-17T09:30:00.100Z'],
  ['2026-11-17 09:30:00.12Z', '2026-11-17T09:30:00.120Z'],
  ['2026-11-17 09:30:00.007Z', '2026-11-17T09:30:00.007Z'],
  ['2026-11-17 09:30:00.123456Z', '2026-11-17T09:30:00.123Z'],
  ['2026-11-17 09:30:00.5-03', '2026-11-17T12:30:00.500Z'],
  ['12026-11-17 09:30:00Z', '+012026-11-17T09:30:00.000Z'],
])('timestamp %s is read as %s', async (written, read) => {
  const ours = openPool({ connectionString: db.api, size: 1, name: 'moments-test' })
  expect((await ours.query('select $1::timestamptz as at', [written])).rows).toEqual([{ at: read }])
  await ours.end()
})
