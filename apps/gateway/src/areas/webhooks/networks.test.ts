import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { startDeliverer } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createEgress } from '../../platform/http/egress.ts'

/**
 * Private networks that an operator allowed for one user: what that user may do and learn, and what other users may
 * not.
 */
let gateway: TestGateway
let desk: TestDesk
let sink: WebhookSink
let status = 200
let user: TestUser
let port: string

beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
  sink = await startWebhookSink(() => ({ status, body: 'what only an insider knows' }))
  port = new URL(sink.url).port
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
  await sink.close()
})
beforeEach(async () => {
  user = await gateway.user()
  status = 200
  sink.heard.length = 0
  await gateway.db.admin.query('truncate webhook_deliveries')
})

async function networks(user_id: string, path = '', body?: object): Promise<unknown> {
  const url = `/v1/users/${user_id}/webhooks/networks${path}`
  const as = desk.person('carla', 'operator')
  const asked = body ? ({ method: 'POST', body: { reason: 'their own', ...body } } as const) : {}
  const { status: answered, body: answer } = await desk.ask({ url, as, ...asked })
  if (answered >= 400) throw new Error(String(answer['code']))
  return answer['data']
}

const named = (network: string, ports: string) => {
  const [first, last = first] = ports.split('-').map(Number)
  return { network, first_port: first, last_port: last }
}
const allow = (network = '127.0.0.0/8', ports = port, { user_id } = user) =>
  networks(user_id, '', named(network, ports))

const endpoint = (url: string, as = user) =>
  gateway.ask({
    method: 'POST',
    url: '/v1/webhooks/endpoints',
    as,
    body: { url, event_types: ['crossborder.account.updated'] },
  })

/** Delivers to the endpoint with the worker's dispatcher, until one attempt was made. */
async function deliver(endpoint_id: unknown, as = user): Promise<Record<string, unknown>> {
  await gateway.ask({ method: 'POST', url: `/v1/webhooks/endpoints/${String(endpoint_id)}/test`, as })
  const settings = { WEBHOOK_RETRY_DELAYS_SECONDS: '600' }
  const worker = startDeliverer(gateway.db, settings, createEgress())
  const url = `/v1/webhooks/deliveries?endpoint_id=${String(endpoint_id)}`
  for (let tries = 0; tries < 200; tries += 1) {
    const [delivery] = (await gateway.ask({ url, as })).body['data'] as { attempts: object[] }[]
    if (delivery!.attempts.length > 0) {
      await worker.stop()
      return delivery!
    }
    await pause(25)
  }
  throw new Error('it was never tried')
}

const took = { attempted_at: expect.any(String) as string, duration_ms: expect.any(Number) as number }

it('is delivered to, and no part of the response is shown: neither its status nor a byte', async () => {
  await allow()
  const { body } = await endpoint(`${sink.url}/in`)
  expect(await deliver(body['id'])).toMatchObject({ status: 'DELIVERED', attempts: [took] })
  expect(sink.heard).toHaveLength(1)
  const { rows } = await gateway.db.admin.query('select attempts from webhook_deliveries where endpoint_id = $1', [
    body['id'],
  ])
  expect(rows).toEqual([{ attempts: [took] }])
})

it.each([404, 500, 302, 410])('its response %i is shown as a failure, like a closed port', async (said) => {
  await allow('127.0.0.0/8', '1-65535')
  status = said
  const { body } = await endpoint(`${sink.url}/in`)
  const refused = await deliver(body['id'])
  expect(refused).toMatchObject({ status: 'PENDING', attempts: [{ ...took, error: 'NOT_HEARD' }] })
  const closed = await deliver((await endpoint('http://127.0.0.1:1/')).body['id'])
  expect(closed['attempts']).toEqual([{ ...took, error: 'NOT_HEARD' }])
  const read = await gateway.ask({ url: `/v1/webhooks/endpoints/${String(body['id'])}`, as: user })
  expect(read.body).toMatchObject({ enabled: true })
})

it('is allowed only for that user, at those ports', async () => {
  const other = await gateway.user()
  await allow()
  const refusal = { status: 422, body: { code: 'WEBHOOKS_ENDPOINT_URL_REFUSED' } }
  expect(await endpoint(sink.url, other)).toMatchObject(refusal)
  expect(await endpoint(`http://127.0.0.1:${Number(port) + 1}/`)).toMatchObject(refusal)
  expect(await endpoint('http://10.0.0.1/')).toMatchObject(refusal)
  const { body } = await endpoint(sink.url)
  const moved = { method: 'PATCH', url: `/v1/webhooks/endpoints/${String(body['id'])}`, as: user } as const
  expect(await gateway.ask({ ...moved, body: { url: 'http://127.0.0.1:9/' } })).toMatchObject(refusal)
  expect(await gateway.ask({ ...moved, body: { url: `${sink.url}/moved` } })).toMatchObject({ status: 200 })
})

it("another user's endpoint in it is rejected at delivery, however it was stored", async () => {
  const other = await gateway.user()
  await allow()
  const { body } = await endpoint('https://hooks.example/', other)
  await gateway.db.admin.query('update webhook_endpoints set url = $1 where id = $2', [sink.url, body['id']])
  expect((await deliver(body['id'], other))['attempts']).toEqual([{ ...took, error: 'ADDRESS_REFUSED' }])
  expect(sink.heard).toEqual([])
})

it('is rejected again once the permission is removed', async () => {
  await allow()
  const { body } = await endpoint(sink.url)
  const listed = await networks(user.user_id)
  expect(listed).toMatchObject([{ network: '127.0.0.0/8', first_port: Number(port), last_port: Number(port) }])
  await networks(user.user_id, '/disallow', named('127.0.0.0/8', port))
  expect((await deliver(body['id']))['attempts']).toEqual([{ ...took, error: 'ADDRESS_REFUSED' }])
  expect(await networks(user.user_id)).toEqual([])
})

it.each([
  ['0.0.0.0/0', '443'],
  ['::/0', '443'],
  ['169.254.169.254/32', '80'],
  ['169.0.0.0/8', '80'],
  ['fe80::/64', '80'],
  ['10.0.0.1/8', '80'],
  ['10.0.0.0/8', '0'],
  ['10.0.0.0/8', '70000'],
  ['10.0.0.0/8', '90-80'],
  ['10.0.0.0/8', 'all'],
])('an operator cannot allow %s at %s', async (network, ports) => {
  await expect(allow(network, ports)).rejects.toThrow(/WEBHOOKS_NETWORK_REFUSED|REQUEST_MALFORMED/)
  expect(await networks(user.user_id)).toEqual([])
})

it('and not for a user that does not exist', async () => {
  await expect(allow('10.0.0.0/8', '443', { ...user, user_id: randomUUID() })).rejects.toThrow('KEPT_RECORD_NOT_FOUND')
})
