import { randomUUID } from 'node:crypto'
import { createTestDeliveries, DELIVERIES, ENDPOINTS } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestDeliveries()
const resend = (id: string, as = test.user) => test.ask('POST', `${DELIVERIES}/${id}/resend`, undefined, as)

describe('200', () => {
  it('sends failed and successful deliveries again, with the same webhook-id', async () => {
    test.status = 500
    const { endpoint_id } = await test.pending()
    await test.drain(endpoint_id)
    test.status = 200
    const [failed] = await test.list(`endpoint_id=${endpoint_id}`)
    for (const attempts of [3, 4]) {
      expect(await resend(failed!.id)).toMatchObject({ status: 200, body: { status: 'PENDING' } })
      await test.drain(endpoint_id)
      const [sent] = await test.list(`endpoint_id=${endpoint_id}`)
      expect(sent).toMatchObject({ id: failed!.id, status: 'DELIVERED' })
      expect(sent!.attempts).toHaveLength(attempts)
    }
    const heard = new Set(test.sink.heard.map(({ headers }) => headers['webhook-id']))
    expect(heard).toEqual(new Set([failed!.event_id]))
  })
})

describe('404', () => {
  it("returns the same for a missing delivery and another user's", async () => {
    const refused = { status: 404, body: { code: 'WEBHOOKS_DELIVERY_NOT_FOUND' } }
    const delivery = await test.pending()
    expect(await resend(delivery.id, await test.gateway.user())).toMatchObject(refused)
    expect(await resend(randomUUID())).toMatchObject(refused)
    expect(await test.list(`endpoint_id=${delivery.endpoint_id}`)).toEqual([delivery])
  })
})

describe('422', () => {
  it('while the endpoint is disabled', async () => {
    const { endpoint_id } = await test.pending()
    await test.drain(endpoint_id)
    const [delivery] = await test.list(`endpoint_id=${endpoint_id}`)
    await test.ask('PATCH', `${ENDPOINTS}/${endpoint_id}`, { enabled: false })
    expect(await resend(delivery!.id)).toMatchObject({ status: 422, body: { code: 'WEBHOOKS_ENDPOINT_DISABLED' } })
    expect(await test.list(`endpoint_id=${endpoint_id}`)).toEqual([delivery])
  })
})
