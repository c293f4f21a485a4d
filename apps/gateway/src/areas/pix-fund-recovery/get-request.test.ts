import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { RECOVERIES, recoveryOf } from '@eclusa/testing/recovery-requests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const get = (id: string, as = user, headers = {}) => gateway.ask({ url: `${RECOVERIES}/${id}`, as, headers })

describe('getFundRecoveryRequest, 200', () => {
  it('shows the request as it was created, without internal columns', async () => {
    const id = await recoveryOf(gateway, user)
    const { status, body, headers } = await get(id)
    expect(status).toBe(200)
    expect(headers['etag']).toBe('"1"')
    expect(body).toMatchObject({ id, wallet_id: user.wallet_id, status: 'CREATED', refund_total_amount: 0, files: [] })
    for (const inside of ['user_id', 'dict_id', 'dict_status', 'contact_email', 'next_action_at', 'tracking_graph'])
      expect(body).not.toHaveProperty(inside)
  })
})

describe('getFundRecoveryRequest, 404', () => {
  it("is the same for another user's request, for another wallet's and for a missing one", async () => {
    const id = await recoveryOf(gateway, user)
    const elsewhere = { 'x-wallet-uuid': await gateway.wallet(user) }
    const answers = [await get(id, await gateway.user()), await get(id, user, elsewhere), await get(randomUUID())]
    for (const { status, body } of answers)
      expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'FUND_RECOVERY_NOT_FOUND' })
  })
})
