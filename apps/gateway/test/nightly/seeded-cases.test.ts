import { setTimeout as pause } from 'node:timers/promises'
import { type RunningSandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from '../e2e/backoffice-session.ts'

interface TestSeededCasesWaiter {
  kind: string
  id: string
  user_id: string
  version: number
}

const kinds = [
  'client',
  'account',
  'onboarding_step',
  'infraction',
  'refund',
  'recovery',
  'unclaimed_report',
  'unclaimed_refund',
]

const began = Date.now()
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({}, [])
})
afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
  expect(sandbox.complaints).toEqual([])
})

it('a newcomer at the desk finds a case of each kind within two minutes, and decides one', async () => {
  const ana = await logIn(sandbox, 'ana')
  const read = async () => (await ana.get<{ data: TestSeededCasesWaiter[] }>('/v1/cases?page_size=100')).data
  const missing = async () => {
    const there = new Set((await read()).map(({ kind }) => kind))
    return kinds.filter((kind) => !there.has(kind))
  }
  // Some come from DICT, with the next minute or the one after it.
  while ((await missing()).length > 0 && Date.now() < began + 120_000) await pause(500)
  expect(await missing()).toEqual([])
  const { id, user_id, version } = (await read()).find(({ kind }) => kind === 'client')!
  const verdict = { user_id, status: 'ACTIVE', seen: version, reason: 'the register has it' }
  expect(await ana.post(`/v1/clients/${id}/verdict`, verdict)).toMatchObject({ id, status: 'ACTIVE' })
})

it('a newcomer in the portal finds an endpoint with deliveries', async () => {
  const headers = { authorization: `Bearer ${sandbox.users[0]!.token}` }
  const read = async () => {
    const { body } = await sandbox.call('GET', '/v1/webhooks/deliveries?page_size=100', { headers })
    return (body['data'] as { status: string; event_type: string }[]).map((one) => `${one.event_type} ${one.status}`)
  }
  await expect.poll(read).toContain('webhooks.endpoint.tested DELIVERED')
  await expect.poll(read).toContain('crossborder.client.created DELIVERED')
})
