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
  it('a new secret is shown, the one before ends when it was told to', async () => {
    const made = await endpoints.made()
    const rotate = (body: object) => endpoints.ask('POST', `/${made.id}/secret/rotate`, body)
    const first = await rotate({})
    expect(first.body['secret']).not.toBe(made['secret'])
    expect(Date.parse(String(first.body['previous_secret_expires_at'])) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const second = await rotate({ previous_valid_hours: 0 })
    expect(second.status).toBe(200)
    const read = await endpoints.ask('GET', `/${made.id}`)
    expect(read.body).not.toHaveProperty('previous_secret_expires_at')
  })
})

describe('404', () => {
  it('the same for what is not there and what is not yours', async () => {
    const theirs = await endpointsOf(gateway, await gateway.user()).made()
    for (const id of [theirs.id, randomUUID()]) {
      const ask = { method: 'POST', path: `/${id}/secret/rotate`, body: {} } as const
      await endpoints.refuses(ask, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    }
  })
})
