import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { recoverWebhooks } from '@eclusa/gateway/src/areas/webhooks/recover-webhooks.job.ts'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openForFile } from './for-file.ts'
import { type AskGateway, createTestGateway, type TestGateway, type TestResponse, type TestUser } from './gateway.ts'
import { createTestJobs, startDeliverer, type TestJobs } from './worker.ts'

export const ENDPOINTS = '/v1/webhooks/endpoints'
export const DELIVERIES = '/v1/webhooks/deliveries'
export const EVENTS = '/v1/events'

/** A new URL each time: the same creation twice is a repeat. */
export const hookUrl = () => `https://hooks.example/${randomUUID()}`

/** Forbidden endpoint URLs, with the violated rule. */
export const refusedUrls: [string, string][] = [
  ['http://hooks.example/', 'IS_URL'],
  ['ftp://hooks.example/', 'IS_URL'],
  ['hooks.example', 'IS_URL'],
  ['https://user:pw@hooks.example/', 'NO_CREDENTIALS'],
  ['https://hooks.example/#a', 'NO_FRAGMENT'],
  ['https://127.0.0.1/', 'PUBLIC_ADDRESS'],
  ['https://2130706433/', 'PUBLIC_ADDRESS'],
  ['https://0251.0376.0251.0376/', 'PUBLIC_ADDRESS'],
  ['https://[::ffff:10.0.0.1]/', 'PUBLIC_ADDRESS'],
]

/** Changes an account of the user so many times, each with one event of `crossborder.account.updated`. Returns its id. */
export async function effects(gateway: TestGateway, user: TestUser, count: number): Promise<string> {
  const { account_id, url } = await gateway.account(user)
  for (let n = 0; n < count; n += 1) {
    const body = { nickname: `n${n} ${randomUUID()}` }
    expect((await gateway.ask({ method: 'PATCH', url, as: user, body })).status).toBe(200)
  }
  return account_id
}

export interface ListedEvent {
  id: string
  object_id: string
  sequence: number
  type: string
  created_at: string
}

export async function listEventsOf({ ask }: TestGateway, as: TestUser, query: string): Promise<ListedEvent[]> {
  const answer = await ask({ url: `${EVENTS}?${query}`, as })
  expect(answer.status).toBe(200)
  return answer.body['data'] as ListedEvent[]
}

export type MadeEndpoint = Record<string, unknown> & { id: string; url: string }

/** The webhook endpoints of a user. */
export interface TestEndpoints {
  /** Creates one, which must succeed. */
  made: (body?: object) => Promise<MadeEndpoint>
  /** Sends a request for an endpoint, or for the collection when the path is empty. */
  ask: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Promise<TestResponse>
  /** The same for an expected rejection, by this rule if one is named, which must leave everything unchanged. */
  refuses(
    ask: Omit<AskGateway, 'as' | 'url'> & { path?: string },
    status: number,
    code: string,
    rule?: { pointer: string; code: string },
  ): Promise<void>
}

export function endpointsOf(gateway: TestGateway, as: TestUser): TestEndpoints {
  const endpoints: TestEndpoints = {
    async made(body = {}) {
      const answer = await endpoints.ask('POST', '', { url: hookUrl(), ...body })
      expect(answer.status).toBe(201)
      return answer.body as MadeEndpoint
    },
    ask: (method, path, body) => gateway.ask({ method, url: ENDPOINTS + path, as, body }),
    async refuses({ path = '', ...asked }, status, code, rule) {
      const before = await stateOf(gateway)
      const answer = await gateway.ask({ ...asked, url: ENDPOINTS + path, as })
      expect(answer).toMatchObject({ status, body: { code } })
      if (rule) expect(answer.body['errors']).toContainEqual({ ...rule, detail: expect.any(String) as string })
      expect(await stateOf(gateway)).toEqual(before)
    },
  }
  return endpoints
}

/** For one test file, with a user without endpoints. */
export const createTestEndpoints = () => openForFile(endpointsOf)

async function stateOf({ db }: TestGateway) {
  const read = async (text: string) => (await db.admin.query<Record<string, unknown>>(text)).rows
  return {
    endpoints: await read('select * from webhook_endpoints order by id'),
    deliveries: await read('select * from webhook_deliveries order by id'),
    events: await read('select * from events order by id'),
    claims: await read('select fingerprint from replay_claims order by fingerprint'),
  }
}

export interface WebhooksDelivery {
  id: string
  endpoint_id: string
  event_id: string
  status: string
  next_attempt_at?: string
  attempts: { status_code: number }[]
}

/** A gateway whose webhooks go to a sink on this machine. */
export interface TestDeliveries {
  gateway: TestGateway
  sink: WebhookSink
  /** The user of the running test. */
  user: TestUser
  /** The response of the sink. */
  status: number
  /** As the user of the test, with a new nonce each time. */
  ask(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, as?: TestUser): Promise<TestResponse>
  /** An endpoint that receives changed accounts. Returns its id. */
  endpoint(): Promise<string>
  effects(count: number): Promise<string>
  list(query: string, as?: TestUser): Promise<WebhooksDelivery[]>
  /** A waiting delivery, of an endpoint of its own. */
  pending(): Promise<WebhooksDelivery>
  /** Runs a worker until nothing is pending for the endpoint. */
  drain(endpoint_id: string): Promise<void>
  /** Requests the missed events since then, and runs the enqueued job. */
  recover(endpoint_id: string, since: string): Promise<void>
}

/** All of it for one test file, ready before its tests, with another user for each of them. */
export function createTestDeliveries(): TestDeliveries {
  let jobs: TestJobs
  const test = {
    ask: (method, url, body, as = test.user) =>
      test.gateway.ask({ method, url, as, body, headers: { 'x-include-replay-protection-schema': 'nonce' } }),
    async endpoint() {
      const body = { url: `${test.sink.url}/${randomUUID()}`, event_types: ['crossborder.account.updated'] }
      return String((await test.ask('POST', ENDPOINTS, body)).body['id'])
    },
    effects: (count) => effects(test.gateway, test.user, count),
    async list(query, as) {
      const answer = await test.ask('GET', `${DELIVERIES}?${query}`, undefined, as)
      expect(answer.status).toBe(200)
      return answer.body['data'] as WebhooksDelivery[]
    },
    async pending() {
      const endpoint_id = await test.endpoint()
      await test.effects(1)
      const [delivery] = await test.list(`endpoint_id=${endpoint_id}`)
      expect(delivery).toMatchObject({ endpoint_id, status: 'PENDING', attempts: [] })
      return delivery!
    },
    async drain(endpoint_id) {
      const deliverer = startDeliverer(test.gateway.db, { WEBHOOK_RETRY_DELAYS_SECONDS: '0.05' })
      for (let tries = 0; (await test.list(`endpoint_id=${endpoint_id}&status=PENDING`)).length > 0; tries += 1) {
        expect(tries).toBeLessThan(200)
        await pause(50)
      }
      await deliverer.stop()
    },
    async recover(endpoint_id, since) {
      const answer = await test.ask('POST', `${ENDPOINTS}/${endpoint_id}/recover`, { since })
      expect(answer).toMatchObject({ status: 200, body: { endpoint_id, since } })
      expect(await jobs.runLeft(recoverWebhooks)).toBe(1)
    },
  } as TestDeliveries

  beforeAll(async () => {
    test.gateway = await createTestGateway()
    test.sink = await startWebhookSink(() => ({ status: test.status, body: `said ${test.status}` }))
    jobs = createTestJobs(test.gateway)
  })
  beforeEach(async () => {
    test.user = await test.gateway.user()
    await seedNetworks(test.gateway.db.admin, test.user.user_id)
    test.sink.heard.length = 0
    test.status = 200
  })
  afterAll(async () => {
    await jobs.close()
    await test.gateway.close()
    await test.sink.close()
  })
  return test
}
