import { randomUUID } from 'node:crypto'
import { createTestDeliveries, DELIVERIES } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestDeliveries()

describe('200', () => {
  it('reads one by its id, and it is what the list shows', async () => {
    test.status = 500
    const { endpoint_id } = await test.pending()
    await test.drain(endpoint_id)
    const [failed] = await test.list(`endpoint_id=${endpoint_id}`)
    expect((await test.ask('GET', `${DELIVERIES}/${failed!.id}`)).body).toEqual(failed)
  })
})

describe('404', () => {
  it("returns the same for a missing delivery and another user's", async () => {
    const refused = { status: 404, body: { code: 'WEBHOOKS_DELIVERY_NOT_FOUND' } }
    const { id } = await test.pending()
    const stranger = await test.gateway.user()
    expect(await test.ask('GET', `${DELIVERIES}/${id}`, undefined, stranger)).toMatchObject(refused)
    expect(await test.ask('GET', `${DELIVERIES}/${randomUUID()}`)).toMatchObject(refused)
  })
})
