import { setTimeout as pause } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { createWire, messagesOf, type Wire } from '@eclusa/testing/wire.ts'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from './database-errors.ts'
import { openPool } from './pool.ts'
import { runTransaction, type TransactionPlan } from './transaction.ts'

let db: TestDatabase
let wire: Wire
let pool: ReturnType<typeof openPool>
let syncs = 0

const count: Wire['onSaid'] = (_, chunk) => {
  for (const { type } of messagesOf(chunk)) syncs += type === 'S' ? 1 : 0
}

beforeAll(async () => {
  db = await cloneDatabase()
  wire = await createWire(db.api)
  wire.onSaid = count
  pool = openPool({ connectionString: wire.url, size: 2, name: 'reading-test' })
})
afterAll(async () => {
  await pool.end()
  await wire.close()
  await db.drop()
})

const whose = sql`select current_setting('eclusa.user_id') as whose, now()::text as at, pg_backend_pid() as backend`
interface TestBatchedReadsObservation {
  whose: string
  at: string
  backend: number
}

interface How {
  brief?: boolean
  judge?: () => void
  observe?: (times: Observed) => void
}
type Observed = Parameters<TransactionPlan<unknown>['observe'] & {}>[0]

/** A read in the scope of one user. `judge` belongs to its opening. */
function readAs(
  somebody: string,
  statement: Sql = whose,
  { brief = true, judge = () => {}, observe }: How = {},
): Promise<TestBatchedReadsObservation[]> {
  return runTransaction(pool, {
    readOnly: true,
    brief,
    ...(observe && { observe }),
    opening: [{ statement: sql`select set_config('eclusa.user_id', ${somebody}, true)`, judge }],
    work: (tx) => tx.query<TestBatchedReadsObservation>(statement),
  })
}
const readers = (count: number) => Array.from({ length: count }, (_, n) => `reader ${n}`)
const whoever = (seen: TestBatchedReadsObservation[][]) => seen.map(([row]) => row!.whose)

beforeEach(async () => {
  await Promise.all(readers(16).map((name) => readAs(name)))
  syncs = 0
})

describe('brief reads', () => {
  it('of one turn share a batch, each with its own scope and time', async () => {
    const seen = await Promise.all(readers(5).map((name) => readAs(name)))
    expect(syncs).toBe(1)
    expect(whoever(seen)).toEqual(readers(5))
    expect(new Set(seen.map(([row]) => row!.at)).size).toBe(5)
    expect(new Set(seen.map(([row]) => row!.backend)).size).toBe(1)
  })

  it('leave no setting on the connection', async () => {
    await Promise.all(readers(3).map((name) => readAs(name)))
    const { rows } = await pool.query(`select nullif(current_setting('eclusa.user_id', true), '') as whose`)
    expect(rows).toEqual([{ whose: null }])
  })

  it('are eight per batch at most, and wait for a connection together', async () => {
    const seen = await Promise.all(readers(17).map((name) => readAs(name)))
    expect(whoever(seen)).toEqual(readers(17))
    expect(syncs).toBe(3)
    const held = [await pool.connect(), await pool.connect()]
    syncs = 0
    const waiting = []
    for (const name of readers(8)) {
      waiting.push(readAs(name))
      await pause(2)
    }
    expect(pool.waitingCount).toBe(1)
    for (const client of held) client.release()
    expect(whoever(await Promise.all(waiting))).toEqual(readers(8))
    expect(syncs).toBe(1)
  })

  it('send a further read that depends on a first result', async () => {
    const read = runTransaction(pool, {
      readOnly: true,
      brief: true,
      work: async (tx) => {
        const [[first], [second]] = await Promise.all([
          tx.query<{ n: number }>(sql`select ${1}::int as n`),
          tx.query<{ n: number }>(sql`select ${2}::int as n`),
        ])
        return tx.query(sql`select ${first!.n + second!.n}::int as sum`)
      },
    })
    expect(await read).toEqual([{ sum: 3 }])
    expect(syncs).toBe(2)
  })

  const refusals: [string, Sql, object][] = [
    ['is refused', sql`select 1 / 0`, { code: '22012' }],
    ['writes', sql`update users set name = 'changed'`, { cause: { code: '25006' } }],
    ['cannot be serialised', sql`select ${{ toPostgres: refuse('unsayable') }}::text`, { message: 'unsayable' }],
    ['reads what has no form here', sql`select 9223372036854775807::int8 as beyond`, { name: 'RangeError' }],
  ]
  it.each(refusals)('are not affected when one of them %s', async (_, statement, refusal) => {
    for (const place of [0, 2, 4]) {
      const names = readers(5)
      const seen = await Promise.allSettled(names.map((name, n) => readAs(name, n === place ? statement : whose)))
      for (const [n, outcome] of seen.entries())
        if (n === place) expect(outcome).toMatchObject({ status: 'rejected', reason: refusal })
        else expect(outcome).toMatchObject({ status: 'fulfilled', value: [{ whose: names[n] }] })
    }
    const { rows } = await db.admin.query(
      `select distinct state from pg_stat_activity where application_name = 'reading-test'`,
    )
    expect(rows).toEqual([{ state: 'idle' }])
  })

  it('are not affected when a result of one cannot be parsed and its next statement fails', async () => {
    const both = sql`select 9223372036854775807::int8 as beyond, 1 / (2 - n) from generate_series(1, 2) n`
    const seen = await Promise.allSettled([both, whose, whose].map((statement, n) => readAs(`reader ${n}`, statement)))
    expect(seen.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  it('fail with the lost connection, and not with the error of another read', async () => {
    wire.onSaid = (connection, chunk) => {
      for (const { type } of messagesOf(chunk)) if (type === 'Q') connection.destroy()
    }
    const seen = await Promise.allSettled([sql`select 1 / 0`, whose, whose].map((asked) => readAs('somebody', asked)))
    wire.onSaid = count
    expect(seen.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      expect.objectContaining({ code: '22012' }),
      expect.any(DatabaseUnavailable),
      expect.any(DatabaseUnavailable),
    ])
  })

  it('each report their own waiting time', async () => {
    const held = [await pool.connect(), await pool.connect()]
    const seen: Observed[] = []
    const observe = (times: Observed) => void seen.push(times)
    const reads = [readAs('first', whose, { observe })]
    await pause(300)
    reads.push(readAs('second', whose, { observe }))
    for (const client of held) client.release()
    await Promise.all(reads)
    expect(syncs).toBe(1)
    expect(seen[0]!.poolWait).toBeGreaterThan(250)
    expect(seen[1]!.poolWait).toBeLessThan(250)
    for (const { transaction } of seen) expect(transaction).toBeGreaterThan(0)
  })

  it('a late read does not join a batch that has waited for too long', async () => {
    const held = [await pool.connect(), await pool.connect()]
    const early = readAs('early')
    await pause(4_500)
    const late = readAs('late')
    await expect(early).rejects.toThrow(DatabaseUnavailable)
    for (const client of held) client.release()
    expect(whoever([await late])).toEqual(['late'])
  })

  it('are not affected by two failures of different reads', async () => {
    const unreadable = sql`select 9223372036854775807::int8 as beyond`
    const statements = [whose, unreadable, whose, sql`select 1 / 0`, whose]
    const seen = await Promise.allSettled(statements.map((statement, n) => readAs(`reader ${n}`, statement)))
    expect(seen.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true])
  })

  it('are not affected when the opening of one is rejected', async () => {
    const judge = refuse('does not hold')
    const [first, second, third] = await Promise.allSettled([readAs('a'), readAs('b', whose, { judge }), readAs('c')])
    expect([first, third]).toMatchObject([{ value: [{ whose: 'a' }] }, { value: [{ whose: 'c' }] }])
    expect(second).toMatchObject({ reason: { message: 'does not hold' } })
    expect(syncs).toBe(1)
  })

  it('all fail when the connection is lost, and later reads do not', async () => {
    const lost = sql`select pg_terminate_backend(pg_backend_pid())`
    const outcomes = await Promise.allSettled(readers(4).map((name, n) => readAs(name, n === 1 ? lost : whose)))
    // A result that came before the end is not given out: it is resolved with the whole batch.
    for (const outcome of outcomes.slice(1)) expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
    expect(whoever([await readAs('next')])).toEqual(['next'])
  })
})

it('a read that is not brief is sent alone, and delays no other', async () => {
  const began = performance.now()
  const slow = readAs('slow', sql`select pg_sleep(0.5)`, { brief: false })
  const seen = await Promise.all(readers(3).map((name) => readAs(name)))
  expect(performance.now() - began).toBeLessThan(400)
  expect(whoever(seen)).toEqual(readers(3))
  await slow
  expect(syncs).toBe(2)
})

function refuse(why: string) {
  return () => {
    throw new Error(why)
  }
}
