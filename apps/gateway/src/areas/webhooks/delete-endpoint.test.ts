import { randomUUID } from 'node:crypto'
import { createTestEndpoints, endpointsOf } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestEndpoints()

describe('200', () => {
  it('deletes it, and no secret remains', async () => {
    const { id } = await test.made()
    expect((await test.ask('DELETE', `/${id}`)).status).toBe(200)
    await test.refuses({ method: 'GET', path: `/${id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    const { rows } = await test.gateway.db.admin.query('select length(secret) from webhook_endpoints where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ length: 0 }])
  })
})

describe('404', () => {
  it("returns the same for a missing endpoint and another user's", async () => {
    const theirs = await endpointsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [theirs.id, randomUUID()])
      await test.refuses({ method: 'DELETE', path: `/${id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})
