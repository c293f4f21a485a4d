import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { RECOVERIES, recoveryOf } from '@eclusa/testing/recovery-requests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let ids: string[]
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  ids = [await recoveryOf(gateway, user), await recoveryOf(gateway, user), await recoveryOf(gateway, user)]
})
afterAll(() => gateway.close())

async function list(query: string, as = user, headers = {}) {
  const { status, body } = await gateway.ask({ url: `${RECOVERIES}${query}`, as, headers })
  const { data = [], page_state } = body as { data?: { id: string }[]; page_state?: string }
  return { status, ids: data.map(({ id }) => id), page_state }
}

describe('listFundRecoveryRequests, 200', () => {
  it('is newest first, page by page', async () => {
    const first = await list('?page_size=2')
    const second = await list(`?page_size=2&page_state=${first.page_state}`)
    expect([...first.ids, ...second.ids]).toEqual(ids.toReversed())
    expect(second.page_state).toBeUndefined()
  })

  it('by every filter: only matching requests', async () => {
    const { rows } = await gateway.db.admin.query<{ day: string }>(
      `select (now() at time zone 'America/Sao_Paulo')::date::text as day`,
    )
    const today = rows[0]!.day
    for (const fits of [
      'status=CREATED',
      'transaction_type=PAYMENT',
      `created_at_start=${today}&created_at_end=${today}`,
    ])
      expect((await list(`?${fits}&order=asc`)).ids, fits).toEqual(ids)
    for (const none of ['status=FAILED', 'transaction_type=DEVOLUTION', 'created_at_end=2020-01-01'])
      expect((await list(`?${none}`)).ids, none).toEqual([])
  })

  it('contains nothing of another wallet or another user', async () => {
    expect((await list('', user, { 'x-wallet-uuid': await gateway.wallet(user) })).ids).toEqual([])
    expect((await list('', await gateway.user())).ids).toEqual([])
  })
})

describe('listFundRecoveryRequests, 400', () => {
  it('an unknown status, and an invalid date', async () => {
    for (const query of ['?status=LOST', '?created_at_start=yesterday']) expect((await list(query)).status).toBe(400)
  })
})
