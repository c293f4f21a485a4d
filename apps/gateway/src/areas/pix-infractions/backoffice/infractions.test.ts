import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../backoffice/auth/person.ts'
import { closeNotifications } from '../close-notifications.job.ts'
import { pollNotifications } from '../poll-notifications.job.ts'

const TEXT = 'Ligue para +55 11 98765-4321 ou joana@example.com'

let pix: TestPix
let desk: TestDesk
let ana: Person
let user: TestUser
let id: string
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway)
  ana = desk.person('ana', 'analyst')
})
beforeEach(async () => {
  user = await pix.gateway.user()
  const contact_information = { email: 'fraudes@banco.example', phone: '+5561988887777' }
  id = pix.report(await pix.received(user, { amount: 300_00 }), TEXT, { contact_information })
  await pix.run(pollNotifications)
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

const url = (rest = '') => `/v1/infractions/${id}${rest}`
const show = async (as = ana) => (await desk.ask({ url: url(), as })).body as Record<string, Record<string, unknown>>
const post = (rest: string, body: object, as = ana) => desk.ask({ method: 'POST', url: url(rest), as, body })
const seen = async () => Number((await show())['infraction']!['version'])
const agreed = async () => ({
  analysis_result: 'AGREED',
  analysis_fraud_type: 'MULE_ACCOUNT',
  seen: await seen(),
  reason: 'entradas e saídas no mesmo minuto',
})
const row = async () =>
  (await pix.gateway.db.admin.query('select * from infraction_notifications where id = $1', [id])).rows[0]
const journal = async () =>
  (await pix.gateway.db.admin.query('select * from audit_log where subject_id = $1 order by sequence', [id])).rows

describe('GET /v1/infractions/:id', () => {
  it('shows all data for a decision, with personal data masked', async () => {
    const { status, body } = await desk.ask({ url: url(), as: desk.person('vera', 'viewer') })
    expect(status).toBe(200)
    const stored = await row()
    expect(body).toMatchObject({
      user_id: user.user_id,
      revealed: false,
      infraction: {
        id,
        amount: 300_00,
        status: 'ACKNOWLEDGED',
        blocked_amount_status: 'BLOCKED',
        description: 'Ligue para ***4321 ou j***@example.com',
        contact_email: 'f***@banco.example',
        contact_phone: '***7777',
      },
      transaction: { id: stored.transaction_id, amount: 300_00, type: 'DEPOSIT' },
      refunds: [],
      files: [],
      journal: [],
    })
    const told = body['events'] as { type: string }[]
    expect(told.map(({ type }) => type.split('.').at(-1))).toEqual(['received', 'acknowledged'])
    const text = JSON.stringify(body)
    for (const hidden of [stored.counterparty_name, stored.company_name, '98765-4321', 'joana', '988887777'])
      expect(text).not.toContain(hidden)
  })

  it('shows earlier reports about the wallet, and their reporters', async () => {
    const earlier = id
    id = pix.report(await pix.received(user, { amount: 10_00 }))
    pix.test.simulated.world.clock.advance(1_000)
    await pix.run(pollNotifications)
    const list = (await show())['earlier'] as unknown as { id: string; same_counterparty: boolean }[]
    expect(list.map((each) => each.id)).toEqual([earlier])
    expect(list[0]!.same_counterparty).toBe(true)
  })

  it('404: a missing notification; 403: for an administrator', async () => {
    expect(await desk.ask({ url: `/v1/infractions/${randomUUID()}`, as: ana })).toMatchObject({
      status: 404,
      body: { code: 'INFRACTION_UNKNOWN' },
    })
    expect(await desk.ask({ url: url(), as: desk.person('carla', 'operator') })).toMatchObject({ status: 403 })
  })
})

describe('POST /v1/infractions/:id/reveal', () => {
  it('shows personal data to a user who gives a reason, and records the view', async () => {
    const { status, body } = await post('/reveal', { reason: 'ligar para o pagador' })
    expect(status).toBe(200)
    const stored = await row()
    expect(body).toMatchObject({
      revealed: true,
      infraction: { description: TEXT, counterparty_name: stored.counterparty_name, contact_phone: '+5561988887777' },
    })
    expect(await journal()).toEqual([
      expect.objectContaining({
        operation: 'revealInfraction',
        actor_id: 'sub-ana',
        role: 'analyst',
        reason: 'ligar para o pagador',
        user_id: user.user_id,
        changes: { seen: { version: 2, transaction_id: stored.transaction_id, files: [] } },
      }),
    ])
    expect((await show())['journal']).toEqual([
      expect.objectContaining({ operation: 'revealInfraction', actor_name: 'ana' }),
    ])
  })

  it('400: no reason; 403: for a viewer; 404: a missing notification. Nothing is recorded', async () => {
    expect(await post('/reveal', {})).toMatchObject({ status: 400 })
    expect(await post('/reveal', { reason: 'porque sim' }, desk.person('vera', 'viewer'))).toMatchObject({
      status: 403,
    })
    expect(await journal()).toEqual([])
    id = randomUUID()
    expect(await post('/reveal', { reason: 'porque sim' })).toMatchObject({ status: 404 })
    expect(await journal()).toEqual([])
  })
})

describe('POST /v1/infractions/:id/verdict', () => {
  it('is recorded with the name of the decider, emitted, audited, and sent to DICT', async () => {
    const { status, body } = await post('/verdict', await agreed())
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ id, status: 'IN_ANALYSIS', analysis_result: 'AGREED', decided_by: 'ana (sub-ana)' })
    expect(body['counterparty_name']).not.toBe((await row()).counterparty_name)
    expect(await row()).toMatchObject({
      decided_by: 'ana (sub-ana)',
      decision_reason: 'entradas e saídas no mesmo minuto',
    })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'decided'])
    expect(await journal()).toEqual([
      expect.objectContaining({
        operation: 'judgeInfraction',
        actor_id: 'sub-ana',
        reason: 'entradas e saídas no mesmo minuto',
        changes: {
          status: ['ACKNOWLEDGED', 'IN_ANALYSIS'],
          analysis_result: [null, 'AGREED'],
          analysis_fraud_type: [null, 'MULE_ACCOUNT'],
          version: [2, 3],
        },
      }),
    ])
    await pix.run(closeNotifications)
    expect(pix.test.simulated.world.reports.get(id)).toMatchObject({ status: 'CLOSED', analysis_result: 'AGREED' })
  })

  it('409: at another version than the viewed one, or when it was decided before', async () => {
    const verdict = await agreed()
    expect(await post('/verdict', { ...verdict, seen: verdict.seen - 1 })).toMatchObject({
      status: 409,
      body: { code: 'CASE_CHANGED' },
    })
    expect(await row()).toMatchObject({ decided_at: null })
    expect(await journal()).toEqual([])
    const both = await Promise.all([
      post('/verdict', verdict),
      post('/verdict', verdict, desk.person('rui', 'analyst')),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await post('/verdict', { ...verdict, seen: 3 })).toMatchObject({
      status: 409,
      body: { code: 'INFRACTION_DECIDED' },
    })
    expect(await journal()).toHaveLength(1)
  })

  it('422: a verdict that DICT would reject, in the requested language', async () => {
    const { analysis_fraud_type: _, ...nameless } = await agreed()
    const { status, body } = await post('/verdict', nameless)
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'INFRACTION_VERDICT_RULES_BROKEN',
      errors: [
        {
          pointer: '/body/analysis_fraud_type',
          code: 'FRAUD_TYPE_REQUIRED',
          detail: expect.stringContaining('para concordar'),
        },
      ],
    })
    const other = { ...(await agreed()), analysis_fraud_type: 'OTHER' }
    expect(await post('/verdict', other)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'DETAILS_REQUIRED' }] },
    })
    const disagreed = { ...(await agreed()), analysis_result: 'DISAGREED' }
    expect(await post('/verdict', disagreed)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'FRAUD_TYPE_WITHOUT_FRAUD' }] },
    })
    expect(await row()).toMatchObject({ decided_at: null, version: '2' })
  })

  it('400: the decider is not in the body; 403: an approver cannot propose; 404: a missing notification', async () => {
    const verdict = await agreed()
    expect(await post('/verdict', { ...verdict, decided_by: 'rui' })).toMatchObject({ status: 400 })
    expect(await post('/verdict', verdict, desk.person('ivo', 'approver', 'viewer'))).toMatchObject({ status: 403 })
    id = randomUUID()
    expect(await post('/verdict', verdict)).toMatchObject({ status: 404 })
  })
})

describe('POST /v1/infractions/:id/ask-again', () => {
  it('the client reads the question; the audit log stores it encrypted', async () => {
    const { status, body } = await post('/ask-again', { question: 'A quem foi entregue?', seen: await seen() })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ACKNOWLEDGED', question: 'A quem foi entregue?' })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'questioned'])
    const [entry] = await journal()
    expect(entry).toMatchObject({ operation: 'askClient', changes: { version: [2, 3] } })
    expect(JSON.parse(desk.services.journalSeal.open(entry.sealed, entry.request_id).toString())).toEqual({
      question: [null, 'A quem foi entregue?'],
    })
  })

  it('409: at another version; 403: for a viewer; 404: a missing notification', async () => {
    const body = { question: 'Quando?', seen: 1 }
    expect(await post('/ask-again', body)).toMatchObject({ status: 409, body: { code: 'CASE_CHANGED' } })
    expect(await post('/ask-again', body, desk.person('vera', 'viewer'))).toMatchObject({ status: 403 })
    id = randomUUID()
    expect(await post('/ask-again', body)).toMatchObject({ status: 404 })
  })
})
