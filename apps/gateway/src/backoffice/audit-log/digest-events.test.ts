import { randomUUID } from 'node:crypto'
import { createTestAuditLog, seedTold, type TestJournal } from '@eclusa/testing/audit-log.ts'
import { createTestWorkerServices } from '@eclusa/testing/worker.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runJob } from '../../platform/jobs/pg-boss.ts'
import { digestEvents, LAG_MS } from './digest-events.job.ts'
import { type CoveredRow, coverRows, type RangeDigest } from './range-digest.ts'

let test: TestJournal
beforeEach(async () => {
  test = await createTestAuditLog()
})
afterEach(() => test.close())

const HOUR_MS = 3_600_000
/** A finished hour within one month. */
const hourAgo = () => new Date(Date.now() - 3 * HOUR_MS)

const covers = async (table = 'events') =>
  (
    await test.db.admin.query<{ changes: RangeDigest }>(
      `select changes from audit_log where subject_type = 'cover' and subject_id = $1 order by sequence`,
      [table],
    )
  ).rows.map(({ changes }) => changes)
const covered = async (table?: string) => (await covers(table)).reduce((sum, { rows }) => sum + rows, 0)

async function breaks(given?: Parameters<TestJournal['verify']>[0]) {
  const { events, client_activity, onboarding_activity } = await test.verify(given)
  return [events, client_activity, onboarding_activity].map((verdict) => verdict!.broken?.kind)
}

describe('covers', () => {
  it('contain every row once, without a gap, up to rows that may still be uncommitted', async () => {
    await seedTold(test.db.admin, hourAgo(), 300, 3_600)
    await seedTold(test.db.admin, new Date(Date.now() - LAG_MS + 60_000), 7, 60)
    await test.cover()
    expect([await covered(), await covered('client_activity'), await covered('onboarding_activity')]).toEqual([
      300, 50, 50,
    ])
    const all = await covers()
    for (const [place, cover] of all.slice(1).entries()) expect(cover.from).toBe(all[place]!.until)
    expect(Date.parse(all.at(-1)!.until)).toBeLessThanOrEqual(Date.now() - LAG_MS)
    expect(all[0]!.columns).toEqual(expect.arrayContaining(['user_id', 'id', 'data', 'created_at', 'product_id']))
    await test.cover(() => new Date(Date.now() + HOUR_MS))
    expect(await covered()).toBe(307)
    expect(await breaks({ now: new Date(Date.now() + HOUR_MS) })).toEqual([undefined, undefined, undefined])
  })

  it('record once a day that nothing happened, and not every five minutes', async () => {
    await test.cover()
    const before = (await covers()).length
    const minutes = (n: number) => new Date(Date.now() + n * 60_000)
    for (let n = 0; n < 100; n += 5) await test.cover(() => minutes(n))
    expect((await covers()).length - before).toBeLessThanOrEqual(1)
    await test.cover(() => minutes(3 * 24 * 60))
    const now = minutes(3 * 24 * 60)
    expect((await covers()).length - before).toBeLessThanOrEqual(6)
    expect(await breaks({ now })).toEqual([undefined, undefined, undefined])
  })

  it('are written once by two workers at once', async () => {
    await seedTold(test.db.admin, hourAgo(), 300, 3_600)
    const workers = [1, 2].map(() => createTestWorkerServices(test.db, test.settings))
    for (let round = 0; round < 3; round += 1)
      await Promise.all(workers.map((worker) => runJob(digestEvents, worker, {}, randomUUID())))
    await Promise.all(workers.map((worker) => worker.close()))
    expect(await covered()).toBe(300)
    expect(await breaks()).toEqual([undefined, undefined, undefined])
  })

  it('are split where there are many rows, and never within a millisecond', async () => {
    async function* rows(): AsyncGenerator<CoveredRow> {
      for (let n = 0; n < 100; n += 1) yield { at: `t${String(Math.floor(n / 7)).padStart(2, '0')}`, row: `${n}` }
    }
    const stretch = { from: 't00', until: 't99', columns: [] }
    const cut = await coverRows(rows(), stretch, 10)
    expect(cut.map(({ from, until, rows: count }) => [from, until, count])).toEqual([
      ['t00', 't02', 14],
      ['t02', 't04', 14],
      ['t04', 't06', 14],
      ['t06', 't08', 14],
      ['t08', 't10', 14],
      ['t10', 't12', 14],
      ['t12', 't14', 14],
      ['t14', 't99', 2],
    ])
  })

  it('digest the columns that existed, and not those added later', async () => {
    await seedTold(test.db.admin, hourAgo(), 10, 60)
    await test.cover()
    await test.owner.query(`alter table events add column later text default 'x'`)
    expect(await breaks()).toEqual([undefined, undefined, undefined])
    await test.owner.query('alter table events drop column request_id')
    expect(await breaks()).toEqual(['UNREADABLE', undefined, undefined])
  })
})

describe('the owner of the database', () => {
  beforeEach(async () => {
    await seedTold(test.db.admin, hourAgo(), 300, 3_600)
    await test.cover()
    expect(await breaks()).toEqual([undefined, undefined, undefined])
  })

  /** Row-level security applies to the owner too until it is disabled. */
  async function asOwner(table: string, statement: string) {
    await test.owner.query(`alter table ${table} no force row level security`)
    await test.owner.query(`alter table ${table} disable trigger user`)
    const { rowCount } = await test.owner.query(statement)
    expect(rowCount).toBe(1)
  }

  it('deletes an event', async () => {
    await asOwner(
      'events',
      'delete from events where id = (select id from events order by created_at offset 100 limit 1)',
    )
    expect(await breaks()).toEqual(['ROWS_REMOVED', undefined, undefined])
    const { events } = await test.verify()
    expect(events!.broken!.what).toMatch(/^1 of \d+ rows are gone$/)
  })

  it.each([
    `data = data || '{"n": 1000}'`,
    `created_at = created_at + interval '1 millisecond'`,
    'user_id = gen_random_uuid()',
    'product_id = gen_random_uuid()',
    `sequence = 2`,
  ])('changes an event: %s', async (change) => {
    await asOwner(
      'events',
      `update events set ${change} where id = (select id from events order by created_at offset 100 limit 1)`,
    )
    expect(await breaks()).toEqual(['ROWS_CHANGED', undefined, undefined])
  })

  it('inserts an event', async () => {
    await asOwner(
      'events',
      `insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
       select user_id, gen_random_uuid(), type, object_id, 2, data, request_id, created_at + interval '1 second'
       from events order by created_at offset 100 limit 1`,
    )
    expect(await breaks()).toEqual(['ROWS_PUT_IN', undefined, undefined])
  })

  it('changes the actor of an onboarding entry, and removes an entry of a client', async () => {
    await asOwner(
      'onboarding_activity',
      `update onboarding_activity set actor = 'somebody' where id = (select id from onboarding_activity limit 1)`,
    )
    await asOwner('client_activity', 'delete from client_activity where id = (select id from client_activity limit 1)')
    expect(await breaks()).toEqual([undefined, 'ROWS_REMOVED', 'ROWS_CHANGED'])
  })

  it('shadows a function that verification uses', async () => {
    await asOwner(
      'events',
      `update events set type = 'told.by.others' where id = (select id from events order by created_at offset 9 limit 1)`,
    )
    const [cover] = await covers()
    const { rows } = await test.owner.query<{ types: string }>(
      `select string_agg(format_type(atttypid, null), ', ' order by array_position($1::text[], attname::text)) as types
       from pg_attribute where attrelid = 'events'::regclass and attname = any ($1)`,
      [cover!.columns],
    )
    await test.owner.query(
      `create function json_build_array(${rows[0]!.types}) returns json language sql return '[]'::json`,
    )
    // It does: a caller without the full name gets this one.
    const named = cover!.columns.join(', ')
    const fooled = await test.db.admin.query(`select json_build_array(${named})::text as row from events limit 1`)
    expect(fooled.rows).toEqual([{ row: '[]' }])
    expect(await breaks()).toEqual(['ROWS_CHANGED', undefined, undefined])
  })

  it('drops a month that had to be kept; an expired one is skipped, and reported', async () => {
    const month = `events_${hourAgo().toISOString().slice(0, 7).replace('-', '_')}`
    await test.owner.query(`drop table ${month}`)
    expect(await breaks()).toEqual(['MONTH_REMOVED', undefined, undefined])
    const inYears = new Date(Date.now() + 3 * 366 * 24 * HOUR_MS)
    const { events } = await test.verify({ now: inYears })
    expect(events!.broken).toBeUndefined()
    expect(events!.notes[0]).toContain('no longer kept')
  })

  it('is not searched before the given time', async () => {
    await asOwner('events', 'delete from events where id = (select id from events order by created_at limit 1)')
    const { events } = await test.verify({ since: new Date() })
    expect(events!.broken).toBeUndefined()
    expect(events!.notes.join()).toContain('skipped')
  })
})
