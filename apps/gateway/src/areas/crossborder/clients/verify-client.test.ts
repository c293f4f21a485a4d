import { clientsOf, type TestClients } from '@eclusa/testing/crossborder.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestJobs, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyClient } from './verify-client.job.ts'

let gateway: TestGateway
let user: TestUser
let clients: TestClients
let jobs: TestJobs

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  clients = clientsOf(gateway, user)
  jobs = createTestJobs(gateway)
})
afterAll(async () => {
  await jobs.close()
  await gateway.close()
})

it('decides once, however often the job runs', async () => {
  const client_id = await clients.made()
  const tenTimes = () =>
    Promise.all(Array.from({ length: 10 }, () => jobs.run(verifyClient, { user_id: user.user_id, client_id })))
  await tenTimes()
  const decided = await clients.stateOf(client_id)
  expect(decided).toMatchObject({
    row: [{ status: 'ACTIVE', version: '2' }],
    activity: [{ event_type: 'CLIENT_CREATED' }, { event_type: 'CLIENT_VERIFIED', status: 'ACTIVE', source: 'rules' }],
    events: [{ type: 'crossborder.client.created' }, { type: 'crossborder.client.verified' }],
  })
  await tenTimes()
  expect(await clients.stateOf(client_id)).toEqual(decided)
})

it('does nothing for a client that does not exist, or belongs to another user', async () => {
  const client_id = await clients.made()
  const before = await clients.stateOf(client_id)
  await jobs.run(verifyClient, { user_id: (await gateway.user()).user_id, client_id })
  await jobs.run(verifyClient, { user_id: user.user_id, client_id: crypto.randomUUID() })
  expect(await clients.stateOf(client_id)).toEqual(before)
})
