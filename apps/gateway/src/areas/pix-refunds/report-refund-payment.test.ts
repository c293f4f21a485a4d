import { randomUUID } from 'node:crypto'
import { sampleDeposit, sampleDevolution } from '@eclusa/simulators/sample-transactions.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestWorkerServices } from '@eclusa/testing/worker.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInternalPipeline } from '../../http/internal-api/internal-pipeline.ts'
import { getRefundToPay } from './get-refund-to-pay.ts'
import { listRefundsToPay } from './list-refunds-to-pay.ts'
import { reportRefundPayment } from './report-refund-payment.ts'

/** The core's view: the routes on the internal port, protected by its token. */
const token = 'operator-token-of-the-core-operator-token'
let gateway: TestGateway
let user: TestUser
let port: FastifyInstance
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  const worker = createTestWorkerServices(gateway.db, { OPERATOR_TOKEN: token })
  port = Fastify()
  createInternalPipeline(port, worker, [listRefundsToPay, getRefundToPay, reportRefundPayment])
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

it('400 for a hidden character in the details', async () => {
  const id = await gateway.refundRequest(user)
  const told = { paid_amount: 0, rejection_reason: 'OTHER', details: 'sem saldo\u202e' }
  expect(await report(id, told)).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/body/details', code: 'HIDDEN_CHARACTER' }] },
  })
  expect(await get(`/${id}`)).toMatchObject({ body: { status: 'OPEN' } })
})

describe('listRefundsToPay and getRefundToPay', () => {
  it('200: refunds that wait for the core, with their owner; an answered one is no longer listed', async () => {
    const id = await gateway.refundRequest(user)
    const listed = async () => ((await get('?limit=500')).body['data'] as { id: string }[]).map((each) => each.id)
    expect(await listed()).toContain(id)
    expect(await get(`/${id}`)).toMatchObject({ status: 200, body: { id, user_id: user.user_id, amount: 10_00 } })
    await report(id, { paid_amount: 10_00, end_to_end_id: paid() })
    expect(await listed()).not.toContain(id)
  })

  it.each([['?limit=0'], ['?limit=501'], ['?limit=1e1'], ['?limit=0x10'], ['?page=1'], ['/not-an-id']])(
    '400: %s',
    async (path) => {
      expect((await get(path)).status).toBe(400)
    },
  )

  it('401 without the token, 404 for a refund that does not exist', async () => {
    expect((await get('', {})).status).toBe(401)
    expect(await get(`/${randomUUID()}`)).toMatchObject({ status: 404, body: { code: 'REFUND_REQUEST_UNKNOWN' } })
  })
})

describe('reportRefundPayment', () => {
  it('200: is recorded once, however often it is sent, also by ten concurrent requests', async () => {
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

  it('400 an invalid shape, 409 a different report, 422 every rule it breaks', async () => {
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

describe('reportRefundPayment: one payment id is one payment', () => {
  const conflict = (first_payment: object) => ({
    status: 409,
    body: { code: 'REFUND_PAYMENT_CONFLICT', first_payment },
  })
  /** The ledger of payments and the request's row, read directly from the database. */
  const stored = async (id: string) => {
    const { rows } = await gateway.db.admin.query<{ paid_amount: number; ledger: number; event_count: number }>(
      `select paid_amount::int,
         (select coalesce(sum(amount), 0) from pix_payments where refund = array[user_id, id])::int as ledger,
         (select count(*) from events where object_id = request.id)::int as event_count
       from refund_requests request where id = $1`,
      [id],
    )
    return rows[0]
  }

  it('409: another amount under the same id, and the error names the first payment', async () => {
    const id = await gateway.refundRequest(user)
    const end_to_end_id = paid()
    await report(id, { paid_amount: 4_00, end_to_end_id })
    expect(await report(id, { paid_amount: 6_00, end_to_end_id })).toMatchObject(
      conflict({ end_to_end_id, amount: 4_00, refund_request_id: id, recorded_at: expect.stringMatching(/Z$/) }),
    )
    expect(await stored(id)).toEqual({ paid_amount: 4_00, ledger: 4_00, event_count: 2 })
    // The amount that was recorded first is still accepted, and changes nothing.
    expect(await report(id, { paid_amount: 4_00, end_to_end_id })).toMatchObject({ body: { paid_amount: 4_00 } })
  })

  it('409: a payment after the answer under an id that paid before, with another amount', async () => {
    const id = await gateway.refundRequest(user)
    const [first, second] = [paid(), paid()]
    await report(id, { paid_amount: 4_00, end_to_end_id: first })
    await report(id, { paid_amount: 3_00, end_to_end_id: second })
    expect(await report(id, { paid_amount: 2_00, end_to_end_id: second })).toMatchObject(conflict({ amount: 3_00 }))
    expect(await stored(id)).toEqual({ paid_amount: 7_00, ledger: 7_00, event_count: 3 })
  })

  it('409: the same id for a second refund request, be it with the same amount and of another user', async () => {
    const other = await gateway.user()
    const first = await gateway.refundRequest(user)
    const end_to_end_id = paid()
    await report(first, { paid_amount: 10_00, end_to_end_id })
    for (const second of [await gateway.refundRequest(user), await gateway.refundRequest(other)]) {
      expect(await report(second, { paid_amount: 10_00, end_to_end_id })).toMatchObject(
        conflict({ end_to_end_id, amount: 10_00, refund_request_id: first }),
      )
      expect(await stored(second)).toEqual({ paid_amount: 0, ledger: 0, event_count: 1 })
    }
  })

  it('409: an amount that differs from the transaction which the ledger sent under this id', async () => {
    const id = await gateway.refundRequest(user)
    const sent = sampleDevolution(sampleDeposit(user, new Date()), new Date(), { amount: 5_00 })
    await gateway.ingest([sent], 'test', new Date())
    const end_to_end_id = String(sent['end_to_end_id'])
    expect(await report(id, { paid_amount: 6_00, end_to_end_id })).toMatchObject(
      conflict({ end_to_end_id, amount: 5_00, transaction_id: sent.id }),
    )
    expect(await report(id, { paid_amount: 5_00, end_to_end_id })).toMatchObject({ status: 200 })
  })

  it('one of ten different amounts that arrive at the same moment is recorded', async () => {
    const id = await gateway.refundRequest(user)
    const end_to_end_id = paid()
    const amounts = Array.from({ length: 10 }, (_, n) => 10 + n)
    const answers = await Promise.all(amounts.map((paid_amount) => report(id, { paid_amount, end_to_end_id })))
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    const amount = accepted[0]!.body['paid_amount']
    expect(answers.filter(({ body }) => body['code'] === 'REFUND_PAYMENT_CONFLICT')).toHaveLength(9)
    expect(await stored(id)).toEqual({ paid_amount: amount, ledger: amount, event_count: 2 })
  })

  it('one of ten refund requests that name the same id at the same moment is paid', async () => {
    const end_to_end_id = paid()
    const ids = await Promise.all(Array.from({ length: 10 }, () => gateway.refundRequest(user)))
    const answers = await Promise.all(ids.map((id, n) => report(id, { paid_amount: 1_00 + n, end_to_end_id })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'REFUND_PAYMENT_CONFLICT')).toHaveLength(9)
    const paidAmounts = (await Promise.all(ids.map(stored))).map((each) => each!.paid_amount)
    expect(paidAmounts.filter((amount) => amount > 0)).toHaveLength(1)
  })

  it('a corrected id is not counted again when the first report of it arrives once more, and another request may use it', async () => {
    const id = await gateway.refundRequest(user)
    const [wrong, right] = [paid(), paid()]
    await report(id, { paid_amount: 4_00, end_to_end_id: wrong })
    await gateway.db.admin.query(`update refund_requests set dict_refusal = 'RefundTransactionInvalid' where id = $1`, [
      id,
    ])
    expect(await report(id, { paid_amount: 4_00, end_to_end_id: right })).toMatchObject({
      status: 200,
      body: { paid_amount: 4_00, payments: [{ end_to_end_id: right, amount: 4_00 }] },
    })
    expect(await report(id, { paid_amount: 4_00, end_to_end_id: wrong })).toMatchObject(
      conflict({ end_to_end_id: right, amount: 4_00, refund_request_id: id }),
    )
    expect(await stored(id)).toEqual({ paid_amount: 4_00, ledger: 4_00, event_count: 3 })
    const other = await gateway.refundRequest(user)
    expect(await report(other, { paid_amount: 2_00, end_to_end_id: wrong })).toMatchObject({ status: 200 })
  })

  it('the database itself rejects a sum that the ledger does not contain, and an id that is used', async () => {
    const [id, other] = [await gateway.refundRequest(user), await gateway.refundRequest(user)]
    const end_to_end_id = paid()
    await report(id, { paid_amount: 4_00, end_to_end_id })
    const payments = JSON.stringify([{ end_to_end_id, amount: 4_00, reported_at: new Date().toISOString() }])
    const attempts = [
      ['refund_adds_up', 'update refund_requests set paid_amount = 800 where id = $1', [id]],
      ['one_payment', 'update refund_requests set paid_amount = 400, payments = $2 where id = $1', [other, payments]],
    ] as const
    // The pool of the tests bypasses every trigger.
    const client = await gateway.db.admin.connect()
    for (const [constraint, statement, values] of attempts) {
      await client.query('begin; set local session_replication_role = origin')
      await expect(client.query(statement, [...values])).rejects.toMatchObject({ constraint })
      await client.query('rollback')
    }
    client.release()
  })
})
