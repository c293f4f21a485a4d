import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const get = (id: string, as = user, headers = {}) => gateway.ask({ url: `/v1/pix/refund-requests/${id}`, as, headers })

describe('getRefundRequest, 200', () => {
  it('shows the requested amount and the deadline, without the destination account', async () => {
    const id = await gateway.refundRequest(user)
    const { status, body } = await get(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      wallet_id: user.wallet_id,
      reason: 'OPERATIONAL_FLAW',
      status: 'OPEN',
      paid_amount: 0,
      payments: [],
      due_date: new Date(Date.parse(String(body['created_at'])) + 24 * 3_600_000).toISOString(),
    })
    for (const inside of ['user_id', 'refund_account', 'dict_status', 'reported_at'])
      expect(body).not.toHaveProperty(inside)
  })
})

describe('getRefundRequest, 404', () => {
  it("is the same for another user's request, for another wallet's and for a missing one", async () => {
    const id = await gateway.refundRequest(user)
    const elsewhere = { 'x-wallet-uuid': await gateway.wallet(user) }
    const answers = [await get(id, await gateway.user()), await get(id, user, elsewhere), await get(randomUUID())]
    for (const { status, body } of answers)
      expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'REFUND_REQUEST_NOT_FOUND' })
  })
})
