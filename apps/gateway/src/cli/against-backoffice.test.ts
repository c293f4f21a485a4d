import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { deskExamples } from '@eclusa/testing/backoffice-examples.ts'
import { createEclusa, type Eclusa, runEclusa } from '@eclusa/testing/eclusa.ts'
import { linkOf } from '@eclusa/testing/liveness.ts'
import { createTestPix, type TestPix } from '@eclusa/testing/pix.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeNotifications } from '../areas/pix-infractions/close-notifications.job.ts'
import { pollNotifications } from '../areas/pix-infractions/poll-notifications.job.ts'
import { addProposalCommands } from './approvals.ts'
import { addCrossborderCommands } from './crossborder.ts'
import { addInfractionCommands } from './infractions.ts'
import { addKeyCommands } from './keys.ts'
import { addLivenessCommands } from './liveness.ts'
import { addOnboardingCommands } from './onboardings.ts'
import { addProductCommands } from './products.ts'
import { addUserCommands } from './users.ts'
import { addWalletCommands } from './wallets.ts'
import { addWebhookCommands } from './webhooks.ts'

const commands = [
  addCrossborderCommands,
  addInfractionCommands,
  addKeyCommands,
  addLivenessCommands,
  addOnboardingCommands,
  addProductCommands,
  addProposalCommands,
  addUserCommands,
  addWalletCommands,
  addWebhookCommands,
]

/** Commands for analysts and operators, which call the backoffice in the name of the logged-in user. */
let pix: TestPix
let desk: TestDesk
let eclusa: Eclusa
beforeAll(async () => {
  pix = await createTestPix()
  desk = await createTestBackoffice(pix.gateway, { DESK_SECOND_EYES: 'user_deactivation' })
  desk.services.dict = pix.worker.dict
  desk.person('ana', 'analyst')
  desk.person('bruno', 'approver')
  desk.person('carla', 'operator')
  eclusa = await createEclusa(desk, commands)
})
afterAll(async () => {
  await desk.close()
  await pix.close()
})

const why = ['--reason', 'agreed with the client']
const journal = async (subject_id: string) =>
  (await pix.gateway.db.admin.query('select * from audit_log where subject_id = $1 order by sequence', [subject_id]))
    .rows

describe('infractions', () => {
  it('are listed, shown masked or revealed, queried and decided, and DICT receives the verdict', async () => {
    const id = pix.report(await pix.received(await pix.gateway.user()), 'Ligue para ana@example.com')
    await pix.run(pollNotifications)
    const listed = (await eclusa('ana', ['infractions', 'list'])).find((one) => one['id'] === id)!
    expect(listed).toMatchObject({ kind: 'infraction', waiting: true })
    expect(JSON.stringify(await eclusa('ana', ['infractions', 'show', id]))).not.toContain('ana@example.com')
    const revealed = await eclusa('ana', ['infractions', 'show', id, '--reveal', 'to call them'])
    expect(JSON.stringify(revealed)).toContain('ana@example.com')

    const seen = ['--seen', String(listed['version'])]
    await eclusa('ana', ['infractions', 'ask-again', id, '--question', 'Tem nota fiscal?', ...seen])
    const decide = ['infractions', 'decide', id, '--verdict', 'AGREED', ...why]
    await expect(eclusa('ana', [...decide, ...seen])).rejects.toThrow(/VERDICT|RULES/)
    await expect(eclusa('ana', [...decide, '--fraud-type', 'MULE_ACCOUNT', ...seen])).rejects.toThrow('CASE_CHANGED')
    const { infraction } = (await eclusa('ana', ['infractions', 'show', id])) as never as {
      infraction: { version: number }
    }
    const verdict = [...decide, '--fraud-type', 'MULE_ACCOUNT', '--seen', String(infraction.version)]
    await expect(eclusa('carla', verdict)).rejects.toThrow('ROLE_MISSING')
    expect(await eclusa('ana', verdict)).toMatchObject({ id, analysis_result: 'AGREED' })
    await pix.run(closeNotifications)
    expect(pix.test.simulated.world.reports.get(id)).toMatchObject({ status: 'CLOSED', fraud_type: 'MULE_ACCOUNT' })
    expect((await journal(id)).map(({ operation, actor_id }) => [operation, actor_id])).toEqual([
      ['revealInfraction', 'sub-ana'],
      ['askClient', 'sub-ana'],
      ['judgeInfraction', 'sub-ana'],
    ])
  })
})

describe('clients and accounts', () => {
  it.each(['client', 'account'] as const)(
    'a pending %s is listed, shown and decided',
    async (kind) => {
      const ground = { gateway: pix.gateway, desk } as never
      const { url, body } = await deskExamples[kind === 'client' ? 'judgeClient' : 'judgeAccount']!(ground)
      const id = url.split('/')[3]!
      const user = ['--user', String(body['user_id'])]
      expect((await eclusa('ana', [`${kind}s`, 'pending'])).map((one) => one['id'])).toContain(id)
      expect(await eclusa('ana', [`${kind}s`, 'show', id, ...user])).toMatchObject({ revealed: false })
      const decided = await eclusa('ana', [
        `${kind}s`,
        'decide',
        id,
        ...user,
        '--status',
        'ACTIVE',
        '--seen',
        '1',
        ...why,
      ])
      expect(decided).toMatchObject({ id, status: 'ACTIVE' })
      expect(await journal(id)).toMatchObject([{ actor_name: 'ana', reason: 'agreed with the client' }])
    },
    60_000,
  )
})

describe('onboardings', () => {
  it('are shown, and a liveness link is revoked', async () => {
    const link = await linkOf(pix.gateway, await pix.gateway.user())
    expect(await eclusa('ana', ['onboardings', 'show', link.onboarding_id])).toMatchObject({ revealed: false })
    expect(await eclusa('ana', ['onboardings', 'list-reviews'])).toEqual([])
    const revoked = await eclusa('ana', ['liveness', 'revoke', link.onboarding_id, ...why])
    expect(revoked).toMatchObject({ liveness_id: link.liveness_id, what: 'revoked' })
    expect((await pix.gateway.app.inject(link.path)).statusCode).toBe(404)
    await expect(eclusa('ana', ['liveness', 'revoke', crypto.randomUUID(), ...why])).rejects.toThrow('NOT_FOUND')
  })
})

describe('fraud markers', () => {
  it('are created, listed and cancelled; the document is read from standard input and appears nowhere', async () => {
    const markers = (words: string[], document = '529.982.247-25') =>
      runEclusa({ DESK_URL: process.env['DESK_URL'], DESK_TOKEN: 'sub-ana' }, ['markers', ...words, ...why], document)
    const made = await markers(['create', '--fraud-type', 'MULE_ACCOUNT'])
    expect(made).toMatchObject({ status: 'REGISTERED', made_by: 'ana (sub-ana)' })
    expect(JSON.stringify(made)).not.toContain('52998224725')
    expect(await markers(['list'])).toMatchObject([{ id: made['id'] }])
    expect(await markers(['cancel', String(made['id'])])).toMatchObject({ status: 'CANCELLED' })
    await expect(markers(['list'], '123')).rejects.toThrow('CPF or CNPJ')
  })
})

describe('administration', () => {
  it('a user with a product, a wallet and a key, until a second user approves its end', async () => {
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
  })
})
