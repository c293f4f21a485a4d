import { cloneDatabase, type TestDatabase } from '@eclusa/testing/database.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutcomeUnknown } from './database-errors.ts'
import { openPool } from './pool.ts'
import { runTransaction } from './transaction.ts'

let db: TestDatabase
let pool: ReturnType<typeof openPool>

beforeAll(async () => {
  db = await cloneDatabase()
  await db.admin.query('create table notes (id int primary key, text text); grant all on notes to eclusa_api')
  pool = openPool({ connectionString: db.api, size: 2, name: 'transaction-test' })
})
afterAll(async () => {
  await pool.end()
  await db.drop()
})

const kept = async () =>
  (await db.admin.query<{ id: number }>('select id from notes order by id')).rows.map(({ id }) => id)
const note = (id: number) => sql`insert into notes (id) values (${id})`

describe('a transaction', () => {
  it('is rolled back when one of the writes sent with COMMIT fails', async () => {
    const work = runTransaction(pool, {
      work: async (tx) => {
        tx.write(note(1))
        tx.write(note(1))
      },
    })
    await expect(work).rejects.toThrow('duplicate key')
    expect(await kept()).toEqual([])
  })

  it('is rolled back when a statement before COMMIT failed, also if the caller ignored it', async () => {
    const work = runTransaction(pool, { work: (tx) => tx.query(sql`select 1 / 0`).catch(() => []) })
    await expect(work).rejects.toThrow('rolled back')
  })

  it('validates its opening before it returns a row or commits a write', async () => {
    const refuse = () => {
      throw new Error('refused')
    }
    let reached = false
    const work = runTransaction(pool, {
      opening: [{ statement: sql`select pg_sleep(0.05)`, judge: refuse }],
      work: async (tx) => {
        tx.write(note(2))
        await tx.query(sql`select 1`)
        reached = true
      },
    })
    await expect(work).rejects.toThrow('refused')
    const silent = runTransaction(pool, {
      opening: [{ statement: sql`select pg_sleep(0.05)`, judge: refuse }],
      work: async (tx) => tx.write(note(2)),
    })
    await expect(silent).rejects.toThrow('refused')
    expect(reached).toBe(false)
    expect(await kept()).toEqual([])
  })

  it('that only reads refuses a write, however it is issued', async () => {
    const deferred = runTransaction(pool, { readOnly: true, work: async (tx) => tx.write(note(3)) })
    await expect(deferred).rejects.toThrow('only reads')
    const direct = runTransaction(pool, { readOnly: true, work: (tx) => tx.query(note(3)) })
    await expect(direct).rejects.toMatchObject({ cause: { code: '25006' } })
    expect(await kept()).toEqual([])
  })

  it('that only reads can continue after a failed query', async () => {
    const read = runTransaction(pool, {
      readOnly: true,
      work: async (tx) => {
        await expect(tx.query(sql`select 1 / 0`)).rejects.toThrow('division by zero')
        return tx.query(sql`select 1 as one`)
      },
    })
    expect(await read).toEqual([{ one: 1 }])
  })

  it('leaves its connection usable for the next, however it ended', async () => {
    for (let n = 0; n < 20; n += 1) {
      const broken = n % 2 === 0
      const work = runTransaction(pool, { work: (tx) => tx.query(broken ? sql`select 1 / 0` : sql`select 1 as one`) })
      if (broken) await expect(work).rejects.toThrow('division by zero')
      else expect(await work).toEqual([{ one: 1 }])
    }
    expect(pool.totalCount).toBeLessThanOrEqual(2)
  })

  it('with an unknown outcome closes its connection', async () => {
    const alone = openPool({ connectionString: db.api, size: 1, name: 'transaction-test' })
    const backend = () =>
      runTransaction(alone, { work: (tx) => tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`) })
    // The warning of a server that committed while its replicas did not confirm. Only this message can be relied upon.
    await db.admin.query(`
      create function warn() returns trigger language plpgsql as $$ begin raise warning 'not replicated'; return null; end $$;
      create constraint trigger warns after insert on notes deferrable initially deferred for each row execute function warn()`)
    const [before] = await backend()
    const unknown = runTransaction(alone, { work: async (tx) => tx.write(note(4)) })
    await expect(unknown).rejects.toBeInstanceOf(OutcomeUnknown)
    const [after] = await backend()
    expect(after!.pid).not.toBe(before!.pid)
    await db.admin.query('drop trigger warns on notes; delete from notes')
    await alone.end()
  })

  it('ends by a timeout when the database is silent or too slow', async () => {
    const slow = runTransaction(pool, { work: (tx) => tx.query(sql`select pg_sleep(60)`) })
    await expect(slow).rejects.toThrow('unavailable')
  })
})
