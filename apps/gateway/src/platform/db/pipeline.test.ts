import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import { createWire, messagesOf, type Wire } from '@eclusa/testing/wire.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutcomeUnknown } from './database-errors.ts'
import { openPool } from './pool.ts'
import { runTransaction } from './transaction.ts'

let db: TestDatabase
let wire: Wire
let pool: ReturnType<typeof openPool>
let said = ''

beforeAll(async () => {
  db = await cloneDatabase()
  await db.admin.query('create table notes (id int primary key, text text); grant all on notes to eclusa_api')
  wire = await createWire(db.api)
  wire.onSaid = (_, chunk) => {
    for (const { type } of messagesOf(chunk)) said += type
  }
  pool = openPool({ connectionString: wire.url, size: 1, name: 'flush-test' })
})
afterAll(async () => {
  await pool.end()
  await wire.close()
  await db.drop()
})

const kept = async () =>
  (await db.admin.query<{ id: number }>('select id from notes order by id')).rows.map(({ id }) => id)
const note = (id: number) => sql`insert into notes (id) values (${id})`

describe('a pipeline batch', () => {
  it('has a single response, however many statements it contains', async () => {
    const work = () =>
      runTransaction(pool, {
        work: async (tx) => {
          const [[first], [second]] = await Promise.all([
            tx.query<{ n: number }>(sql`select ${1}::int as n`),
            tx.query<{ n: number }>(sql`select ${2}::int as n`),
          ])
          tx.write(sql`select 'written'`)
          return [first, second]
        },
      })
    await work()
    said = ''
    expect(await work()).toEqual([{ n: 1 }, { n: 2 }])
    // Message counts of BEGIN with a read, and of a write with COMMIT: each statement is bound and executed, and each batch ends
    // in one Sync. A connection whose statement cache is full (other tests may have filled it) also parses and describes each
    // statement.
    expect(said.replaceAll(/[PD]/g, '')).toBe('BEBEBESBEBES')
  })

  it('describes the columns of a statement once per connection and uses them for every row', async () => {
    const work = () =>
      runTransaction(pool, {
        readOnly: true,
        work: (tx) => tx.query(sql`select ${7}::int8 as seven, to_timestamp(0) as begun, null as nothing -- described`),
      })
    const first = await work()
    expect(first).toEqual([{ seven: 7, begun: '1970-01-01T00:00:00.000Z', nothing: null }])
    said = ''
    expect(await work()).toEqual(first)
    if (!said.includes('P')) expect(said).toBe('BEBEBES')
  })

  it('of a read leaves nothing on the connection: settings end with it, and a write in it is refused', async () => {
    const opening = [{ statement: sql`select set_config('eclusa.user_id', 'somebody', true)` }]
    const whose = sql`select current_setting('eclusa.user_id', true) as whose, now() as at`
    const read = await runTransaction(pool, {
      readOnly: true,
      opening,
      work: (tx) => Promise.all([tx.query<{ whose: string; at: string }>(whose), tx.query(whose)]),
    })
    expect(read.flat()).toEqual([read[0][0], read[0][0]])
    expect(read[0][0]).toMatchObject({ whose: 'somebody' })
    const after = await pool.query(
      `select nullif(current_setting('eclusa.user_id', true), '') as whose, current_setting('transaction_read_only') as only`,
    )
    expect(after.rows).toEqual([{ whose: null, only: 'off' }])
    const writing = runTransaction(pool, { readOnly: true, opening, work: (tx) => tx.query(note(9)) })
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } })
    expect(await kept()).not.toContain(9)
    const { rows } = await db.admin.query(`select state from pg_stat_activity where application_name = 'flush-test'`)
    expect(rows).toEqual([{ state: 'idle' }])
  })

  it('skips what follows a failed statement, and prepares it the next time', async () => {
    const fresh = (id: number) => sql`insert into notes (id) values (${id}) -- prepared by nobody yet`
    for (const refused of [sql`select 1 / 0`, sql`select nothing from nowhere`]) {
      const work = runTransaction(pool, {
        work: async (tx) => {
          tx.write(note(1))
          tx.write(refused)
          tx.write(fresh(2))
        },
      })
      await expect(work).rejects.toThrow(/division by zero|does not exist/)
      expect(await kept()).toEqual([])
    }
    await expect(runTransaction(pool, { work: async (tx) => tx.write(fresh(3)) })).resolves.toBeUndefined()
    expect(await kept()).toEqual([3])
  })

  const unsayable = {
    toPostgres() {
      throw new Error('cannot be serialised')
    },
  }

  it('ends at a value that cannot be serialised, and its COMMIT is never sent', async () => {
    const work = runTransaction(pool, {
      work: async (tx) => {
        tx.write(note(4))
        tx.write(sql`insert into notes (text) values (${unsayable})`)
      },
    })
    await expect(work).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(await kept()).not.toContain(4)
  })

  it('with a value that cannot be serialised leaves a connection on which the same statement can be sent', async () => {
    const text = (value: unknown) => sql`select ${value}::text as text -- said twice`
    for (const round of ['not prepared yet', 'prepared']) {
      await expect(runTransaction(pool, { work: async (tx) => tx.query(text(unsayable)) })).rejects.toThrow(
        'cannot be serialised',
      )
      expect(await runTransaction(pool, { work: async (tx) => tx.query(text(round)) })).toEqual([{ text: round }])
    }
  })

  it('that was not sent when the work fails leaves no open transaction', async () => {
    const work = runTransaction(pool, {
      work: async () => {
        throw new Error('changed its mind')
      },
    })
    await expect(work).rejects.toThrow('changed its mind')
    const { rows } = await db.admin.query(`select state from pg_stat_activity where application_name = 'flush-test'`)
    expect(rows).toEqual([{ state: 'idle' }])
    await runTransaction(pool, { work: async (tx) => tx.write(note(5)) })
    expect(await kept()).toContain(5)
  })
})
