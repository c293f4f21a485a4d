import { randomUUID } from 'node:crypto'
import { createTestDeliveries, createTestEndpoints, ENDPOINTS, endpointsOf } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'
import { readSecret, signatureRefusal } from '../../events/signature.ts'

const test = createTestEndpoints()
const deliveries = createTestDeliveries()

/** An endpoint that the test's server receives for, with its secret. */
async function endpoint() {
  const made = await deliveries.ask('POST', ENDPOINTS, { url: `${deliveries.sink.url}/${randomUUID()}` })
  const id = String(made.body['id'])
  return {
    id,
    secret: String(made.body['secret']),
    rotate: async (body: object) => {
      const answer = await deliveries.ask('POST', `${ENDPOINTS}/${id}/secret/rotate`, body)
      expect(answer.status).toBe(200)
      return String(answer.body['secret'])
    },
    /** Sets the end of the overlap, as if time had passed. */
    overlapEnds: (at: string) =>
      deliveries.gateway.db.admin.query(
        `update webhook_endpoints set previous_secret_expires_at = now() + $2::interval where id = $1`,
        [id, at],
      ),
  }
}

/** Returns which of these secrets verify the next delivery, as its receiver would. */
async function signing(id: string, secrets: Record<string, string>): Promise<string[]> {
  deliveries.sink.heard.length = 0
  expect((await deliveries.ask('POST', `${ENDPOINTS}/${id}/test`)).status).toBe(201)
  await deliveries.drain(id)
  const { headers, body } = deliveries.sink.heard.at(-1)!
  const verifies = ([, secret]: [string, string]) =>
    signatureRefusal(headers as never, body, readSecret(secret), new Date()) === undefined
  return Object.entries(secrets)
    .filter(verifies)
    .map(([name]) => name)
}

describe('200', () => {
  it('returns a new secret, and the previous one ends at the requested time', async () => {
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

  it('both secrets sign during the overlap, and the old one stops at its end', async () => {
    const { id, secret: old, rotate, overlapEnds } = await endpoint()
    expect(await signing(id, { old })).toEqual(['old'])
    const secrets = { old, new: await rotate({}) }
    expect(await signing(id, secrets)).toEqual(['old', 'new'])
    await overlapEnds('1 minute')
    expect(await signing(id, secrets)).toEqual(['old', 'new'])
    await overlapEnds('0 seconds')
    expect(await signing(id, secrets)).toEqual(['new'])
  })

  it('without an overlap the old secret stops at once, and so does the one before it', async () => {
    const { id, secret: oldest, rotate } = await endpoint()
    const old = await rotate({})
    expect(await signing(id, { oldest, old, new: await rotate({ previous_valid_hours: 0 }) })).toEqual(['new'])
  })
})

describe('404', () => {
  it("returns the same for a missing endpoint and another user's", async () => {
    const theirs = await endpointsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [theirs.id, randomUUID()]) {
      const ask = { method: 'POST', path: `/${id}/secret/rotate`, body: {} } as const
      await test.refuses(ask, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    }
  })
})
