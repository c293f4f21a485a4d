import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDesk, type TestDesk } from '../../test/support/desk.ts'
import { type Eclusa, openEclusa } from '../../test/support/eclusa.ts'
import { openTestGateway, type TestGateway } from '../../test/support/gateway.ts'
import { addKeyCommands } from './keys.ts'
import { addProductCommands } from './products.ts'
import { addProposalCommands } from './proposals.ts'
import { addUserCommands } from './users.ts'
import { addWalletCommands } from './wallets.ts'
import { addWebhookCommands } from './webhooks.ts'

const commands = [
  addKeyCommands,
  addProductCommands,
  addProposalCommands,
  addUserCommands,
  addWalletCommands,
  addWebhookCommands,
]

/** The verbs of operators and of the second pair of eyes, given in a terminal and done at a desk, under the name of who gave them. */
let gateway: TestGateway
let desk: TestDesk
let eclusa: Eclusa
beforeAll(async () => {
  gateway = await openTestGateway()
  desk = await openTestDesk(gateway, { DESK_SECOND_EYES: 'user_deactivation' })
  desk.person('bruno', 'approver')
  desk.person('carla', 'operator')
  eclusa = await openEclusa(desk, commands)
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const why = ['--reason', 'agreed with the client']
describe('what operators keep', () => {
  it('a user with a product, a wallet and a key, until a second person lets it be ended', async () => {
    const { user_id } = await eclusa('carla', ['users', 'create', '--name', 'Aurora', ...why])
    const user = String(user_id)
    const { product_id } = await eclusa('carla', ['products', 'create', '--name', 'P', '--owner', user, ...why])
    expect(await eclusa('carla', ['products', 'users', String(product_id)])).toMatchObject([
      { id: user, role: 'OWNER' },
    ])
    const { wallet_id } = await eclusa('carla', ['wallets', 'create', '--name', 'W', '--user', user, ...why])
    expect(await eclusa('carla', ['wallets', 'list', '--user', user])).toMatchObject([{ wallet_id }])
    const { key_id, key } = await eclusa('carla', ['keys', 'create', '--name', 'K', '--user', user, ...why])
    expect(String(key)).toMatch(/^ecl_/)
    expect(await eclusa('carla', ['keys', 'revoke', String(key_id), ...why])).toMatchObject({ key_id })
    const network = ['--user', user, '--network', '10.1.0.0/16', '--ports', '8000-8099', ...why]
    expect(await eclusa('carla', ['webhooks', 'allow', ...network])).toMatchObject({ last_port: 8099 })
    expect(await eclusa('carla', ['webhooks', 'allowed', '--user', user])).toHaveLength(1)

    const { proposal_id } = await eclusa('carla', ['users', 'deactivate', user, ...why])
    const proposal = String(proposal_id)
    expect(await eclusa('bruno', ['proposals', 'list'])).toMatchObject([{ proposal_id, proposed_by: 'carla' }])
    expect(await eclusa('bruno', ['proposals', 'show', proposal])).toMatchObject({ now: { stands: true } })
    await expect(eclusa('carla', ['proposals', 'approve', proposal, ...why])).rejects.toThrow('ROLE_MISSING')
    expect(await eclusa('carla', ['users', 'show', user])).toMatchObject({ status: 'ACTIVE' })
    expect(await eclusa('bruno', ['proposals', 'approve', proposal, ...why])).toMatchObject({ status: 'APPROVED' })
    expect(await eclusa('carla', ['users', 'show', user])).toMatchObject({ status: 'INACTIVE' })
  }, 120_000)
})
