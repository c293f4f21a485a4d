import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let ids: string[]
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  ids = [await gateway.refundRequest(user), await gateway.refundRequest(user), await gateway.refundRequest(user)]
})
afterAll(() => gateway.close())

async function list(query: string, as = user, headers = {}) {
  const { status, body } = await gateway.ask({ url: `/v1/pix/refund-requests${query}`, as, headers })
  const { data = [], page_state } = body as { data?: { id: string; end_to_end_id: string }[]; page_state?: string }
  return { status, data, ids: data.map(({ id }) => id).toSorted(), page_state }
}

describe('listRefundRequests, 200', () => {
  it('returns each of them once over all pages', async () => {
    const first = await list('?page_size=2')
    const second = await list(`?page_size=2&page_state=${first.page_state}`)
    expect([first.ids.length, second.ids.length]).toEqual([2, 1])
    expect([...first.ids, ...second.ids].toSorted()).toEqual(ids.toSorted())
  })

  it('by every filter: only matching requests', async () => {
    const [one] = (await list('')).data
    expect((await list(`?end_to_end_id=${one!.end_to_end_id}`)).ids).toContain(one!.id)
    for (const fits of ['status=OPEN', 'reason=OPERATIONAL_FLAW', 'created_at_start=2020-01-01T00:00:00Z'])
      expect((await list(`?${fits}`)).ids, fits).toEqual(ids.toSorted())
    for (const none of [
      'status=CLOSED',
      'reason=FRAUD',
      'end_to_end_id=E0',
      'infraction_notification_id=00000000-0000-4000-8000-000000000000',
      'created_at_end=2020-01-01T00:00:00Z',
    ])
      expect((await list(`?${none}`)).ids, none).toEqual([])
  })

  it('contains nothing of another wallet or another user', async () => {
    expect((await list('', user, { 'x-wallet-uuid': await gateway.wallet(user) })).ids).toEqual([])
    expect((await list('', await gateway.user())).ids).toEqual([])
  })
})

describe('listRefundRequests, 400', () => {
  it('an unknown reason', async () => {
    expect((await list('?reason=REGRET')).status).toBe(400)
  })
})
