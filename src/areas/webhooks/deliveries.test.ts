import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedNetworks } from '../../../sandbox/seed.ts'
import { startWebhookSink, type WebhookSink } from '../../../sandbox/webhook-sink/sink.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { openTestWorkerServices, startDeliverer } from '../../../test/support/worker.ts'
import { recoverWebhooks } from './recover-webhooks.job.ts'

let gateway: TestGateway
let user: TestUser
let sink: WebhookSink
let status = 200

beforeAll(async () => {
  gateway = await openTestGateway()
  sink = await startWebhookSink(() => ({ status, body: `said ${status}` }))
})
afterAll(async () => {
  await gateway.close()
  await sink.close()
})
beforeEach(async () => {
  user = await gateway.user()
  await seedNetworks(gateway.db.admin, user.user_id)
  sink.heard.length = 0
  status = 200
})

type Delivery = { id: string; event_id: string; status: string; attempts: { status_code: number }[] }

async function ask(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, as = user) {
  const headers = { 'x-include-replay-protection-schema': 'nonce' }
  return gateway.ask({ method, url, as, body, headers })
}

async function endpoint(): Promise<string> {
  const body = { url: `${sink.url}/${randomUUID()}`, event_types: ['crossborder.account.updated'] }
  return String((await ask('POST', '/v1/webhooks/endpoints', body)).body['id'])
}

async function effects(count: number): Promise<void> {
  const account = await gateway.account(user)
  for (let n = 0; n < count; n += 1) await ask('PATCH', account.url, { nickname: `n${n}` })
}

async function list(query: string, as = user): Promise<Delivery[]> {
  const answer = await ask('GET', `/v1/webhooks/deliveries?${query}`, undefined, as)
  expect(answer.status).toBe(200)
  return answer.body['data'] as Delivery[]
}

/** Runs a worker until nothing is pending for the endpoint. */
async function drain(endpoint_id: string): Promise<void> {
  const worker = startDeliverer(gateway.db, { WEBHOOK_RETRY_DELAYS_SECONDS: '0.05' })
  for (let tries = 0; (await list(`endpoint_id=${endpoint_id}&status=PENDING`)).length > 0; tries += 1) {
    expect(tries).toBeLessThan(200)
    await pause(50)
  }
  await worker.stop()
}

async function recover(endpoint_id: string, since: string): Promise<void> {
  const answer = await ask('POST', `/v1/webhooks/endpoints/${endpoint_id}/recover`, { since })
  expect(answer).toMatchObject({ status: 200, body: { endpoint_id, since } })
  const { rows } = await gateway.db.admin.query<{ data: unknown }>(
    `delete from pgboss.job where name = 'recover-webhooks' returning data`,
  )
  expect(rows).toHaveLength(1)
  const services = openTestWorkerServices(gateway.db)
  await recoverWebhooks(services).run(rows[0]!.data, randomUUID())
  await services.close()
}

describe('200', () => {
  it('shows each delivery with its attempts: status, duration, the first bytes of the answer', async () => {
    const endpoint_id = await endpoint()
    status = 500
    await effects(1)
    const [pending] = await list(`endpoint_id=${endpoint_id}`)
    expect(pending).toMatchObject({ status: 'PENDING', attempts: [] })
    expect(pending).toHaveProperty('next_attempt_at')
    await drain(endpoint_id)
    const [failed] = await list(`endpoint_id=${endpoint_id}`)
    expect(failed).toMatchObject({
      status: 'FAILED',
      attempts: [
        { status_code: 500, response_excerpt: 'said 500' },
        { status_code: 500, response_excerpt: 'said 500' },
      ],
    })
    expect(failed).not.toHaveProperty('next_attempt_at')
    expect(failed).not.toHaveProperty('lease')
    expect((await ask('GET', `/v1/webhooks/deliveries/${failed!.id}`)).body).toEqual(failed)
    expect(await list(`event_id=${failed!.event_id}`)).toEqual([failed])
    expect(await list(`event_id=${randomUUID()}`)).toEqual([])
    expect(await list(`endpoint_id=${endpoint_id}&status=DELIVERED`)).toEqual([])
  })

  it('sends again what failed and what was heard, with the same webhook-id', async () => {
    const endpoint_id = await endpoint()
    status = 500
    await effects(1)
    await drain(endpoint_id)
    status = 200
    const [failed] = await list(`endpoint_id=${endpoint_id}`)
    for (const attempts of [3, 4]) {
      const answer = await ask('POST', `/v1/webhooks/deliveries/${failed!.id}/resend`)
      expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING' } })
      await drain(endpoint_id)
      const [sent] = await list(`endpoint_id=${endpoint_id}`)
      expect(sent).toMatchObject({ id: failed!.id, status: 'DELIVERED' })
      expect(sent!.attempts).toHaveLength(attempts)
    }
    expect(new Set(sink.heard.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed!.event_id]))
  })

  it('recovers since a time what failed, what was canceled and what was never queued, and nothing that was heard', async () => {
    const endpoint_id = await endpoint()
    await effects(2)
    await drain(endpoint_id)
    const since = new Date().toISOString()
    await pause(2)
    status = 500
    await effects(3)
    await drain(endpoint_id)
    await ask('PATCH', `/v1/webhooks/endpoints/${endpoint_id}`, { enabled: false })
    await effects(2)
    await ask('PATCH', `/v1/webhooks/endpoints/${endpoint_id}`, { enabled: true })
    await effects(1)
    await gateway.db.admin.query(`update webhook_deliveries set status = 'CANCELED' where status = 'PENDING'`)
    status = 200
    sink.heard.length = 0

    await recover(endpoint_id, since)
    await drain(endpoint_id)
    expect(sink.heard).toHaveLength(6)
    expect(new Set(sink.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
    await recover(endpoint_id, since)
    await drain(endpoint_id)
    expect(sink.heard).toHaveLength(6)
    expect(await list(`endpoint_id=${endpoint_id}&status=DELIVERED`)).toHaveLength(8)
  })
})

describe('404, the same for what is not there and what is not yours', () => {
  it('get and resend', async () => {
    const endpoint_id = await endpoint()
    await effects(1)
    const [delivery] = await list(`endpoint_id=${endpoint_id}`)
    const stranger = await gateway.user()
    for (const [id, as] of [
      [delivery!.id, stranger],
      [randomUUID(), user],
    ] as const) {
      expect(await ask('GET', `/v1/webhooks/deliveries/${id}`, undefined, as)).toMatchObject({ status: 404 })
      const refused = await ask('POST', `/v1/webhooks/deliveries/${id}/resend`, undefined, as)
      expect(refused).toMatchObject({ status: 404, body: { code: 'WEBHOOKS_DELIVERY_NOT_FOUND' } })
    }
    expect(await list(`endpoint_id=${endpoint_id}`)).toEqual([delivery])
    expect(await list(`endpoint_id=${endpoint_id}`, stranger)).toEqual([])
    const body = { since: new Date().toISOString() }
    const refused = await ask('POST', `/v1/webhooks/endpoints/${endpoint_id}/recover`, body, stranger)
    expect(refused).toMatchObject({ status: 404, body: { code: 'WEBHOOKS_ENDPOINT_NOT_FOUND' } })
    await drain(endpoint_id)
  })
})

describe('422', () => {
  it('resend and recover while the endpoint is disabled', async () => {
    const endpoint_id = await endpoint()
    await effects(1)
    await drain(endpoint_id)
    const [delivery] = await list(`endpoint_id=${endpoint_id}`)
    await ask('PATCH', `/v1/webhooks/endpoints/${endpoint_id}`, { enabled: false })
    for (const [url, body] of [
      [`/v1/webhooks/deliveries/${delivery!.id}/resend`, undefined],
      [`/v1/webhooks/endpoints/${endpoint_id}/recover`, { since: '2026-01-01T00:00:00Z' }],
    ] as const)
      expect(await ask('POST', url, body)).toMatchObject({
        status: 422,
        body: { code: 'WEBHOOKS_ENDPOINT_DISABLED' },
      })
    expect(await list(`endpoint_id=${endpoint_id}`)).toEqual([delivery])
  })
})
