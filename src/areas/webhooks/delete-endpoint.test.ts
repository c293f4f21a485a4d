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
  it('deletes, and then there is none, and no secret is left', async () => {
    const { id } = await endpoints.made()
    expect((await endpoints.ask('DELETE', `/${id}`)).status).toBe(200)
    await endpoints.refuses({ method: 'GET', path: `/${id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    const { rows } = await gateway.db.admin.query('select length(secret) from webhook_endpoints where id = $1', [id])
    expect(rows).toEqual([{ length: 0 }])
  })
})

describe('404', () => {
  it('the same for what is not there and what is not yours', async () => {
    const theirs = await endpointsOf(gateway, await gateway.user()).made()
    for (const id of [theirs.id, randomUUID()])
      await endpoints.refuses({ method: 'DELETE', path: `/${id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})
