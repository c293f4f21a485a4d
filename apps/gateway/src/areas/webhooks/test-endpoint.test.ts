import { randomUUID } from 'node:crypto'
import { createTestEndpoints, endpointsOf } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestEndpoints()

describe('201', () => {
  it('sends a test to that endpoint alone, whatever its event types are', async () => {
    const one = await test.made({ event_types: ['crossborder.account.created'] })
    await test.made()
    const answer = await test.ask('POST', `/${one.id}/test`)
    expect(answer).toMatchObject({
      status: 201,
      body: { type: 'webhooks.endpoint.tested', sequence: 1, data: { endpoint_id: one.id } },
    })
    const { rows } = await test.gateway.db.admin.query(
      'select endpoint_id, status from webhook_deliveries where event_id = $1',
      [answer.body['id']],
    )
    expect(rows).toEqual([{ endpoint_id: one.id, status: 'PENDING' }])
  })
})

describe('404', () => {
  it("returns the same for a missing endpoint and another user's", async () => {
    const theirs = await endpointsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [theirs.id, randomUUID()])
      await test.refuses({ method: 'POST', path: `/${id}/test` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})

describe('422', () => {
  it('an endpoint that is disabled', async () => {
    const { id } = await test.made()
    await test.ask('PATCH', `/${id}`, { enabled: false })
    await test.refuses({ method: 'POST', path: `/${id}/test` }, 422, 'WEBHOOKS_ENDPOINT_DISABLED')
  })
})
