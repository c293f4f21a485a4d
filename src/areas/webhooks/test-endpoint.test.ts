import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { endpointsOf, type TestEndpoints } from '../../../test/support/webhooks.ts'

let gateway: TestGateway
let endpoints: TestEndpoints

beforeAll(async () => {
  gateway = await openTestGateway()
  endpoints = endpointsOf(gateway, await gateway.user())
})
afterAll(() => gateway.close())

describe('201', () => {
  it('sends a test to that endpoint alone, whatever types it asked for', async () => {
    const one = await endpoints.made({ event_types: ['crossborder.account.created'] })
    await endpoints.made()
    const answer = await endpoints.ask('POST', `/${one.id}/test`)
    expect(answer).toMatchObject({
      status: 201,
      body: { type: 'webhooks.endpoint.tested', sequence: 1, data: { endpoint_id: one.id } },
    })
    const { rows } = await gateway.db.admin.query(
      'select endpoint_id, status from webhook_deliveries where event_id = $1',
      [answer.body['id']],
    )
    expect(rows).toEqual([{ endpoint_id: one.id, status: 'PENDING' }])
  })
})

describe('404', () => {
  it('the same for what is not there and what is not yours', async () => {
    const theirs = await endpointsOf(gateway, await gateway.user()).made()
    for (const id of [theirs.id, randomUUID()])
      await endpoints.refuses({ method: 'POST', path: `/${id}/test` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})

describe('422', () => {
  it('an endpoint that is disabled', async () => {
    const { id } = await endpoints.made()
    await endpoints.ask('PATCH', `/${id}`, { enabled: false })
    await endpoints.refuses({ method: 'POST', path: `/${id}/test` }, 422, 'WEBHOOKS_ENDPOINT_DISABLED')
  })
})
