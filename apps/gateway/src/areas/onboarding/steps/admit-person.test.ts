import { createTestOnboarding, type TestingCase, type TestOnboarding } from '@eclusa/testing/onboarding.ts'
import { again, NATURAL, personsOf, USERS } from '@eclusa/testing/persons.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let test: TestOnboarding
beforeAll(async () => {
  test = await createTestOnboarding()
})
beforeEach(() => test.reset())
afterAll(() => test.close())

async function finished(): Promise<TestingCase> {
  const one = await test.person()
  await test.submit(one)
  await test.drain()
  await test.showFace(one)
  await test.drain()
  return one
}

describe('a finished onboarding', () => {
  it('creates a target user with a wallet, reported in responses and in the event', async () => {
    const one = await finished()
    const persons = personsOf(test.gateway, one.user)
    const account = (await persons.get(`${USERS}/accounts/${one.account_id}`)).body
    const { target_user_id, default_wallet_id } = account
    expect(default_wallet_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    const told = { status: 'finished', target_user_id, default_wallet_id }
    expect((await persons.get(`${NATURAL}/${one.id}`)).body).toMatchObject(told)
    const { rows } = await test.gateway.db.admin.query(
      `select data from events where object_id = $1 and type = 'users.onboarding.finished'`,
      [one.id],
    )
    expect(rows).toMatchObject([{ data: told }])
    const wallets = await test.gateway.db.admin.query(
      'select id, status, is_default, product_id from wallets where user_id = $1',
      [target_user_id],
    )
    const { product_id } = one.user
    expect(wallets.rows).toEqual([{ id: default_wallet_id, status: 'ACTIVE', is_default: true, product_id }])
  })

  it('creates a user who can call the API, through the owner and with no header at all', async () => {
    const one = await finished()
    const { body } = await personsOf(test.gateway, one.user).get(`${USERS}/accounts/${one.account_id}`)
    const [user_id, wallet_id] = [String(body['target_user_id']), String(body['default_wallet_id'])]
    const itself = { ...one.user, user_id, wallet_id, token: await test.gateway.issuer.sign({ sub: user_id }) }
    const acting = { 'x-product-uuid': one.user.product_id, 'x-product-target-user-uuid': user_id }
    for (const [as, headers] of [
      [one.user, acting],
      [one.user, { ...acting, 'x-wallet-uuid': wallet_id }],
      [itself, {}],
    ] as const) {
      expect((await test.gateway.ask({ url: '/api/v2/transactions', as, headers })).body).toMatchObject({ data: [] })
      const decode = { method: 'POST', url: '/v2/banking/billet-payments/decode', as } as const
      const body = shown('decodeBilletV2')
      expect((await test.gateway.ask({ ...decode, headers: { ...headers, ...again }, body })).status).toBe(201)
    }
    // Without a product header, the person's own product applies. A target user cannot open onboardings.
    expect((await test.gateway.ask({ url: NATURAL, as: itself })).body['code']).toBe('ONBOARDING_OWNERS_ONLY')
  })
})
