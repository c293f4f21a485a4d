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

describe('200', () => {
  it('answers what its creation answered, but for the secret', async () => {
    const { secret, ...shown } = await endpoints.made({ description: 'books' })
    expect(secret).toBeDefined()
    const read = await endpoints.ask('GET', `/${shown.id}`)
    expect(read).toMatchObject({ status: 200, headers: { etag: '"1"' } })
    expect(read.body).toEqual(shown)
  })
})

describe('404', () => {
  it('the same for what is not there and what is not yours', async () => {
    const theirs = await endpointsOf(gateway, await gateway.user()).made()
    for (const id of [theirs.id, randomUUID()])
      await endpoints.refuses({ method: 'GET', path: `/${id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})
