import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { openTestWorkerServices } from '../../../test/support/worker.ts'
import { openOperatorGate } from '../../gate/operator/operator-gate.ts'
import { getRefundToPay } from './get-refund-to-pay.ts'
import { listRefundsToPay } from './list-refunds-to-pay.ts'
import { reportRefundPayment } from './report-refund-payment.ts'

/** What the core sees: the routes on the internal port, behind their token. */
const token = 'operator-token-of-the-core-operator-token'
let gateway: TestGateway
let user: TestUser
let port: FastifyInstance
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  const worker = openTestWorkerServices(gateway.db, { OPERATOR_TOKEN: token })
  port = Fastify()
  openOperatorGate(port, worker, [listRefundsToPay, getRefundToPay, reportRefundPayment])
  close = () => worker.close()
})
afterAll(async () => {
  await port.close()
  await close()
  await gateway.close()
})

const headers = { authorization: `Bearer ${token}` }
const PATH = '/v1/refund-requests'
const get = async (path: string, sent: Record<string, string> = headers) => {
  const { statusCode, json } = await port.inject({ url: `${PATH}${path}`, headers: sent })
  return { status: statusCode, body: json() as Record<string, unknown> }
}
const report = async (id: string, payload: object) => {
  const { statusCode, json } = await port.inject({ method: 'POST', url: `${PATH}/${id}/payments`, headers, payload })
  return { status: statusCode, body: json() as Record<string, unknown> }
}
const paid = () => `D11111111202602021020${randomUUID().replaceAll('-', '').slice(0, 11)}`

describe('listRefundsToPay and getRefundToPay', () => {
  it('200: what waits for the core, with whose it is; what it answered has left the list', async () => {
    const id = await gateway.refundRequest(user)
    const listed = async () => ((await get('?limit=500')).body['data'] as { id: string }[]).map((each) => each.id)
    expect(await listed()).toContain(id)
    expect(await get(`/${id}`)).toMatchObject({ status: 200, body: { id, user_id: user.user_id, amount: 10_00 } })
    await report(id, { paid_amount: 10_00, end_to_end_id: paid() })
    expect(await listed()).not.toContain(id)
  })

  it.each([['?limit=0'], ['?limit=501'], ['?page=1'], ['/not-an-id']])('400: %s', async (path) => {
    expect((await get(path)).status).toBe(400)
  })

  it('401 without the token, 404 for a refund that nobody has', async () => {
    expect((await get('', {})).status).toBe(401)
    expect(await get(`/${randomUUID()}`)).toMatchObject({ status: 404, body: { code: 'REFUND_REQUEST_UNKNOWN' } })
  })
})

describe('reportRefundPayment', () => {
  it('200: is taken once, however often it is sent, also by ten at the same time', async () => {
    const id = await gateway.refundRequest(user)
    const said = { paid_amount: 4_00, end_to_end_id: paid() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(id, said)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { status: 'ANSWERED', paid_amount: 4_00 } })
    const { rows } = await gateway.db.admin.query('select type from events where object_id = $1 order by sequence', [
      id,
    ])
    expect(rows).toEqual([{ type: 'pix.refund_request.received' }, { type: 'pix.refund_request.partially_refunded' }])
  })

  it('400 a shape that is not one, 409 another word, 422 every rule it breaks', async () => {
    const id = await gateway.refundRequest(user)
    expect((await report(id, { paid_amount: -1 })).status).toBe(400)
    expect((await report(id, { paid_amount: 1, status: 'CLOSED' })).status).toBe(400)
    expect(await report(id, { paid_amount: 10_01, rejection_reason: 'OTHER' })).toMatchObject({
      status: 422,
      body: {
        code: 'REFUND_PAYMENT_RULES_BROKEN',
        errors: [{ code: 'MORE_THAN_ASKED' }, { code: 'PAYMENT_ID_REQUIRED' }, { code: 'REASON_WITHOUT_REFUSAL' }],
      },
    })
    await report(id, { paid_amount: 0, rejection_reason: 'INVALID_REQUEST', details: 'It was paid once.' })
    expect(await report(id, { paid_amount: 0, rejection_reason: 'NO_BALANCE' })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REQUEST_ANSWERED' },
    })
    expect(await get(`/${id}`)).toMatchObject({ body: { status: 'ANSWERED', rejection_reason: 'INVALID_REQUEST' } })
  })
})
