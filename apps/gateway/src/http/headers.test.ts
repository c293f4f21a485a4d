import { randomUUID } from 'node:crypto'
import { CLIENTS } from '@eclusa/testing/crossborder.ts'
import { naturalPerson } from '@eclusa/testing/examples.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let account: Awaited<ReturnType<TestGateway['account']>>

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  account = await gateway.account(user)
})
afterAll(() => gateway.close())

let count = 0
function patch(
  headers: Record<string, string | string[] | undefined>,
  as: TestUser | undefined = user,
  url = account.url,
) {
  count += 1
  return gateway.ask({ method: 'PATCH', url, ...(as && { as }), headers, body: { nickname: `patch ${count}` } })
}

const versions = async () =>
  (await gateway.db.admin.query('select id, version from crossborder_accounts order by id')).rows

async function refuses(
  headers: Record<string, string | string[] | undefined>,
  status: number,
  code: string,
  pointer?: string,
) {
  const before = await versions()
  const answer = await patch(headers)
  expect(answer).toMatchObject({ status, body: { code } })
  if (pointer) expect(answer.body['errors']).toMatchObject([{ pointer }])
  expect(await versions()).toEqual(before)
}

it('is validated together with every other part: one response names all errors', async () => {
  const answer = await gateway.ask({
    method: 'PATCH',
    url: `${account.url.replace(/[^/]+$/, 'nowhere')}?colour=red`,
    as: user,
    headers: { nonce: 'x', 'x-include-replay-protection-schema': 'x-transaction-uuid' },
    body: { nickname: 7 },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  const pointers = (answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)
  expect(pointers.toSorted()).toEqual([
    '/body/nickname',
    '/headers/nonce',
    '/headers/x-transaction-uuid',
    '/params/account_id',
    '/query/colour',
  ])
})

describe('nonce', () => {
  it('is required, on reads too', async () => {
    await refuses({ nonce: undefined }, 400, 'REQUEST_MALFORMED', '/headers/nonce')
    const url = account.url.replace(/\/[^/]+$/, '')
    expect((await gateway.ask({ url, as: user, headers: { nonce: undefined } })).status).toBe(400)
  })

  it.each([
    '',
    'x',
    '1',
    '0190b0a0-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
    `${randomUUID()} `,
    `{${randomUUID()}}`,
  ])('must be a UUID of version 4: %j is not', async (nonce) =>
    refuses({ nonce }, 400, 'REQUEST_MALFORMED', '/headers/nonce'),
  )

  it('sent twice is rejected', async () => {
    await refuses({ nonce: [randomUUID(), randomUUID()] }, 400, 'REQUEST_MALFORMED', '/headers/nonce')
  })
})

describe('x-product-uuid', () => {
  it('selects a product of the caller, and is optional', async () => {
    expect((await patch({})).status).toBe(200)
    expect((await patch({ 'x-product-uuid': user.product_id })).status).toBe(200)
  })

  it('is 400 when it is not a UUID v4', () =>
    refuses({ 'x-product-uuid': 'x' }, 400, 'REQUEST_MALFORMED', '/headers/x-product-uuid'))

  it("is 403 when it is another user's, unknown or inactive", async () => {
    const other = await gateway.user()
    await refuses({ 'x-product-uuid': other.product_id }, 403, 'PRODUCT_FORBIDDEN')
    await refuses({ 'x-product-uuid': randomUUID() }, 403, 'PRODUCT_FORBIDDEN')
    const product_id = randomUUID()
    await gateway.db.admin.query(`insert into products (id, name, status) values ($1, 'closed', 'INACTIVE')`, [
      product_id,
    ])
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'OWNER')`, [
      product_id,
      user.user_id,
    ])
    await refuses({ 'x-product-uuid': product_id }, 403, 'PRODUCT_FORBIDDEN')
  })
})

describe('x-product-target-user-uuid', () => {
  const join = (product_id: string, user_id: string) =>
    gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'TARGET')`, [
      product_id,
      user_id,
    ])

  it('runs the request on behalf of a user of the product, and uses the records of that user', async () => {
    const target = await gateway.user()
    await join(user.product_id, target.user_id)
    const headers = { 'x-product-uuid': user.product_id, 'x-product-target-user-uuid': target.user_id }
    const theirs = await gateway.account({ ...user, user_id: target.user_id, acting: headers })
    const history = async () =>
      (
        await gateway.db.admin.query(
          'select user_id, authenticated_user_id from client_activity where client_id = $1 order by sequence',
          [theirs.client_id],
        )
      ).rows
    const before = await history()
    const answer = await patch(headers, user, theirs.url)
    expect(answer).toMatchObject({ status: 200, body: { user_id: target.user_id } })
    const written = { user_id: target.user_id, authenticated_user_id: user.user_id }
    expect(await history()).toEqual([...before, written])
    // Without it the same request runs as the caller, who has no such account. With it, the caller's own account is not
    // found.
    expect((await patch({}, user, theirs.url)).status).toBe(404)
    expect((await patch({}, target, theirs.url)).status).toBe(200)
    expect((await patch(headers, user, account.url)).status).toBe(404)
  })

  it('is 400 without x-product-uuid', async () => {
    await refuses({ 'x-product-target-user-uuid': randomUUID() }, 400, 'REQUEST_MALFORMED', '/headers/x-product-uuid')
  })

  it('is 403 when the user is not of the product, is unknown, is inactive, or the caller does not own the product', async () => {
    const stranger = await gateway.user()
    const within = (target: string) => ({ 'x-product-uuid': user.product_id, 'x-product-target-user-uuid': target })
    await refuses(within(stranger.user_id), 403, 'PRODUCT_FORBIDDEN')
    await refuses(within(randomUUID()), 403, 'PRODUCT_FORBIDDEN')

    const inactive = await gateway.user()
    await join(user.product_id, inactive.user_id)
    await gateway.db.admin.query(`update users set status = 'INACTIVE' where id = $1`, [inactive.user_id])
    await refuses(within(inactive.user_id), 403, 'PRODUCT_FORBIDDEN')

    await join(stranger.product_id, user.user_id)
    const sibling = await gateway.user()
    await join(stranger.product_id, sibling.user_id)
    await refuses(
      { 'x-product-uuid': stranger.product_id, 'x-product-target-user-uuid': sibling.user_id },
      403,
      'PRODUCT_FORBIDDEN',
    )
    await refuses(
      { 'x-product-uuid': stranger.product_id, 'x-product-target-user-uuid': stranger.user_id },
      403,
      'PRODUCT_FORBIDDEN',
    )

    // Another owner of the product is not a target user, so no request can act for it.
    const partner = await gateway.user()
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'OWNER')`, [
      user.product_id,
      partner.user_id,
    ])
    await refuses(within(partner.user_id), 403, 'PRODUCT_FORBIDDEN')
  })
})

describe('x-wallet-uuid', () => {
  it('selects a wallet of the user; empty and absent mean the default one', async () => {
    for (const wallet of [user.wallet_id, '', undefined])
      expect((await patch({ 'x-wallet-uuid': wallet })).status).toBe(200)
  })

  it('is 400 when it is not a UUID v4', () =>
    refuses({ 'x-wallet-uuid': 'x' }, 400, 'REQUEST_MALFORMED', '/headers/x-wallet-uuid'))

  it("is 403 when it is another user's or unknown, and 422 when it is not active", async () => {
    await refuses({ 'x-wallet-uuid': (await gateway.user()).wallet_id }, 403, 'WALLET_FORBIDDEN')
    await refuses({ 'x-wallet-uuid': randomUUID() }, 403, 'WALLET_FORBIDDEN')
    const closed = randomUUID()
    await gateway.db.admin.query(
      `insert into wallets (user_id, id, name, status) values ($1, $2, 'closed', 'INACTIVE')`,
      [user.user_id, closed],
    )
    await refuses({ 'x-wallet-uuid': closed }, 422, 'WALLET_NOT_ACTIVE')
  })
})

describe('x-transaction-uuid', () => {
  const create = (document: string) => ({ method: 'POST', url: CLIENTS, body: { ...naturalPerson, document } }) as const

  it.each(['1', '2', '3', '4', '5', '6', '7', '8'])(
    'of version %s becomes the id of what is created',
    async (version) => {
      const id = randomUUID().replace(/^(.{14})4/, `$1${version}`)
      const answer = await gateway.ask({ ...create(`V${version}`), as: user, headers: { 'x-transaction-uuid': id } })
      expect(answer).toMatchObject({ status: 201, body: { id } })
    },
  )

  it.each(['x', '00000000-0000-0000-0000-000000000000', '0190b0a0-0000-9000-8000-000000000000'])(
    '%j is rejected: it is not a UUID',
    async (id) => refuses({ 'x-transaction-uuid': id }, 400, 'REQUEST_MALFORMED', '/headers/x-transaction-uuid'),
  )
})

describe('x-lang', () => {
  it('is pt-BR when absent, and every response names its language', async () => {
    expect((await patch({})).headers['content-language']).toBe('pt-BR')
    expect((await patch({ 'x-lang': 'en-US' })).headers['content-language']).toBe('en-US')
    expect((await patch({ 'x-lang': 'en-US', nonce: 'x' })).body['title']).toBe('Malformed request')
    expect((await patch({ nonce: 'x' })).body['title']).toBe('Requisição malformada')
  })

  it.each(['EN-us', 'en-us', 'EN-US'])('%j is en-US, because tags are case-insensitive', async (lang) => {
    expect((await patch({ 'x-lang': lang })).headers['content-language']).toBe('en-US')
    expect((await patch({ 'x-lang': lang, nonce: 'x' })).body['title']).toBe('Malformed request')
  })

  it.each(['en', 'pt', 'pt_br', 'fr-FR', ''])('%j is rejected', async (lang) =>
    refuses({ 'x-lang': lang }, 400, 'REQUEST_MALFORMED', '/headers/x-lang'),
  )
})

describe('Authorization and x-api-key', () => {
  it('one of them is required, and both together are rejected', async () => {
    await refuses({ authorization: undefined }, 401, 'CREDENTIALS_MISSING')
    const { key } = await gateway.apiKey(user)
    await refuses({ 'x-api-key': key }, 400, 'CREDENTIALS_AMBIGUOUS')
    expect((await patch({ authorization: undefined, 'x-api-key': key })).status).toBe(200)
  })

  it('are verified before the body is read, so that an unknown caller learns nothing about schemas', async () => {
    const answer = await gateway.ask({
      method: 'PATCH',
      url: account.url,
      body: '{',
      headers: { 'content-type': 'application/json', nonce: 'x' },
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'CREDENTIALS_MISSING' } })
  })

  it('of an unknown or inactive user are rejected', async () => {
    const token = await gateway.issuer.sign({ sub: randomUUID() })
    expect((await patch({ authorization: `Bearer ${token}` })).body['code']).toBe('CREDENTIALS_REFUSED')
    const leaver = await gateway.user()
    const { key } = await gateway.apiKey(leaver)
    await gateway.db.admin.query(`update users set status = 'INACTIVE' where id = $1`, [leaver.user_id])
    expect((await patch({}, leaver)).body['code']).toBe('CREDENTIALS_REFUSED')
    expect((await patch({ 'x-api-key': key, authorization: undefined })).body['code']).toBe('CREDENTIALS_REFUSED')
  })
})

describe('x-request-id', () => {
  it("is ours, in the response and in the audit; the caller's is logged beside it when it is printable", async () => {
    const told = await patch({ 'x-request-id': 'from-the-caller' })
    const request_id = told.headers['x-request-id']!
    expect(request_id).toMatch(/^[0-9a-f-]{36}$/)
    const { rows } = await gateway.db.admin.query(
      'select distinct request_id from client_activity where request_id = any($1)',
      [[request_id, 'from-the-caller']],
    )
    expect(rows).toEqual([{ request_id }])
    expect(lineOf(request_id)).toMatchObject({ client_request_id: 'from-the-caller' })
    for (const bad of ['short', 'with space in it', 'a'.repeat(65), 'line\u0000break']) {
      const answer = await patch({ 'x-request-id': bad })
      expect(lineOf(answer.headers['x-request-id']!)).not.toHaveProperty('client_request_id')
    }
  })

  const lineOf = (request_id: string) =>
    gateway.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['request_id'] === request_id)
})

describe('limits', () => {
  it('a credential has so many requests a minute, and then gets 429 with the time to wait', async () => {
    // Five, with the two that created the account.
    const strict = await createTestGateway({ RATE_LIMIT_PER_MINUTE: '5' })
    const [one, two] = [await strict.user(), await strict.user()]
    const { url } = await strict.account(one)
    const ask = (as: TestUser, nickname: string) => strict.ask({ method: 'PATCH', url, as, body: { nickname } })
    for (const n of ['a', 'b', 'c']) expect((await ask(one, n)).status).toBe(200)
    const refused = await ask(one, 'd')
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect(refused.headers['ratelimit']).toMatch(/^"credential";r=0;t=\d+$/)
    expect((await ask(two, 'e')).status).toBe(404)
    // Another spelling of the same credential is the same caller.
    const spelled = await strict.ask({
      method: 'PATCH',
      url,
      headers: { authorization: `bearer ${one.token}` },
      body: { nickname: 'f' },
    })
    expect(spelled.status).toBe(429)
    await strict.close()
  })

  it.each(['/v1/%zz', `/v1/crossborder/clients/${'x'.repeat(200)}`, `/v1/${'x'.repeat(3000)}`])(
    'an unknown address: %s',
    async (url) => {
      const answer = await gateway.ask({ url, as: user })
      expect(answer).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } })
      expect(answer.headers['x-request-id']).toBeDefined()
    },
  )

  it('sends HSTS where PUBLIC_URL is https', async () => {
    for (const url of ['/v1/crossborder/clients', '/nowhere', '/docs', '/liveness/x', '/openapi.json'])
      expect((await gateway.app.inject({ url })).headers['strict-transport-security'], url).toBe('max-age=31536000')
  })

  it('a path with needless escapes is unknown', async () => {
    const id = account.url.split('/').at(-1)!
    const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
    for (const url of [
      '/v1/crossborder/%63lients',
      '/%761/crossborder/clients',
      '/v1/crossborder/%43lients?page_size=1',
      account.url.replace(id, escaped),
      account.url.replace('-', '%2d'),
      '/docs%2Ferrors/%52EPLAY',
    ])
      expect(await gateway.ask({ url, as: user }), url).toMatchObject({
        status: 404,
        body: { code: 'ROUTE_NOT_FOUND' },
      })
    const filtered = await gateway.ask({ url: '/v1/crossborder/clients?s%6frt=%6eame', as: user })
    expect(filtered.status, 'a query is decoded by everyone').toBe(200)
  })

  it('text that PostgreSQL cannot store is malformed, in a body and in a query', async () => {
    const nul = await gateway.ask({ method: 'PATCH', url: account.url, as: user, body: { nickname: 'a\u0000b' } })
    const half = await gateway.ask({
      method: 'PATCH',
      url: account.url,
      as: user,
      body: '{"nickname":"\\ud800"}',
      headers: { 'content-type': 'application/json' },
    })
    const query = await gateway.ask({ url: '/v1/crossborder/clients?document=%00', as: user })
    const year = await gateway.ask({ url: '/v1/crossborder/clients?created_at_start=0000-01-01', as: user })
    for (const answer of [nul, half, query, year])
      expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_MALFORMED' } })
  })

  it('a plain text body is not JSON', async () => {
    const text = await gateway.ask({
      method: 'PATCH',
      url: account.url,
      as: user,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect(text.status).toBe(415)
  })

  it('an unsupported method of a known path is 405 with the supported ones, and a final slash makes another path', async () => {
    for (const method of ['HEAD', 'PUT', 'OPTIONS'] as const) {
      const answer = await gateway.app.inject({ method, url: `${account.url}?x=1` })
      expect([answer.statusCode, answer.headers['allow']], method).toEqual([405, 'DELETE, GET, PATCH'])
    }
    const refused = await gateway.ask({ method: 'DELETE', url: '/v1/crossborder/clients', as: user })
    expect(refused).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
      headers: { allow: 'GET, POST' },
    })
    for (const url of ['/v1/crossborder/clients/', `${account.url}/`, '/v1/'])
      expect(await gateway.ask({ url, as: user }), url).toMatchObject({
        status: 404,
        body: { code: 'ROUTE_NOT_FOUND', detail: expect.stringContaining('barra') as string },
      })
  })

  it('a nonce of another version is rejected, and the error names the required version', async () => {
    const nonce = '01981f3a-7c1e-7b52-9d0a-5f3c2b1a0e4c'
    const answer = await gateway.ask({ url: account.url, as: user, headers: { nonce, 'x-lang': 'en-US' } })
    expect(answer.body['errors']).toEqual([
      { pointer: '/headers/nonce', code: 'IS_UUID', detail: 'must be a UUID of version 4' },
    ])
  })

  it('an API key sent as a token is named in the error', async () => {
    const { key } = await gateway.apiKey(user)
    for (const scheme of ['Bearer ', 'bearer ', '']) {
      const headers = { authorization: `${scheme}${key}`, nonce: randomUUID() }
      const answer = await gateway.app.inject({ url: account.url, headers })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'CREDENTIALS_REFUSED', reason: 'API_KEY_SENT_AS_TOKEN' })
    }
  })

  it('the response to six thousand wrong fields lists only some of them', async () => {
    const body = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`f${n}`, 1]))
    const answer = await gateway.ask({ method: 'PATCH', url: account.url, as: user, body })
    expect((answer.body['errors'] as unknown[]).length).toBe(50)
  })

  it('an unknown address gets the same form of error', async () => {
    const answer = await gateway.ask({ url: '/v1/nowhere', as: user })
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'ROUTE_NOT_FOUND' },
      headers: { 'content-type': 'application/problem+json' },
    })
  })
})
