import { randomUUID } from 'node:crypto'
import { createTestEndpoints, endpointsOf, hookUrl, refusedUrls } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestEndpoints()

describe('200', () => {
  it('sets fields, clears fields, and keeps the others', async () => {
    const made = await test.made({ description: 'a', event_types: ['crossborder.account.created'] })
    const patch = async (body: object) => {
      const answer = await test.ask('PATCH', `/${made.id}`, body)
      expect(answer.status).toBe(200)
      return answer.body
    }
    const moved = hookUrl()
    expect(await patch({ url: moved })).toMatchObject({ url: moved, description: 'a' })
    expect(await patch({ description: null })).not.toHaveProperty('description')
    expect(await patch({ event_types: null })).not.toHaveProperty('event_types')
    expect(await patch({ enabled: false })).toMatchObject({ enabled: false, disabled_reason: 'REQUESTED' })
    const enabled = await patch({ enabled: true })
    expect(enabled).toMatchObject({ enabled: true, url: moved })
    expect(enabled).not.toHaveProperty('disabled_at')
    const { rows } = await test.gateway.db.admin.query(
      'select type, sequence::int, data from events where object_id = $1 order by sequence',
      [made.id],
    )
    expect(rows.map(({ type, sequence }) => `${type} ${sequence}`)).toEqual([
      'webhooks.endpoint.created 1',
      ...[2, 3, 4, 5, 6].map((sequence) => `webhooks.endpoint.updated ${sequence}`),
    ])
  })
})

describe('400', () => {
  it('an empty patch', async () => {
    const { id } = await test.made()
    await test.refuses({ method: 'PATCH', path: `/${id}`, body: {} }, 400, 'REQUEST_MALFORMED')
  })
})

describe('404', () => {
  it("returns the same for a missing endpoint and another user's", async () => {
    const theirs = await endpointsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [theirs.id, randomUUID()]) {
      const ask = { method: 'PATCH', path: `/${id}`, body: { enabled: false } } as const
      await test.refuses(ask, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    }
  })
})

describe('412', () => {
  it('an endpoint that has changed since', async () => {
    const { id } = await test.made()
    const ask = { method: 'PATCH', path: `/${id}`, body: { enabled: false }, headers: { 'if-match': '"7"' } } as const
    await test.refuses(ask, 412, 'PRECONDITION_FAILED')
  })
})

describe('422', () => {
  it.each(refusedUrls)('the address %s', async (url, code) => {
    const { id } = await test.made()
    const rule = { pointer: '/body/url', code }
    const ask = { method: 'PATCH', path: `/${id}`, body: { url } } as const
    await test.refuses(ask, 422, 'WEBHOOKS_ENDPOINT_URL_REFUSED', rule)
  })
})
