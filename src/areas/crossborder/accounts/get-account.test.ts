import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAccounts, type TestAccounts } from '../../../../test/support/crossborder.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../../test/support/gateway.ts'

let gateway: TestGateway
let user: TestUser
let accounts: TestAccounts

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  accounts = await openTestAccounts(gateway, user)
})
afterAll(() => gateway.close())

const get = (id: string) => gateway.ask({ url: `${accounts.url}/${id}`, as: user })

describe('200', () => {
  it('answers the record and its ETag', async () => {
    const { body } = await accounts.create({ nickname: 'got' })
    expect(await get(String(body['id']))).toMatchObject({ status: 200, headers: { etag: '"1"' }, body })
  })
})

describe('404', () => {
  it('any other', async () => {
    await accounts.create()
    const { account_id } = await gateway.account(user)
    for (const id of [randomUUID(), account_id])
      expect(await get(id)).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_ACCOUNT_NOT_FOUND' } })
  })
})
