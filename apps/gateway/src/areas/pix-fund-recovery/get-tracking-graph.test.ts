import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { followMoney, RECOVERIES, recoveryOf } from '@eclusa/testing/recovery-requests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const get = (id: string, as = user) => gateway.ask({ url: `${RECOVERIES}/${id}/tracking-graph`, as })

describe('getTrackingGraph, 200', () => {
  it('shows participants and amounts, and of persons only their type', async () => {
    const id = await recoveryOf(gateway, user)
    await followMoney(gateway, id)
    expect((await get(id)).body).toEqual({
      fund_recovery_request_id: id,
      root_end_to_end_id: 'E1',
      created_at: '2026-02-02T10:20:30.000Z',
      persons: [{ id: 1, type: 'NATURAL_PERSON' }],
      accounts: [{ id: 2, owner_id: 1, bank_ispb: '22222222' }],
      transactions: [
        {
          end_to_end_id: 'E1',
          debtor_account_id: 2,
          creditor_account_id: 2,
          amount: 15_990,
          refundable_amount: 990,
          settled_at: '2026-02-02T10:19:30.000Z',
        },
      ],
    })
    const { tracking } = (await gateway.ask({ url: `${RECOVERIES}/${id}`, as: user })).body
    expect(tracking).toMatchObject({ participants: 1, accounts: 1, transactions: 1 })
  })
})

describe('getTrackingGraph, 404', () => {
  it('the owner learns that there is no graph yet, and any other caller that there is no request', async () => {
    const id = await recoveryOf(gateway, user)
    expect(await get(id)).toMatchObject({ status: 404, body: { code: 'FUND_RECOVERY_GRAPH_NOT_READY' } })
    const stranger = await gateway.user()
    expect(await get(id, stranger)).toMatchObject({ status: 404, body: { code: 'FUND_RECOVERY_NOT_FOUND' } })
  })
})
