import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMutated, settle } from '../fuzz/run.ts'

/** Fuzzing: a few of the drill's mutated requests in every run, different each time. The seed is printed for a failure. */
const COUNT = 200
const seed = Math.floor(Math.random() * 2 ** 31)
let gateway: TestGateway
let base_url: string

beforeAll(async () => {
  gateway = await createTestGateway()
  await gateway.simulators.installClock()
  base_url = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => gateway.close())

it(`${COUNT} mutated requests: no 5xx but a declared 503, and none hangs (seed ${seed})`, async () => {
  const user = await gateway.user()
  const { client_id, account_id } = await gateway.account(user)
  const clients = '/v1/crossborder/clients/'
  const known = {
    token: user.token,
    ids: {
      [clients]: [client_id],
      [`${clients}{client_id}/accounts/`]: [account_id],
      '': [user.wallet_id, randomUUID()],
    },
  }
  await settle(base_url, known, seed)
  const run = await runMutated(base_url, known, { count: COUNT, seed, callers: 4 })
  expect(
    run.findings.map(({ number, operation, reply, request }) => ({ number, operation, status: reply.status, request })),
  ).toEqual([])
  expect(Object.values(run.statuses).reduce((sum, n) => sum + n, 0)).toBe(COUNT)
  expect(run.statuses['400']).toBeGreaterThan(0)
})
