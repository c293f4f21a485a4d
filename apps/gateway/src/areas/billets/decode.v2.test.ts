import { createTestBillets, V2 } from '@eclusa/testing/billets.ts'
import { describe, expect, it } from 'vitest'

const test = createTestBillets(V2)

describe('201', () => {
  it('for the wallet named in the header', async () => {
    const wallet_id = await test.gateway.wallet(test.user)
    const { body } = await test.decode(test.slip().line, { 'x-wallet-uuid': wallet_id })
    const { decodes } = await test.stateOf(test.user)
    expect(decodes.find(({ id }) => id === body['id'])).toMatchObject({ wallet_id })
  })
})

describe('401', () => {
  it('without a credential', async () => {
    const body = { typeable_line: test.slip().line }
    expect(await test.gateway.ask({ method: 'POST', url: V2, body })).toMatchObject({ status: 401 })
  })
})

describe('403', () => {
  it('for the wallet of another user, and the registry is not queried', async () => {
    const stranger = await test.gateway.user()
    const asked = test.registry.asked.length
    await test.refuses(
      test.slip().line,
      { status: 403, body: { code: 'WALLET_FORBIDDEN' } },
      { 'x-wallet-uuid': stranger.wallet_id },
    )
    expect(test.registry.asked).toHaveLength(asked)
  })
})

describe('422', () => {
  it('without a wallet', async () => {
    const poor = await test.gateway.user()
    await test.gateway.db.admin.query('delete from wallets where user_id = $1', [poor.user_id])
    const body = { typeable_line: test.slip().line }
    const answer = await test.gateway.ask({ method: 'POST', url: V2, as: poor, body })
    expect(answer).toMatchObject({ status: 422, body: { code: 'WALLET_NOT_ACTIVE' } })
  })
})

it('personal data of a decode is never in the log, nor are the digits', () => test.expectDiscreetLogs())
