import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openPool } from '../../platform/db/pool.ts'
import type { Person } from '../auth/person.ts'
import { aggregateDays } from './aggregate-days.job.ts'
import type { Figures } from './statistics.ts'

let gateway: TestGateway
let desk: TestDesk
let bruno: Person
let ana: Person
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway, { DESK_SECOND_EYES: 'account_verdict' })
  bruno = desk.person('bruno', 'approver')
  ana = desk.person('ana', 'analyst')
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const today = () => new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
const figures = async (from: string, to: string): Promise<Figures> => {
  const { status, body } = await desk.ask({ url: `/v1/figures?from=${from}&to=${to}`, as: bruno })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Figures
}
const pass = (kind: string, what: string, at: string, since: string | null = null, due: string | null = null) =>
  gateway.db.admin.query('insert into case_transitions values ($1, $2, $3, $4, $5)', [kind, what, at, since, due])

describe('GET /v1/figures', () => {
  it('counts new and decided cases as they happen, and staff decisions apart from those of a rule', async () => {
    const user = await gateway.user()
    const create = async (document: string) => {
      const body = { ...shown('createClient'), document }
      return String((await gateway.ask({ method: 'POST', url: '/v1/crossborder/clients', as: user, body })).body['id'])
    }
    expect((await figures(today(), today())).total).toEqual({ came: 0, decided: 0, left: 0, late: 0 })
    const [one, two] = [await create('FIG-1'), await create('FIG-2')]
    await create('FIG-3')
    const verdict = { user_id: user.user_id, status: 'ACTIVE', seen: 1, reason: 'looked at' }
    expect((await desk.ask({ method: 'POST', url: `/v1/clients/${one}/verdict`, as: ana, body: verdict })).status).toBe(
      200,
    )
    // As a rule would, with the login of the API.
    const api = await gateway.services.pool.connect()
    await api.query('begin')
    await api.query(`select set_config('eclusa.user_id', $1, true)`, [user.user_id])
    await api.query(`delete from cases where user_id = $1 and kind = 'client' and id = $2`, [user.user_id, two])
    const { rows } = await gateway.db.admin.query('select count(*)::int as n from case_transitions')
    await api.query('rollback')
    api.release()
    expect(rows[0].n).toBe(4)
    const { total, kinds, days, counted_since } = await figures(today(), today())
    expect(total).toMatchObject({ came: 3, decided: 1, left: 0, late: 0 })
    expect(total.median_seconds).toBeLessThanOrEqual(60)
    expect(kinds).toEqual([expect.objectContaining({ kind: 'client', came: 3, decided: 1 })])
    expect(days).toEqual([{ day: today(), kind: 'client', came: 3, decided: 1, left: 0, late: 0 }])
    expect(Date.parse(counted_since!)).toBeLessThanOrEqual(Date.now())
  })

  it('days end at midnight in São Paulo; late means past the deadline, or past the hours of the settings', async () => {
    await pass('refund', 'decided', '2026-03-02T02:59:59.999Z', '2026-03-02T01:59:59.999Z', '2026-03-02T02:59:59.999Z')
    await pass('refund', 'decided', '2026-03-02T03:00:00Z', '2026-03-02T01:00:00Z', '2026-03-02T02:59:59.999Z')
    await pass('client', 'decided', '2026-03-03T12:00:00Z', '2026-03-02T12:00:00Z')
    await pass('client', 'left', '2026-03-03T12:00:01Z', '2026-03-02T12:00:00Z')
    await pass('client', 'came', '2026-03-04T02:00:00Z')
    const { days, total, kinds } = await figures('2026-03-01', '2026-03-03')
    expect(days).toEqual([
      { day: '2026-03-01', kind: 'refund', came: 0, decided: 1, left: 0, late: 0 },
      { day: '2026-03-02', kind: 'refund', came: 0, decided: 1, left: 0, late: 1 },
      { day: '2026-03-03', kind: 'client', came: 1, decided: 1, left: 1, late: 1 },
    ])
    expect(total).toEqual({ came: 1, decided: 3, left: 1, late: 2, median_seconds: 7200, p95_seconds: 86_400 })
    expect(kinds.find(({ kind }) => kind === 'refund')).toMatchObject({ median_seconds: 3600, p95_seconds: 7200 })
    expect((await figures('2026-03-02', '2026-03-02')).days).toHaveLength(1)
  })

  it('median and 95th percentile of many, and neither of none', async () => {
    for (let minutes = 1; minutes <= 100; minutes += 1)
      await pass(
        'account',
        'decided',
        '2026-04-02T12:00:00Z',
        new Date(Date.UTC(2026, 3, 2, 12, -minutes)).toISOString(),
      )
    expect((await figures('2026-04-02', '2026-04-02')).total).toMatchObject({ median_seconds: 3000, p95_seconds: 5700 })
    const none = await figures('2026-05-01', '2026-05-31')
    expect(none).toMatchObject({ kinds: [], days: [], total: { came: 0 } })
    expect(none.total).not.toHaveProperty('median_seconds')
    expect(none.proposals).toEqual({ approved: 0, declined: 0, withdrawn: 0, stale: 0, lapsed: 0, waiting: 0 })
  })

  it('counts how often the approver agreed with the proposer', async () => {
    const add = (status: string, lapses: string) =>
      gateway.db.admin.query(
        `insert into proposals (id, operation, decision, params, sealed, subject_type, subject_id, changes, proposed_by,
           proposed_by_name, status, created_at, lapses_at, ended_at, ended_by, ended_by_kind)
         values (gen_random_uuid(), 'x', 'x', '{}', '', 'x', 'x', '{}', 'a', 'a', $1, '2026-06-02T12:00:00Z', $2,
           case when $1 = 'PENDING' then null else now() end, case when $1 = 'WITHDRAWN' then 'a' else 'b' end,
           case when $1 = 'PENDING' then null else 'person' end)`,
        [status, lapses],
      )
    for (const status of ['APPROVED', 'APPROVED', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'STALE'])
      await add(status, '2026-06-05T12:00:00Z')
    await add('PENDING', '2026-06-05T12:00:00Z')
    await add('PENDING', '2999-06-05T12:00:00Z')
    expect((await figures('2026-06-01', '2026-06-30')).proposals).toEqual({
      approved: 3,
      declined: 1,
      withdrawn: 1,
      stale: 1,
      lapsed: 1,
      waiting: 1,
      agreement: 0.75,
    })
  })

  it('400: days in the wrong order, invalid days, or too many', async () => {
    for (const query of [
      'from=2026-03-02&to=2026-03-01',
      'from=2026-01-01&to=2026-04-03',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-01',
      'from=2026-03-01T00:00:00Z&to=2026-03-02',
      'from=9999-12-31&to=9999-12-31',
    ])
      expect(await desk.ask({ url: `/v1/figures?${query}`, as: bruno }), query).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_MALFORMED' },
      })
    expect((await desk.ask({ url: '/v1/figures?from=2026-01-01&to=2026-04-02', as: bruno })).status).toBe(200)
  })
})

describe('GET /v1/figures.csv', () => {
  it('returns the same as a file', async () => {
    const asked = await desk.ask({ url: '/v1/figures.csv?from=2026-03-01&to=2026-03-03', as: bruno })
    expect(asked.headers['content-type']).toMatch(/^text\/csv/)
    expect(asked.headers['content-disposition']).toBe('attachment')
    expect(asked.text.split('\r\n')).toEqual([
      'day,kind,came,decided,left,late,median_seconds,p95_seconds',
      '2026-03-01,refund,0,1,0,0,,',
      '2026-03-02,refund,0,1,0,1,,',
      '2026-03-03,client,1,1,1,1,,',
      ',refund,0,2,0,1,3600,7200',
      ',client,1,1,1,1,86400,86400',
      ',all,1,3,1,2,7200,86400',
      '',
    ])
  })
})

describe('aggregate-days', () => {
  it('sums up each finished day once, returns the same afterwards, and deletes the details after a week', async () => {
    const asked = ['2026-03-01', '2026-04-30'] as const
    const before = await figures(...asked)
    const file = async () => (await desk.ask({ url: '/v1/figures.csv?from=2026-03-01&to=2026-04-30', as: bruno })).text
    const text = await file()
    const { admin, worker } = gateway.db
    const operator = openPool({ connectionString: worker, size: 1, name: 'figures' })
    await aggregateDays.run({ operator, clock: systemClock }, {}, 'job')
    const summed = async () =>
      (await admin.query('select day::text from case_daily_stats order by day')).rows.map(({ day }) => day)
    const days = await summed()
    expect(days).toContain('2026-03-15')
    expect(days).not.toContain(today())
    const { rows } = await admin.query(`select count(*)::int as n from case_transitions where at < '2026-10-01'`)
    expect(rows[0].n).toBe(0)
    expect(await figures(...asked)).toMatchObject({ total: before.total, kinds: before.kinds, days: before.days })
    expect(await file()).toBe(text)
    expect((await figures(today(), today())).total).toMatchObject({ came: 3, decided: 1 })
    // A second run counts nothing twice.
    await aggregateDays.run({ operator, clock: systemClock }, {}, 'job')
    expect(await summed()).toEqual(days)
    expect((await figures(...asked)).total).toEqual(before.total)
    await operator.end()
  })
})
