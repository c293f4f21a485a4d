import { randomUUID } from 'node:crypto'
import { createTestEndpoints, endpointsOf } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestEndpoints()

describe('200', () => {
  it('returns what its creation returned, without the secret', async () => {
    const { secret, ...shown } = await test.made({ description: 'books' })
    expect(secret).toBeDefined()
    const read = await test.ask('GET', `/${shown.id}`)
    expect(read).toMatchObject({ status: 200, headers: { etag: '"1"' } })
    expect(read.body).toEqual(shown)
  })
})

describe('404', () => {
  it("returns the same for a missing endpoint and another user's", async () => {
    const theirs = await endpointsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [theirs.id, randomUUID()])
      await test.refuses({ method: 'GET', path: `/${id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})
