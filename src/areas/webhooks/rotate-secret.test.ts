import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endpointsOf, openTestEndpoints } from '../../../test/support/webhooks.ts'

const test = openTestEndpoints()

describe('200', () => {
  it('a new secret is shown, the one before ends when it was told to', async () => {
    const made = await test.made()
    const rotate = (body: object) => test.ask('POST', `/${made.id}/secret/rotate`, body)
    const first = await rotate({})
    expect(first.body['secret']).not.toBe(made['secret'])
    expect(Date.parse(String(first.body['previous_secret_expires_at'])) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const second = await rotate({ previous_valid_hours: 0 })
    expect(second.status).toBe(200)
    const read = await test.ask('GET', `/${made.id}`)
    expect(read.body).not.toHaveProperty('previous_secret_expires_at')
  })
})

describe('404', () => {
  it('the same for what is not there and what is not yours', async () => {
    const theirs = await endpointsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [theirs.id, randomUUID()]) {
      const ask = { method: 'POST', path: `/${id}/secret/rotate`, body: {} } as const
      await test.refuses(ask, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    }
  })
})
