import { randomUUID } from 'node:crypto'
import { createTestEndpoints, ENDPOINTS, endpointsOf, hookUrl, refusedUrls } from '@eclusa/testing/webhooks.ts'
import { describe, expect, it } from 'vitest'

const test = createTestEndpoints()

describe('201', () => {
  it('returns the endpoint with its secret, shown only once and stored encrypted', async () => {
    const made = await test.made({ description: 'books', event_types: ['crossborder.account.updated'] })
    expect(made).toMatchObject({ description: 'books', event_types: ['crossborder.account.updated'], enabled: true })
    expect(made['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { rows } = await test.gateway.db.admin.query('select secret from webhook_endpoints where id = $1', [made.id])
    const plain = Buffer.from(String(made['secret']).slice(6), 'base64')
    expect((rows[0] as { secret: Buffer }).secret.includes(plain)).toBe(false)
    expect(test.gateway.logged.join('')).not.toContain(String(made['secret']).slice(6))
  })

  it('takes its id from x-transaction-uuid', async () => {
    const id = randomUUID()
    const headers = { 'x-transaction-uuid': id }
    const made = await test.gateway.ask({
      method: 'POST',
      url: ENDPOINTS,
      as: test.user,
      headers,
      body: { url: hookUrl() },
    })
    expect(made).toMatchObject({ status: 201, body: { id } })
  })
})

describe('400', () => {
  const bodies: [string, unknown, string, string][] = [
    ['no url', {}, '/body/url', 'MISSING_DATA'],
    ['an unknown type', { url: 'https://a.example', event_types: ['x.y.z'] }, '/body/event_types/0', 'IS_ENUM'],
    ['no type at all', { url: 'https://a.example', event_types: [] }, '/body/event_types', 'LENGTH'],
    ['a secret of its own', { url: 'https://a.example', secret: 'whsec_x' }, '/body/secret', 'NOT_ALLOWED'],
    ['enabled at creation', { url: 'https://a.example', enabled: false }, '/body/enabled', 'NOT_ALLOWED'],
  ]
  it.each(bodies)('%s', async (_, body, pointer, code) => {
    await test.refuses({ method: 'POST', body }, 400, 'REQUEST_MALFORMED', { pointer, code })
  })
})

describe('409', () => {
  it('an id that is taken', async () => {
    const headers = { 'x-transaction-uuid': randomUUID() }
    await test.gateway.ask({ method: 'POST', url: ENDPOINTS, as: test.user, headers, body: { url: hookUrl() } })
    const again = { method: 'POST', headers, body: { url: hookUrl() } } as const
    await test.refuses(again, 409, 'WEBHOOKS_ENDPOINT_ID_TAKEN')
  })
})

describe('422', () => {
  it.each(refusedUrls)('the address %s', async (url, code) => {
    const rule = { pointer: '/body/url', code }
    await test.refuses({ method: 'POST', body: { url } }, 422, 'WEBHOOKS_ENDPOINT_URL_REFUSED', rule)
  })

  it('the twenty-first endpoint, also with concurrent requests', async () => {
    const many = endpointsOf(test.gateway, await test.gateway.user())
    const answers = await Promise.all(Array.from({ length: 25 }, () => many.ask('POST', '', { url: hookUrl() })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ body }) => body['code'] === 'WEBHOOKS_ENDPOINT_LIMIT_REACHED')).toHaveLength(5)
  })
})
