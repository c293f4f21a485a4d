import { begin, samples, upload } from '@eclusa/testing/files.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestGateway } from '@eclusa/testing/gateway.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adoptAnswers } from './adopt-answers.job.ts'
import { closeNotifications } from './close-notifications.job.ts'
import { pollNotifications } from './poll-notifications.job.ts'

let pix: TestPix
let user: TestUser
let id: string

beforeAll(async () => {
  pix = await createTestPix({ INFRACTION_DECIDED_BY: 'client' })
})
beforeEach(async () => {
  user = await pix.gateway.user()
  id = pix.report(await pix.received(user))
  await pix.run(pollNotifications)
})
afterAll(() => pix.close())

const url = () => `/v1/pix/compliance/infraction-notifications/${id}`
const details = 'O produto foi entregue.'
const answer = (body: object) => pix.gateway.ask({ method: 'POST', url: `${url()}/answer`, as: user, body })
const stateOf = async () =>
  (await pix.gateway.db.admin.query('select * from infraction_notifications where id = $1', [id])).rows
const report = () => pix.test.simulated.world.reports.get(id)!
/** Adopts the answer as the verdict, and sends it to DICT. */
const close = async () => {
  await pix.run(adoptAnswers)
  await pix.run(closeNotifications)
}
const disagree = { client_status: 'DISAGREED', client_analysis_details: details }
const agree = { client_status: 'AGREED', client_analysis_details: details, compliance_fraud_type: 'FRAUD_ACCOUNT' }

describe('200', () => {
  it.each([
    [disagree, 'RELEASED', undefined],
    [agree, 'HELD_FOR_REFUND', 'SCAMMER_ACCOUNT'],
  ])('%j is stored, sent to DICT, and sets the amount to %s', async (body, blocked, fraud_type) => {
    expect(await answer(body)).toMatchObject({ status: 200, body: { ...body, status: 'IN_ANALYSIS' } })
    await close()
    expect(report()).toMatchObject({ status: 'CLOSED', analysis_result: body.client_status, analysis_details: details })
    expect(report().fraud_type).toBe(fraud_type)
    const read = await pix.gateway.ask({ url: url(), as: user })
    expect(read.body).toMatchObject({
      status: 'CLOSED',
      client_status: body.client_status,
      analysis_result: body.client_status,
      blocked_amount_status: blocked,
    })
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'answered', 'decided', 'closed'])
  })

  it.each([
    'reset_after_write',
    'error_500_after_write',
    'bad_signature',
    'reset',
    'unavailable',
    'rate_limited',
  ] as const)('reaches DICT once when its closing is answered with %s', async (kind) => {
    await answer(disagree)
    pix.test.simulated.faults.add({ kind, operation: 'closeInfractionReport' })
    await close()
    pix.test.simulated.world.clock.advance(120_000)
    await close()
    expect(report().status).toBe('CLOSED')
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'answered', 'decided', 'closed'])
  })

  it('sent before the report was acknowledged: the closing acknowledges it first', async () => {
    pix.test.simulated.faults.add({ kind: 'unavailable', operation: 'acknowledgeInfractionReport' })
    id = pix.report(await pix.received(user))
    await pix.run(pollNotifications)
    expect(report().status).toBe('OPEN')
    expect((await answer(disagree)).status).toBe(200)
    await close()
    expect(report().status).toBe('CLOSED')
    expect(await pix.told(id)).toEqual(['received', 'answered', 'decided', 'closed'])
  })

  it('is sent although the row of another notification, which is due before it, is locked', async () => {
    await answer(disagree)
    const first = id
    pix.test.simulated.world.clock.advance(60_000)
    id = pix.report(await pix.received(user))
    await pix.run(pollNotifications)
    await answer(disagree)
    const holder = await pix.gateway.db.admin.connect()
    await holder.query('begin')
    await holder.query('select from infraction_notifications where user_id = $1 and id = $2 for update', [
      user.user_id,
      first,
    ])
    await close()
    await holder.query('rollback')
    holder.release()
    expect(await pix.told(id)).toEqual(['received', 'acknowledged', 'answered', 'decided', 'closed'])
    await close()
    expect(await pix.told(first)).toEqual(['received', 'acknowledged', 'answered', 'decided', 'closed'])
  })

  it('withdrawn by the reporting participant meanwhile: cancelled, and the amount released', async () => {
    await answer(agree)
    const { world } = pix.test.simulated
    world.reports.save({ ...report(), status: 'CANCELLED', last_modified: world.clock.now().toISOString() })
    await close()
    expect(await stateOf()).toMatchObject([{ status: 'CANCELLED', blocked_amount_status: 'RELEASED' }])
  })
})

describe('evidence', () => {
  const file = async (owner: TestUser, changes: object = {}) => {
    const told = { file_type: 'PIX_INFRACTION_REPORT', ...changes }
    const { file_id, confirmed } = await upload(pix.gateway, owner, samples.pdf, told)
    expect(confirmed.status).toBe(200)
    return file_id
  }

  it('200: files of the client are stored with its answer, and returned with the notification', async () => {
    const pdf = await file(user)
    const { file_id: png } = await upload(pix.gateway, user, samples.png, {
      file_type: 'PIX_INFRACTION_REPORT',
      file_name: 'recibo.png',
    })
    const file_ids = [pdf, png]
    expect(await answer({ ...disagree, file_ids })).toMatchObject({ status: 200, body: { file_ids } })
    await close()
    const read = await pix.gateway.ask({ url: url(), as: user })
    expect(read.body).toMatchObject({ status: 'CLOSED', file_ids })
  })

  it.each<[string, () => Promise<string>]>([
    ['of another user', async () => file(await pix.gateway.user())],
    ['of another type', () => file(user, { file_type: 'OTHERS' })],
    [
      'whose bytes have not come',
      async () => {
        const told = { file_type: 'PIX_INFRACTION_REPORT', file_name: 'a.png' }
        return (await begin(pix.gateway, user, samples.png, told)).file_id
      },
    ],
    ['that is nowhere', async () => crypto.randomUUID()],
  ])('422: a file %s is rejected, and the response identifies it', async (_, make) => {
    const file_ids = [await file(user), await make()]
    const before = await stateOf()
    expect(await answer({ ...disagree, file_ids })).toMatchObject({
      status: 422,
      body: {
        code: 'INFRACTION_ANSWER_RULES_BROKEN',
        errors: [{ pointer: '/body/file_ids/1', code: 'FILE_NOT_USABLE' }],
      },
    })
    expect(await stateOf()).toEqual(before)
  })
})

describe('rejections change nothing', () => {
  it.each([
    [{}, 400, 'REQUEST_MALFORMED'],
    [{ ...disagree, client_analysis_details: '' }, 400, 'REQUEST_MALFORMED'],
    [{ ...disagree, client_analysis_details: 'x'.repeat(2_001) }, 400, 'REQUEST_MALFORMED'],
    [{ ...disagree, status: 'CLOSED' }, 400, 'REQUEST_MALFORMED'],
    [{ ...disagree, file_ids: [] }, 400, 'REQUEST_MALFORMED'],
    [{ ...disagree, file_ids: Array.from({ length: 4 }, () => crypto.randomUUID()) }, 400, 'REQUEST_MALFORMED'],
    [{ ...disagree, client_status: 'AGREED' }, 422, 'INFRACTION_ANSWER_RULES_BROKEN'],
    [{ ...disagree, compliance_fraud_type: 'OTHER' }, 422, 'INFRACTION_ANSWER_RULES_BROKEN'],
  ])('%j: %i %s', async (body, status, code) => {
    const before = await stateOf()
    expect(await answer(body)).toMatchObject({ status, body: { code } })
    expect(await stateOf()).toEqual(before)
  })

  it('422: a second answer; of ten concurrent answers one is accepted', async () => {
    const bodies = Array.from({ length: 10 }, (_, n) => ({ ...disagree, client_analysis_details: `${n}` }))
    const statuses = (await Promise.all(bodies.map(answer))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(422)])
    const before = await stateOf()
    expect(await answer(agree)).toMatchObject({ status: 422, body: { code: 'INFRACTION_NOTIFICATION_NOT_ANSWERABLE' } })
    expect(await stateOf()).toEqual(before)
  })

  it('503: without DICT no answer is accepted, and reading still works', async () => {
    const alone = await createTestGateway({}, { dict: undefined })
    const owner = await alone.user()
    const path = `/v1/pix/compliance/infraction-notifications/${await alone.notification(owner)}`
    const refused = await alone.ask({ method: 'POST', url: `${path}/answer`, as: owner, body: disagree })
    expect(refused).toMatchObject({ status: 503, body: { code: 'DICT_UNAVAILABLE' }, headers: { 'retry-after': '60' } })
    expect((await alone.ask({ url: path, as: owner })).status).toBe(200)
    await alone.close()
  })
})
