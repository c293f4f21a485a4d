import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let desk: TestDesk
let user: TestUser
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway)
  user = await gateway.user()
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const carla = () => desk.person('carla', 'operator')
const at = (path: string) => `/v1/users/${user.user_id}/webhooks/${path}`
const get = async (path: string) => (await desk.ask({ url: at(path), as: carla() })).body['data']
const post = (path: string, body: object = {}) =>
  desk.ask({ method: 'POST', url: at(path), as: carla(), body: { reason: 'asked for', ...body } })
const newest = async () =>
  (await gateway.db.admin.query('select * from audit_log order by sequence desc limit 1')).rows[0]

async function endpoint(): Promise<string> {
  const body = { url: `https://hooks.example/${randomUUID()}` }
  const { body: made } = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: user, body })
  return String(made['id'])
}

describe('the webhooks of a user', () => {
  it('are shown with their health and their deliveries, never with a secret', async () => {
    const id = await endpoint()
    const endpoints = await get('endpoints')
    expect(endpoints).toContainEqual(expect.objectContaining({ id, enabled: true }))
    expect(JSON.stringify(endpoints)).not.toContain('secret')
    await gateway.account(user)
    const deliveries = (await get(`deliveries?endpoint_id=${id}&page_size=1`)) as { endpoint_id: string }[]
    expect(deliveries).toMatchObject([{ endpoint_id: id, status: 'PENDING' }])
  })

  it('are sent again, and recovered since a time, with an audit entry of the caller', async () => {
    const id = await endpoint()
    await gateway.account(user)
    const [{ id: delivery_id }] = (await get(`deliveries?endpoint_id=${id}`)) as [{ id: string }]
    expect((await post(`deliveries/${delivery_id}/resend`)).body).toMatchObject({ id: delivery_id, status: 'PENDING' })
    expect(await newest()).toMatchObject({ operation: 'resendUserDelivery', subject_id: delivery_id })
    expect((await post(`deliveries/${randomUUID()}/resend`)).status).toBe(404)
    const since = '2026-01-01T00:00:00.000Z'
    expect((await post(`endpoints/${id}/recover`, { since })).body).toMatchObject({ endpoint_id: id, since })
    expect((await post(`endpoints/${randomUUID()}/recover`, { since })).status).toBe(404)
    const { rows } = await gateway.db.admin.query(
      `select data from pgboss.job where name = 'recover-webhooks' and data->>'endpoint_id' = $1`,
      [id],
    )
    expect(rows).toMatchObject([{ data: { user_id: user.user_id, since } }])
  })

  it('are disabled, and an event informs the user', async () => {
    const id = await endpoint()
    expect((await post(`endpoints/${id}/disable`)).body).toMatchObject({ enabled: false, disabled_reason: 'REQUESTED' })
    const { rows } = await gateway.db.admin.query(
      `select 1 from events where type = 'webhooks.endpoint.updated' and object_id = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
    const since = '2026-01-01T00:00:00.000Z'
    expect((await post(`endpoints/${id}/recover`, { since })).body).toMatchObject({
      code: 'WEBHOOKS_ENDPOINT_DISABLED',
    })
    expect((await post(`endpoints/${randomUUID()}/disable`)).status).toBe(404)
  })
})

describe('networks that are not public', () => {
  const network = { network: '10.20.0.0/16', first_port: 8443, last_port: 8443 }

  it('are allowed for a user and removed', async () => {
    expect((await post('networks', network)).body).toMatchObject(network)
    expect((await newest()).changes).toMatchObject({ last_port: [null, 8443] })
    expect((await post('networks', { ...network, last_port: 8500 })).body).toMatchObject({ last_port: 8500 })
    expect((await newest()).changes).toMatchObject({ last_port: [8443, 8500] })
    expect(await get('networks')).toMatchObject([{ network: '10.20.0.0/16', last_port: 8500 }])
    expect((await post('networks/disallow', network)).status).toBe(404)
    expect((await post('networks/disallow', { ...network, last_port: 8500 })).status).toBe(200)
    expect(await get('networks')).toEqual([])
  })

  it.each([
    ['the whole of an address space', { network: '0.0.0.0/0' }],
    ['addresses of machines of ours', { network: '169.254.0.0/16' }],
    ['what is no network', { network: '10.20.0.1/16' }],
    ['ports that are reversed', { first_port: 9000 }],
  ])('%s is rejected', async (_, odd) => {
    expect(await post('networks', { ...network, ...odd })).toMatchObject({
      status: 422,
      body: { code: 'WEBHOOKS_NETWORK_REFUSED' },
    })
  })

  it('are rejected for a user that does not exist', async () => {
    const url = `/v1/users/${randomUUID()}/webhooks/networks`
    const ask = { method: 'POST', url, as: carla(), body: { ...network, reason: 'x' } } as const
    expect(await desk.ask(ask)).toMatchObject({ status: 404, body: { code: 'KEPT_RECORD_NOT_FOUND' } })
  })
})
