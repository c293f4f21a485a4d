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

const get = (id: string, as = user, headers = {}) =>
  gateway.ask({ url: `/v1/pix/compliance/infraction-notifications/${id}`, as, headers })

describe('getInfractionNotification, 200', () => {
  it('shows the contested payment, the deadline of the answer, and that the amount is blocked', async () => {
    const id = await gateway.notification(user)
    const { status, body } = await get(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      wallet_id: user.wallet_id,
      status: 'ACKNOWLEDGED',
      blocked_amount_status: 'BLOCKED',
      due_date: expect.any(String) as string,
    })
    for (const inside of ['user_id', 'remind_at', 'reported_at']) expect(body).not.toHaveProperty(inside)
  })
})

describe('getInfractionNotification, 404', () => {
  it("is the same for another user's notification, for another wallet's and for a missing one", async () => {
    const id = await gateway.notification(user)
    const elsewhere = { 'x-wallet-uuid': await gateway.wallet(user) }
    const answers = [await get(id, await gateway.user()), await get(id, user, elsewhere), await get(randomUUID())]
    for (const { status, body } of answers)
      expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'INFRACTION_NOTIFICATION_NOT_FOUND' })
  })
})
