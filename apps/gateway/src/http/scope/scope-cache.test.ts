import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CachedScope, ScopeRequest } from './resolve-scope.ts'
import { scopeOfUser } from './scope.ts'
import { createScopeCache } from './scope-cache.ts'

/** The scope cache grants nothing: a caller that loses its access is rejected from the next request on. */
let gateway: TestGateway
let user: TestUser
let account: { url: string; account_id: string }
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())
beforeEach(async () => {
  user = await gateway.user()
  account = await gateway.account(user)
})
const admin = (text: string, ...values: unknown[]) => gateway.db.admin.query(text, values)
const read = (as: TestUser) => gateway.ask({ url: account.url, as })
const change = (as: TestUser, nickname: string) =>
  gateway.ask({ method: 'PATCH', url: account.url, as, body: { nickname } })

describe('a known caller', () => {
  it('that was made inactive reads nothing and changes nothing', async () => {
    expect((await read(user)).status).toBe(200)
    expect((await change(user, 'before')).status).toBe(200)
    await admin(`update users set status = 'INACTIVE' where id = $1`, user.user_id)
    expect((await change(user, 'after')).status).toBe(401)
    expect((await read(user)).status).toBe(401)
    const { rows } = await admin('select nickname from crossborder_accounts where id = $1', account.account_id)
    expect(rows).toEqual([{ nickname: 'before' }])
    await admin(`update users set status = 'ACTIVE' where id = $1`, user.user_id)
    expect((await read(user)).status).toBe(200)
  })

  it('loses access when its grant ends, and leaves no entry in the request log of that user', async () => {
    const owner = await gateway.acting(user)
    const own = await gateway.account(owner)
    const seen = () => gateway.ask({ url: own.url, as: owner })
    expect((await seen()).status).toBe(200)
    expect((await seen()).status).toBe(200)
    await admin('delete from product_users where product_id = $1 and user_id = $2', owner.product_id, user.user_id)
    gateway.logged.splice(0)
    expect((await seen()).status).toBe(403)
    const line = gateway.logged.map((one) => JSON.parse(one) as Record<string, unknown>).find(({ status }) => status)
    expect(line).toMatchObject({ status: 403 })
    expect(line).not.toHaveProperty('user_id')
  })

  it('is rejected by its current scope, also where only the scope was read', async () => {
    const list = () => gateway.ask({ url: '/api/v2/transactions', as: user })
    await admin('update wallets set is_default = false where user_id = $1', user.user_id)
    expect((await list()).status).toBe(422)
    expect((await list()).status).toBe(422)
    await admin('update wallets set is_default = true where user_id = $1', user.user_id)
    expect((await list()).status).toBe(200)
    await admin('update wallets set is_default = false where user_id = $1', user.user_id)
    expect((await list()).status).toBe(422)
    await admin(`update users set status = 'INACTIVE' where id = $1`, user.user_id)
    expect((await list()).status).toBe(401)
  })

  it('is served with another scope, once and not twice, after a change', async () => {
    expect((await change(user, 'in the one product')).status).toBe(200)
    const events = async () =>
      (
        await admin(
          `select 1 from events where object_id = $1 and type = 'crossborder.account.updated'`,
          account.account_id,
        )
      ).rowCount
    const before = await events()
    await admin('update wallets set is_default = false where user_id = $1', user.user_id)
    expect((await change(user, 'without a wallet')).status).toBe(200)
    expect(await events()).toBe(before! + 1)
    expect((await read(user)).body['nickname']).toBe('without a wallet')
  })
})

it('the least recently used entry is evicted first', () => {
  const scopes = createScopeCache()
  const asked = (n: number) =>
    ({ caller: { user_id: String(n) }, product: null, target: null, wallet: null }) as ScopeRequest
  const known = (n: number): CachedScope => ({ asked: asked(n), scope: scopeOfUser(String(n)), version: '' })
  const recalled = (n: number) => scopes.recall(asked(n))?.scope.user_id
  for (let n = 0; n < 10_000; n += 1) scopes.keep(known(n))
  expect(recalled(0)).toBe('0')
  scopes.keep(known(10_000))
  expect(recalled(1)).toBeUndefined()
  expect(recalled(0)).toBe('0')
  expect(recalled(10_000)).toBe('10000')
})
