import { accountsOf } from '@eclusa/testing/crossborder.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

describe('200', () => {
  it('filters by currency and part of the bank name, sorts by number', async () => {
    const user = await gateway.user()
    const { url, create } = await accountsOf(gateway, user)
    await create({ account_number: '000123456789' })
    await create({ account_number: '3', bank_name: 'Banco do Norte', currency_symbol: 'EUR' })
    await create({ account_number: '1', bank_name: 'Banco do Sul' })
    const numbers = async (query: string) =>
      ((await gateway.ask({ url: `${url}?${query}`, as: user })).body['data'] as { account_number: string }[]).map(
        ({ account_number }) => account_number,
      )
    expect(await numbers('sort=account_number&order=asc')).toEqual(['000123456789', '1', '3'])
    expect(await numbers('currency_symbol=EUR')).toEqual(['3'])
    expect(await numbers('name=NORTE')).toEqual(['3'])
    expect(await numbers('name=%25')).toEqual([])
    expect(await numbers('name=banco&order=asc')).toEqual(['3', '1'])
  })
})
