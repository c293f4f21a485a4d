import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { infractionCase } from '@eclusa/testing/pix-cases.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../backoffice/auth/person.ts'

const reason = 'conta de passagem'

let pix: TestPix
let desk: TestDesk
let ana: Person
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway)
  desk.services.dict = pix.worker.dict
  ana = desk.person('ana', 'analyst')
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

const PATH = '/v1/fraud-markers'
const post = (rest: string, body: object, as = ana) => desk.ask({ method: 'POST', url: PATH + rest, as, body })
const mark = (document: string, more: object = {}, as = ana) =>
  post('', { document, fraud_type: 'MULE_ACCOUNT', reason, ...more }, as)
const marksAtDict = (tax_id_number: string) =>
  pix.test.simulated.world.markers.all().filter((marker) => marker.tax_id_number === tax_id_number)
const query = async (text: string, values: unknown[] = []) => (await pix.gateway.db.admin.query(text, values)).rows
const kept = async (marker_id: unknown) =>
  (await query('select * from fraud_markers where marker_id = $1', [marker_id]))[0]
const subjectOf = async (request_id: string): Promise<string> =>
  (await query("select subject_id from audit_log where changes->>'marker_request_id' = $1", [request_id]))[0].subject_id
const about = (subject_id: unknown) =>
  query('select * from audit_log where subject_id = $1 order by sequence', [subject_id])

describe('POST /v1/fraud-markers', () => {
  it("is recorded before and after the DICT call, with the caller's name, and never with the plain document", async () => {
    const { status, body } = await mark('52998224725')
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      status: 'REGISTERED',
      fraud_type: 'MULE_ACCOUNT',
      made_by: 'ana (sub-ana)',
      made_reason: reason,
    })
    expect(marksAtDict('52998224725').map(({ id }) => id)).toEqual([body['id']])
    const row = await kept(body['id'])
    expect(row).toMatchObject({ status: 'REGISTERED', made_by: 'ana (sub-ana)' })
    const [asked, made] = await about(await subjectOf(row.request_id))
    const records = [{ table: 'fraud_markers', key: row.id, digest: expect.any(String) }]
    expect(asked).toMatchObject({
      operation: 'registerFraudMarker',
      reason,
      changes: { status: [null, 'ASKED'] },
      records,
    })
    expect(made).toMatchObject({ changes: { status: ['ASKED', 'REGISTERED'], marker_id: body['id'] }, records })
    expect(JSON.parse(desk.services.journalSeal.open(asked.sealed, asked.request_id).toString())).toEqual({
      document: '52998224725',
    })
    expect(JSON.stringify([row, asked.changes, made.changes, body])).not.toContain('52998224725')
  })

  it('503: a lost response is retried with the same request_id, and creates no second marker', async () => {
    pix.test.simulated.faults.add({ kind: 'reset_after_write', operation: 'createFraudMarker' })
    const lost = await mark('11144477735')
    expect(lost).toMatchObject({ status: 503, body: { code: 'FRAUD_MARKER_UNHEARD', request_id: expect.any(String) } })
    const { request_id } = lost.body
    expect(await mark('11144477735', { request_id, fraud_type: 'OTHER' })).toMatchObject({
      status: 409,
      body: { code: 'FRAUD_MARKER_REQUEST_USED' },
    })
    const again = await mark('11144477735', { request_id }, desk.person('rui', 'analyst'))
    // The first caller stays recorded.
    expect(again).toMatchObject({ status: 201, body: { status: 'REGISTERED', made_by: 'ana (sub-ana)' } })
    expect(marksAtDict('11144477735')).toHaveLength(1)
  })

  it('503 without a DICT connection: nothing is stored or recorded', async () => {
    desk.services.dict = undefined
    const before = await query('select count(*) from audit_log')
    expect(await mark('12345678909')).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' } })
    expect(await query('select count(*) from audit_log')).toEqual(before)
    desk.services.dict = pix.worker.dict
  })

  it('400: an invalid document; 403: for viewers and administrators', async () => {
    expect(await mark('529.982.247-25')).toMatchObject({ status: 400 })
    expect(await mark('12345678909', {}, desk.person('vera', 'viewer'))).toMatchObject({ status: 403 })
    expect(await mark('12345678909', {}, desk.person('carla', 'operator'))).toMatchObject({ status: 403 })
    expect(marksAtDict('12345678909')).toEqual([])
  })
})

describe('a marker that a second user approves', () => {
  let watched: TestDesk
  beforeAll(async () => {
    watched = await createTestBackoffice(pix.gateway, { DESK_SECOND_EYES: 'fraud_marker' })
    watched.services.dict = pix.worker.dict
  })
  afterAll(() => watched.close())
  const propose = (name: string, document: string) => {
    const body = { document, fraud_type: 'MULE_ACCOUNT', reason }
    return watched.ask({ method: 'POST', url: PATH, as: watched.person(name, 'analyst'), body })
  }

  it('is the proposed marker: with the id from the proposal, and one subject in the audit log', async () => {
    const { status, body: proposal } = await propose('ana', '71428793860')
    expect(status).toBe(202)
    const { marker_request_id } = proposal['changes'] as { marker_request_id: string }
    const as = watched.person('bruno', 'approver')
    const url = `/v1/proposals/${String(proposal['id'])}`
    const seen = await watched.ask({ url, as })
    expect(seen.body).toMatchObject({ body: { request_id: marker_request_id }, now: { stands: true } })
    const approved = await watched.ask({ method: 'POST', url: `${url}/approve`, as, body: { reason: 'seen' } })
    expect(approved.status, approved.text).toBe(200)
    const [made] = marksAtDict('71428793860')
    expect((await kept(made!.id)).request_id).toBe(marker_request_id)
    const entries = await about(proposal['subject_id'])
    expect(entries.map(({ operation }) => operation)).toEqual(Array(3).fill('registerFraudMarker'))
    expect(proposal['subject_id']).toMatch(/^[0-9a-f]{64}$/)
  })

  it('can be pending once for each person', async () => {
    const first = await propose('ana', '15350946056')
    expect(await propose('rui', '15350946056')).toMatchObject({
      status: 409,
      body: { code: 'PROPOSAL_WAITS', proposal_id: first.body['id'] },
    })
    expect((await propose('rui', '00000000191')).status).toBe(202)
  })
})

describe('POST /v1/fraud-markers/search', () => {
  it('lists the markers of a person with their creators, and records the view', async () => {
    const { body: made } = await mark('98765432100')
    const { status, body } = await post('/search', { document: '98765432100', reason })
    expect(status).toBe(200)
    expect(body['data']).toEqual([made])
    const entries = await about('search')
    expect(entries.at(-1)).toMatchObject({ operation: 'findFraudMarkers', reason, changes: {} })
    expect(await post('/search', { document: '98765432100', reason }, desk.person('vera', 'viewer'))).toMatchObject({
      status: 403,
    })
    expect(await about('search')).toHaveLength(entries.length)
  })
})

describe('a marker that a report created', () => {
  it('shows the owner of the report, where it is a user of ours', async () => {
    const user = await pix.gateway.user()
    const { id } = await infractionCase(pix, user)
    for (const [document, report, user_id] of [
      ['16899535009', id, user.user_id],
      ['86288366757', randomUUID(), undefined],
    ] as const) {
      await mark(document)
      const { markers } = pix.test.simulated.world
      markers.save({ ...marksAtDict(document)[0]!, infraction_report: { id: report } } as never)
      const { body } = await post('/search', { document, reason })
      const [found] = body['data'] as Record<string, unknown>[]
      expect(found).toMatchObject({ infraction_notification_id: report })
      expect(found!['infraction_user_id']).toBe(user_id)
    }
  })
})

describe('POST /v1/fraud-markers/:id/cancel', () => {
  it('cancels a marker; the first user who did stays recorded, and an unknown marker is rejected', async () => {
    const { body: made } = await mark('39053344705')
    const cancelled = await post(`/${made['id']}/cancel`, { reason: 'engano' })
    expect(cancelled).toMatchObject({
      status: 200,
      body: { id: made['id'], status: 'CANCELLED', cancelled_by: 'ana (sub-ana)' },
    })
    const again = await post(`/${made['id']}/cancel`, { reason: 'outra vez' }, desk.person('rui', 'analyst'))
    expect(again).toMatchObject({ status: 200, body: { cancelled_by: 'ana (sub-ana)', cancelled_reason: 'engano' } })
    const entries = await about(made['id'])
    expect(entries.map(({ changes }) => changes)).toEqual([
      { asked: 'CANCELLED' },
      { status: [null, 'CANCELLED'] },
      { asked: 'CANCELLED' },
      { status: [null, 'CANCELLED'] },
    ])
    expect(await kept(made['id'])).toMatchObject({ status: 'CANCELLED', cancelled_by: 'ana (sub-ana)' })
    expect(await post(`/${randomUUID()}/cancel`, { reason })).toMatchObject({
      status: 422,
      body: { code: 'FRAUD_MARKER_REFUSED', dict_type: 'NotFound' },
    })
    expect(await post(`/${made['id']}/cancel`, { reason }, desk.person('vera', 'viewer'))).toMatchObject({
      status: 403,
    })
  })
})
