import type { Ask, TestGateway, TestUser } from './gateway.ts'

/**
 * One call of every operation that succeeds, made for a given user with records of that user. The tests that walk the
 * route table use them, and fail when an operation has none: nothing is added to the contract without being tried.
 */
export type Example = (
  gateway: TestGateway,
  user: TestUser,
) => Promise<Ask & { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' }>

const usdAccount = {
  country: 'US',
  currency_symbol: 'USD',
  account_type: 'CHECKING',
  account_number: '000123456789',
  account_name: 'Operating account',
  bank_name: 'Example Bank',
  bank_code: '021000021',
  bank_code_type: 'ABA',
}

export const examples: Record<string, Example> = {
  async createAccount(gateway, user) {
    const { client_id } = await gateway.account(user)
    return { method: 'POST', url: `/v1/crossborder/clients/${client_id}/accounts`, body: usdAccount }
  },
  async listAccounts(gateway, user) {
    const { client_id } = await gateway.account(user)
    return { method: 'GET', url: `/v1/crossborder/clients/${client_id}/accounts?page_size=1` }
  },
  async updateAccount(gateway, user) {
    const { url } = await gateway.account(user)
    return { method: 'PATCH', url, body: { nickname: 'treasury', account_number: '998877' } }
  },
}
