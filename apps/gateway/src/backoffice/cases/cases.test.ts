import { refillCases } from '@eclusa/simulators/refill-cases.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../auth/person.ts'
import { ASSIGNMENTS_MAX } from './assignment-store.ts'

const EACH = 10
const KINDS = 8

interface TestCase {
  kind: string
  id: string
  user_id?: string
  under_id?: string
  deadline: string
  decidable?: boolean
  assigned_to?: string
}

let gateway: TestGateway
let desk: TestDesk
let ana: Person
let rui: Person
let vera: Person
beforeAll(async () => {
  gateway = await createTestGateway()
  await fillCases(gateway.db.admin, EACH)
  desk = await createTestBackoffice(gateway)
  ana = desk.person('ana', 'analyst')
  rui = desk.person('rui', 'approver')
  vera = desk.person('vera', 'viewer')
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const list = async (query = '', as = vera) => {
  const { status, body } = await desk.ask({ url: `/v1/cases${query}`, as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as { data: TestCase[]; has_next_page: boolean; page_state?: string }
}
const all = async () => (await list('?page_size=100')).data
/** What staff can decide now, in the order of the list. */
const decidable = async (query = '') => (await list(`?page_size=100&decidable=true${query}`)).data
const oneOf = async (kind: string) => (await list(`?kind=${kind}`)).data
const lastEntry = async () =>
  (await gateway.db.admin.query('select * from audit_log order by sequence desc limit 1')).rows[0]
const entries = async () => Number((await gateway.db.admin.query('select count(*) from audit_log')).rows[0].count)
const assign = ({ kind, id, user_id }: TestCase, body: object, as = ana) =>
  desk.ask({
    method: 'POST',
    url: `/v1/cases/${kind}/${id}/assign`,
    as,
    body: { ...(user_id && { user_id }), ...body },
  })
const search = (body: object, as = ana) => desk.ask({ method: 'POST', url: '/v1/cases/search', as, body })

describe('GET /v1/cases', () => {
  it('lists every kind in one order by deadline, without personal data', async () => {
    const data = await all()
    expect(data).toHaveLength(EACH * KINDS)
    expect(Map.groupBy(data, ({ kind }) => kind).size).toBe(KINDS)
    expect(data.map(({ deadline }) => deadline)).toEqual(data.map(({ deadline }) => deadline).toSorted())
    expect(JSON.stringify(data)).not.toMatch(/example\.com|"D\d+"/)
  })

  it('continues after the previous page, and rejects a state of other filters', async () => {
    const seen: TestCase[] = []
    for (let state = ''; ; ) {
      const { data, page_state } = await list(`?page_size=7${state && `&page_state=${state}`}`)
      seen.push(...data)
      if (!page_state) break
      state = page_state
    }
    expect(seen.map(({ kind, id }) => [kind, id])).toEqual((await all()).map(({ kind, id }) => [kind, id]))
    const { page_state } = await list('?page_size=7')
    const other = await desk.ask({ url: `/v1/cases?page_size=7&kind=refund&page_state=${page_state}`, as: vera })
    expect(other).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })

  it('filters by kind, by user and by deadline', async () => {
    const [some] = await oneOf('account')
    expect((await oneOf('account')).every(({ kind }) => kind === 'account')).toBe(true)
    const ofUser = (await list(`?page_size=100&user_id=${some!.user_id}`)).data
    expect(ofUser.length).toBeGreaterThan(0)
    expect(ofUser.every(({ user_id }) => user_id === some!.user_id)).toBe(true)
    const before = new Date().toISOString()
    const due = (await list(`?page_size=100&due_before=${before}`)).data
    expect(due.map(({ id }) => id)).toEqual(
      (await all()).filter(({ deadline }) => deadline < before).map(({ id }) => id),
    )
  })

  it('filters what is overdue or due today, and what is unassigned or free for me', async () => {
    const ugo = desk.person('ugo', 'approver')
    const now = new Date().toISOString()
    const overdue = (await all()).filter(({ deadline }) => deadline < now)
    expect((await list('?page_size=100&due=overdue')).data.map(({ id }) => id)).toEqual(overdue.map(({ id }) => id))
    const counts = (await desk.ask({ url: '/v1/cases/counts', as: vera })).body as { due_today: { count: number } }
    expect((await list('?page_size=100&due=today')).data).toHaveLength(counts.due_today.count)
    const [one, two] = await oneOf('infraction')
    await assign(one!, { to: 'me' })
    await assign(two!, { to: 'me' }, ugo)
    const ids = async (query: string, as = ana) => (await list(`?page_size=100&${query}`, as)).data.map(({ id }) => id)
    expect(await ids('hands=nobody')).toHaveLength(EACH * KINDS - 2)
    expect(await ids('hands=free')).toContain(one!.id)
    expect(await ids('hands=free')).not.toContain(two!.id)
    expect(await ids('hands=free', ugo)).toContain(two!.id)
    const { body } = await desk.ask({ url: '/v1/cases/counts', as: ana })
    expect(body).toMatchObject({ mine: { count: 1 }, unassigned: { count: EACH * KINDS - 2 } })
    await assign(one!, { to: 'nobody' })
    await assign(two!, { to: 'nobody' }, ugo)
  })

  it('shows the subject of each, and only initials of persons', async () => {
    const rows = (await all()) as (TestCase & { topic?: string; subject?: string; amount?: number })[]
    const first = (kind: string) => rows.find((one) => one.kind === kind)!
    expect(first('client')).toMatchObject({ topic: 'BR', subject: 'c***' })
    expect(first('account')).toMatchObject({ topic: 'US', subject: 'c***' })
    expect(first('onboarding_step')).toMatchObject({ topic: 'CAF', subject: 'n***' })
    expect(first('infraction')).toMatchObject({ topic: 'SCAM', amount: 100 })
    expect(first('refund')).toMatchObject({ topic: 'FRAUD' })
    expect(first('recovery')).toMatchObject({ topic: 'FRAUD' })
    expect(first('unclaimed_report')).toMatchObject({ topic: 'REFUND_REQUEST' })
    expect(first('unclaimed_refund')).toMatchObject({ topic: 'FRAUD' })
  })

  it('a case without a deadline has the one of the settings', async () => {
    const patient = await createTestBackoffice(gateway, { DESK_REVIEW_HOURS: '48' })
    const who = patient.person('vera', 'viewer')
    const { body } = await patient.ask({ url: '/v1/cases?kind=client', as: who })
    const [first] = await oneOf('client')
    const later = (body['data'] as TestCase[])[0]!
    expect(Date.parse(later.deadline) - Date.parse(first!.deadline)).toBe(24 * 3_600_000)
    await patient.close()
  })

  it('403: operators and auditors may not read cases', async () => {
    for (const who of [desk.person('carla', 'operator'), desk.person('otto', 'auditor')])
      expect(await desk.ask({ url: '/v1/cases', as: who })).toMatchObject({
        status: 403,
        body: { code: 'ROLE_MISSING' },
      })
  })
})

describe('GET /v1/cases/:kind/:id', () => {
  const get = ({ kind, id, user_id }: TestCase, as = vera) =>
    desk.ask({ url: `/v1/cases/${kind}/${id}${user_id ? `?user_id=${user_id}` : ''}`, as })

  it('equals the list entry, of every kind', async () => {
    for (const one of Map.groupBy(await all(), ({ kind }) => kind).values()) {
      expect(await get(one[0]!)).toMatchObject({ status: 200, body: one[0] })
    }
  })

  it('404 under another user, without a user, and for an unknown id', async () => {
    const [client] = await oneOf('client')
    const [report] = await oneOf('unclaimed_report')
    const wrong = [
      { ...client!, user_id: report!.id },
      { kind: 'client', id: client!.id, deadline: '' },
      { ...report!, user_id: client!.user_id! },
      { ...client!, id: client!.user_id! },
    ]
    for (const one of wrong) expect(await get(one)).toMatchObject({ status: 404, body: { code: 'CASE_NOT_FOUND' } })
  })

  it('still exists when it is closed', async () => {
    const [client] = (await oneOf('client')).toReversed()
    const { admin } = gateway.db
    const { rows } = await admin.query('select status from crossborder_clients where id = $1', [client!.id])
    const become = async (status: string) => {
      await admin.query('update crossborder_clients set status = $2 where id = $1', [client!.id, status])
      await refillCases(admin)
    }
    await become('ACTIVE')
    expect(await get(client!)).toMatchObject({ status: 200, body: { status: 'ACTIVE', waiting: false } })
    await become(rows[0].status)
  })
})

describe('GET /v1/cases/counts', () => {
  it('the statistics count an open case as overdue at once', async () => {
    const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
    const { status, body } = await desk.ask({ url: `/v1/figures?from=${day}&to=${day}`, as: rui })
    expect(status).toBe(200)
    const now = new Date().toISOString()
    const overdue = (await all()).filter(({ deadline }) => deadline < now).length
    expect(overdue).toBeGreaterThan(0)
    expect(body).toMatchObject({
      now: { waiting: { count: EACH * KINDS, more: false }, overdue: { count: overdue, more: false } },
      total: { late: 0 },
    })
  })

  it('counts open, overdue and due today, by kind', async () => {
    const { status, body } = await desk.ask({ url: '/v1/cases/counts', as: vera })
    expect(status).toBe(200)
    const now = new Date().toISOString()
    const overdue = (await all()).filter(({ deadline }) => deadline < now).length
    expect(body).toMatchObject({
      waiting: { count: EACH * KINDS, more: false },
      decidable: { count: EACH * 4, more: false },
      overdue: { count: overdue, more: false },
    })
    expect(body['kinds']).toHaveLength(KINDS)
    expect(body['kinds']).toContainEqual(
      expect.objectContaining({ kind: 'client', waiting: { count: EACH, more: false } }),
    )
    expect(body['kinds']).toContainEqual(
      expect.objectContaining({ kind: 'refund', decidable: { count: 0, more: false } }),
    )
  })

  it('403: not for an auditor', async () => {
    expect(await desk.ask({ url: '/v1/cases/counts', as: desk.person('otto', 'auditor') })).toMatchObject({
      status: 403,
    })
  })
})

/** A proposal about a case, which waits for an approval, and its end. */
async function propose({ kind, id, user_id, under_id }: TestCase): Promise<string> {
  const [type, subject, params] =
    kind === 'onboarding_step' ? ['onboarding', under_id, { id: under_id, step_id: id }] : [kind, id, { id }]
  const { rows } = await gateway.db.admin.query(
    `insert into proposals (id, operation, decision, params, sealed, subject_type, subject_id, user_id, changes, proposed_by,
       proposed_by_name, created_at, lapses_at)
     values (gen_random_uuid(), 'x', 'x', $1, '', $2, $3, $4, '{}', 'sub-eva', 'eva', now(), now() + interval '1 hour')
     returning id`,
    [params, type, subject, user_id],
  )
  return rows[0].id
}
const withdraw = (id: string) =>
  gateway.db.admin.query(
    `update proposals set status = 'WITHDRAWN', ended_at = now(), ended_by = proposed_by where id = $1`,
    [id],
  )

describe('GET /v1/cases/next', () => {
  const next = async (query: string, as = ana) => {
    const { status, body } = await desk.ask({ url: `/v1/cases/next?${query}`, as })
    expect(status, JSON.stringify(body)).toBe(200)
    return body['case'] as TestCase | undefined
  }
  const after = ({ deadline, id }: TestCase) => `after_deadline=${deadline}&after_id=${id}`

  it('goes through the cases that can be decided in list order, and skips those of a colleague', async () => {
    const ugo = desk.person('ugo', 'approver')
    const [one, two, three] = await decidable()
    expect(await next('')).toMatchObject({ id: one!.id })
    await assign(two!, { to: 'me' }, ugo)
    expect(await next(after(one!))).toMatchObject({ id: three!.id })
    expect(await next(after(one!), ugo)).toMatchObject({ id: two!.id })
    await assign(two!, { to: 'nobody' }, ugo)
    expect(await next(after(one!))).toMatchObject({ id: two!.id })
    const clients = await oneOf('client')
    expect(await next(`kind=client&${after(clients[3]!)}`)).toMatchObject({ id: clients[4]!.id })
    expect(await next(`kind=client&${after(clients.at(-1)!)}`)).toBeUndefined()
  })

  it('never offers a case without a decision: refunds, recoveries, unclaimed requests, and cases with a waiting proposal', async () => {
    const waiting = await all()
    const offered: TestCase[] = []
    for (let one = await next(''); one; one = await next(after(one))) offered.push(one)
    expect(offered.map(({ id }) => id)).toEqual((await decidable()).map(({ id }) => id))
    expect(new Set(offered.map(({ kind }) => kind))).toEqual(
      new Set(['infraction', 'client', 'account', 'onboarding_step']),
    )
    expect(offered).toHaveLength(4 * EACH)
    for (const kind of ['refund', 'recovery', 'unclaimed_report', 'unclaimed_refund'])
      expect(await next(`kind=${kind}`), kind).toBeUndefined()
    expect(new Set(waiting.filter((one) => one.decidable).map(({ id }) => id))).toEqual(
      new Set(offered.map(({ id }) => id)),
    )

    for (const kind of ['client', 'onboarding_step', 'infraction']) {
      const [one, two] = await oneOf(kind)
      const proposal = await propose(one!)
      expect(await next(`kind=${kind}`), kind).toMatchObject({ id: two!.id })
      const [row] = await oneOf(kind)
      expect(row).toMatchObject({ id: one!.id, proposal_id: proposal, decidable: false })
      await withdraw(proposal)
      expect(await next(`kind=${kind}`), kind).toMatchObject({ id: one!.id })
    }
  })

  it('400: a position needs both of its parts', async () => {
    const [one] = await all()
    expect(await desk.ask({ url: `/v1/cases/next?after_id=${one!.id}`, as: ana })).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'PLACE_INCOMPLETE' }] },
    })
  })
})

describe('POST /v1/cases/search', () => {
  it('finds a case by its id, open or closed, and records the search in the journal', async () => {
    const [waiting] = await oneOf('infraction')
    expect((await search({ id: waiting!.id.toUpperCase() })).body['data']).toEqual([
      expect.objectContaining({ kind: 'infraction', id: waiting!.id, waiting: true }),
    ])
    expect(await lastEntry()).toMatchObject({
      operation: 'searchCases',
      actor_id: 'sub-ana',
      changes: { id: waiting!.id, found: [{ kind: 'infraction', id: waiting!.id }] },
    })
    const { rows } = await gateway.db.admin.query(
      `select id from infraction_notifications where status = 'CLOSED' limit 1`,
    )
    expect((await search({ id: rows[0].id })).body['data']).toEqual([
      expect.objectContaining({ id: rows[0].id, waiting: false, status: 'CLOSED' }),
    ])
    expect((await search({ id: '00000000-0000-4000-8000-000000000000' })).body['data']).toEqual([])
  })

  it('finds everything about a payment', async () => {
    const { body } = await search({ end_to_end_id: `E${'1'.padStart(31, '0')}` })
    expect((body['data'] as TestCase[]).map(({ kind }) => kind).toSorted()).toEqual(
      ['infraction', 'recovery', 'refund', 'unclaimed_refund', 'unclaimed_report'].toSorted(),
    )
  })

  it('finds the cases of a document, and the journal keeps the document encrypted', async () => {
    const { body } = await search({ document: 'D3' })
    expect((body['data'] as TestCase[]).map(({ kind }) => kind).toSorted()).toEqual([
      'account',
      'client',
      'onboarding_step',
    ])
    const { changes, sealed, request_id } = await lastEntry()
    expect(JSON.stringify(changes)).not.toContain('D3')
    expect(JSON.parse(desk.services.journalSeal.open(sealed, request_id).toString())).toEqual({ document: 'D3' })
  })

  it('400: needs exactly one identifier; 403: not for an operator', async () => {
    const before = await entries()
    expect(await search({})).toMatchObject({ status: 400 })
    expect(await search({ document: 'D3', id: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ status: 400 })
    expect(await search({ document: 'D3' }, desk.person('carla', 'operator'))).toMatchObject({ status: 403 })
    expect(await entries()).toBe(before)
  })
})

describe('POST /v1/cases/:kind/:id/assign', () => {
  it('assigns a case to me, to a colleague, and to no one, each with its entry', async () => {
    const [one] = await oneOf('client')
    const { kind, id } = one!
    expect(await assign(one!, { to: 'me' })).toMatchObject({
      status: 200,
      body: { id, assigned_to: 'sub-ana', assigned_name: 'ana' },
    })
    expect(await lastEntry()).toMatchObject({
      operation: 'assignCase',
      subject_type: kind,
      subject_id: id,
      user_id: one!.user_id,
      changes: { assigned_to: [null, 'sub-ana'] },
    })
    expect((await list('?assigned_to=me', ana)).data.map((each) => each.id)).toEqual([id])
    expect((await list('?assigned_to=sub-ana')).data).toHaveLength(1)
    expect((await all()).filter(({ assigned_to }) => assigned_to).map((each) => each.id)).toEqual([id])

    expect(await assign(one!, { person_id: 'sub-rui' })).toMatchObject({
      status: 422,
      body: { code: 'COLLEAGUE_UNKNOWN' },
    })
    const [other] = await oneOf('unclaimed_report')
    expect(await assign(other!, { to: 'me' }, rui)).toMatchObject({ status: 200 })
    expect(await assign(one!, { person_id: 'sub-rui' })).toMatchObject({
      status: 200,
      body: { assigned_to: 'sub-rui' },
    })
    expect((await list('?assigned_to=sub-rui')).data).toHaveLength(2)
    expect((await list('?assigned_to=me', ana)).data).toEqual([])

    const { status, body } = await assign(one!, { to: 'nobody', taken_from: 'sub-rui' })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('assigned_to')
    expect(await lastEntry()).toMatchObject({ changes: { assigned_to: ['sub-rui', null] } })
    expect((await list('?assigned_to=sub-rui')).data).toHaveLength(1)
  })

  it('409: a colleague’s case is reassigned only by a caller who names that colleague', async () => {
    const ugo = desk.person('ugo', 'approver')
    const [one] = await oneOf('refund')
    expect(await assign(one!, { to: 'me' }, ugo)).toMatchObject({ status: 200 })
    const before = await entries()
    const taken = { status: 409, body: { code: 'CASE_TAKEN', assigned_to: 'sub-ugo', assigned_name: 'ugo' } }
    expect(await assign(one!, { to: 'me' })).toMatchObject(taken)
    expect(await assign(one!, { to: 'nobody' })).toMatchObject(taken)
    expect(await assign(one!, { person_id: 'sub-rui' })).toMatchObject(taken)
    expect(await assign(one!, { to: 'me', taken_from: 'sub-rui' })).toMatchObject(taken)
    expect(await assign(one!, { to: 'me', taken_from: 'sub-ana' })).toMatchObject(taken)
    expect((await list('?assigned_to=sub-ugo')).data.map(({ id }) => id)).toEqual([one!.id])
    expect(await entries()).toBe(before)
    expect(await assign(one!, { to: 'me', taken_from: 'sub-ugo' })).toMatchObject({
      status: 200,
      body: { assigned_to: 'sub-ana' },
    })
    expect(await lastEntry()).toMatchObject({ changes: { assigned_to: ['sub-ugo', 'sub-ana'] } })
    // The assignee needs no taken_from to pass it on.
    expect(await assign(one!, { to: 'nobody' })).toMatchObject({ status: 200 })
  })

  it('of six who take the same case at once, or from the same colleague, one gets it and the others read who', async () => {
    const [one] = await decidable()
    const takers = Array.from({ length: 6 }, (_, n) => desk.person(`taker${n}`, 'analyst'))
    let taken_from: string | undefined
    for (const round of ['free', 'in a hand']) {
      const from = taken_from
      const answers = await Promise.all(
        takers
          .filter(({ id }) => id !== from)
          .map((as) => assign(one!, { to: 'me', ...(from && { taken_from: from }) }, as)),
      )
      expect(
        answers.filter(({ status }) => status === 200),
        round,
      ).toHaveLength(1)
      const winner = answers.find(({ status }) => status === 200)!.body['assigned_to'] as string
      for (const { body } of answers.filter(({ status }) => status !== 200))
        expect(body, round).toMatchObject({ code: 'CASE_TAKEN', status: 409, assigned_to: winner })
      taken_from = winner
    }
    await assign(one!, { to: 'nobody', taken_from })
  })

  it('404: a closed case, or one of another user or of no user', async () => {
    const before = await entries()
    const { rows } = await gateway.db.admin.query(
      `select id, user_id from crossborder_clients where status = 'ACTIVE' limit 1`,
    )
    expect(await assign({ kind: 'client', deadline: '', ...rows[0] }, { to: 'me' })).toMatchObject({
      status: 404,
      body: { code: 'CASE_NOT_FOUND' },
    })
    const [one] = await oneOf('account')
    const user_id = '00000000-0000-4000-8000-000000000000'
    expect(await assign({ ...one!, user_id }, { to: 'me' })).toMatchObject({ status: 404 })
    const { user_id: _, ...without } = one!
    expect(await assign(without, { to: 'me' })).toMatchObject({ status: 404 })
    expect(await entries()).toBe(before)
  })

  it('400: exactly one assignee; 403: viewers cannot assign', async () => {
    const [one] = await oneOf('account')
    expect(await assign(one!, {})).toMatchObject({ status: 400 })
    expect(await assign(one!, { to: 'me', person_id: 'sub-rui' })).toMatchObject({ status: 400 })
    expect(await assign(one!, { to: 'me' }, vera)).toMatchObject({ status: 403 })
  })

  it('422: a person has a maximum of assigned cases; closed ones are not counted', async () => {
    const eva = desk.person('eva', 'analyst')
    const { admin } = gateway.db
    const inHand = `insert into cases (user_id, kind, id, since, assigned_to, assigned_name, assigned_at)`
    await admin.query(`${inHand} select gen_random_uuid(), 'infraction', gen_random_uuid(), now(), 'sub-eva', 'eva', now()
       from generate_series(1, ${ASSIGNMENTS_MAX})`)
    const [one, two] = await oneOf('refund')
    expect(await assign(one!, { to: 'me' }, eva)).toMatchObject({ status: 422, body: { code: 'HANDS_FULL' } })
    // Their records are closed, which ends her assignments.
    await refillCases(admin)
    expect(await assign(one!, { to: 'me' }, eva)).toMatchObject({ status: 200 })
    await admin.query(
      `insert into infraction_notifications (user_id, wallet_id, id, transaction_id, end_to_end_id, infraction_type,
         situation_type, status, dict_status, amount, blocked_amount_status, due_date, reported_at, version, created_at, updated_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'E', 'FRAUD', 'SCAM', 'OPEN', 'OPEN',
         1, 'BLOCKED', now(), now(), 1, now(), now() from generate_series(1, ${ASSIGNMENTS_MAX - 1})`,
    )
    await refillCases(admin)
    await admin.query(
      `update cases set assigned_to = 'sub-eva', assigned_name = 'eva', assigned_at = now()
       where id in (select id from infraction_notifications where end_to_end_id = 'E')`,
    )
    expect(await assign(two!, { to: 'me' }, eva)).toMatchObject({ status: 422, body: { code: 'HANDS_FULL' } })
    expect(await assign(one!, { to: 'nobody' }, eva)).toMatchObject({ status: 200 })
    expect(await assign(two!, { to: 'me' }, eva)).toMatchObject({ status: 200 })
  })
})
