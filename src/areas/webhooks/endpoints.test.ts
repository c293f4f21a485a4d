import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'

let gateway: TestGateway
let user: TestUser
let stranger: TestUser

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  stranger = await gateway.user()
})
afterAll(() => gateway.close())

const collection = '/v1/webhooks/endpoints'
const url = () => `https://hooks.example/${randomUUID()}`

async function endpoint(body: object = {}, as = user): Promise<Record<string, unknown> & { id: string; url: string }> {
  const answer = await gateway.ask({ method: 'POST', url: collection, as, body: { url: url(), ...body } })
  expect(answer.status).toBe(201)
  return answer.body as never
}

async function stateOf() {
  const read = async (text: string) => (await gateway.db.admin.query<Record<string, unknown>>(text)).rows
  return {
    endpoints: await read('select * from webhook_endpoints order by id'),
    deliveries: await read('select * from webhook_deliveries order by id'),
    events: await read('select * from events order by id'),
    claims: await read('select fingerprint from replay_claims order by fingerprint'),
  }
}

async function refuses(
  ask: { method: 'POST' | 'PATCH' | 'DELETE' | 'GET'; url: string; body?: unknown; headers?: Record<string, string> },
  status: number,
  code: string,
  rule?: { pointer: string; code: string },
  as = user,
): Promise<Answer> {
  const before = await stateOf()
  const answer = await gateway.ask({ as, ...ask })
  expect(answer).toMatchObject({ status, body: { code } })
  if (rule) expect(answer.body['errors']).toContainEqual({ ...rule, detail: expect.any(String) as string })
  expect(await stateOf()).toEqual(before)
  return answer
}

describe('201', () => {
  it('answers the endpoint with its secret, shown this once and kept sealed', async () => {
    const made = await endpoint({ description: 'books', event_types: ['crossborder.account.updated'] })
    expect(made).toMatchObject({ description: 'books', event_types: ['crossborder.account.updated'], enabled: true })
    expect(made['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const read = await gateway.ask({ url: `${collection}/${made.id}`, as: user })
    expect(read.body).not.toHaveProperty('secret')
    expect(read.headers['etag']).toBe('"1"')
    const { secret: _, ...shown } = made
    expect(read.body).toEqual(shown)
    const { rows } = await gateway.db.admin.query('select secret from webhook_endpoints where id = $1', [made.id])
    const plain = Buffer.from(String(made['secret']).slice(6), 'base64')
    expect((rows[0] as { secret: Buffer }).secret.includes(plain)).toBe(false)
    expect(gateway.logged.join('')).not.toContain(String(made['secret']).slice(6))
  })

  it('takes its id from x-transaction-uuid, once', async () => {
    const id = randomUUID()
    const ask = { method: 'POST', url: collection, as: user, headers: { 'x-transaction-uuid': id } } as const
    expect((await gateway.ask({ ...ask, body: { url: url() } })).body['id']).toBe(id)
    await refuses({ ...ask, body: { url: url() } }, 409, 'WEBHOOKS_ENDPOINT_ID_TAKEN')
  })

  it('sends a test to that endpoint alone, whatever types it asked for', async () => {
    const one = await endpoint({ event_types: ['crossborder.account.created'] })
    await endpoint()
    const answer = await gateway.ask({ method: 'POST', url: `${collection}/${one.id}/test`, as: user })
    expect(answer).toMatchObject({
      status: 201,
      body: { type: 'webhooks.endpoint.tested', sequence: 1, data: { endpoint_id: one.id } },
    })
    const { rows } = await gateway.db.admin.query(
      'select endpoint_id, status from webhook_deliveries where event_id = $1',
      [answer.body['id']],
    )
    expect(rows).toEqual([{ endpoint_id: one.id, status: 'PENDING' }])
  })
})

describe('200', () => {
  it('lists what is there, page by page, without secrets, and nothing of others', async () => {
    const owner = await gateway.user()
    const made = [await endpoint({}, owner), await endpoint({}, owner), await endpoint({}, owner)]
    const first = await gateway.ask({ url: `${collection}?page_size=2`, as: owner })
    expect(first.body).toMatchObject({ has_next_page: true })
    const second = await gateway.ask({
      url: `${collection}?page_size=2&page_state=${String(first.body['page_state'])}`,
      as: owner,
    })
    const listed = [...(first.body['data'] as object[]), ...(second.body['data'] as object[])] as { id: string }[]
    expect(listed.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
    expect(JSON.stringify(listed)).not.toContain('secret')
  })

  it('sets, clears and leaves alone', async () => {
    const made = await endpoint({ description: 'a', event_types: ['crossborder.account.created'] })
    const patch = async (body: object) => {
      const answer = await gateway.ask({ method: 'PATCH', url: `${collection}/${made.id}`, as: user, body })
      expect(answer.status).toBe(200)
      return answer.body
    }
    const moved = url()
    expect(await patch({ url: moved })).toMatchObject({ url: moved, description: 'a' })
    expect(await patch({ description: null })).not.toHaveProperty('description')
    expect(await patch({ event_types: null })).not.toHaveProperty('event_types')
    expect(await patch({ enabled: false })).toMatchObject({ enabled: false, disabled_reason: 'REQUESTED' })
    const enabled = await patch({ enabled: true })
    expect(enabled).toMatchObject({ enabled: true, url: moved })
    expect(enabled).not.toHaveProperty('disabled_at')
    const { rows } = await gateway.db.admin.query(
      'select type, sequence::int, data from events where object_id = $1 order by sequence',
      [made.id],
    )
    expect(rows.map(({ type, sequence }) => `${type} ${sequence}`)).toEqual([
      'webhooks.endpoint.created 1',
      ...[2, 3, 4, 5, 6].map((sequence) => `webhooks.endpoint.updated ${sequence}`),
    ])
  })

  it('rotates: a new secret is shown, the one before ends when it was told to', async () => {
    const made = await endpoint()
    const rotate = (body: object) =>
      gateway.ask({ method: 'POST', url: `${collection}/${made.id}/secret/rotate`, as: user, body })
    const first = await rotate({})
    expect(first.body['secret']).not.toBe(made['secret'])
    expect(Date.parse(String(first.body['previous_secret_expires_at'])) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const second = await rotate({ previous_valid_hours: 0 })
    expect(second.status).toBe(200)
    const read = await gateway.ask({ url: `${collection}/${made.id}`, as: user })
    expect(read.body).not.toHaveProperty('previous_secret_expires_at')
  })

  it('deletes, and then there is none, and no secret is left', async () => {
    const made = await endpoint()
    expect((await gateway.ask({ method: 'DELETE', url: `${collection}/${made.id}`, as: user })).status).toBe(200)
    await refuses({ method: 'GET', url: `${collection}/${made.id}` }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
    const { rows } = await gateway.db.admin.query('select length(secret) from webhook_endpoints where id = $1', [
      made.id,
    ])
    expect(rows).toEqual([{ length: 0 }])
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
    await refuses({ method: 'POST', url: collection, body }, 400, 'REQUEST_MALFORMED', { pointer, code })
  })

  it('an empty patch', async () => {
    const made = await endpoint()
    await refuses({ method: 'PATCH', url: `${collection}/${made.id}`, body: {} }, 400, 'REQUEST_MALFORMED')
  })
})

describe('404, the same for what is not there and what is not yours', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/secret/rotate'],
  ] as const)('%s %s', async (method, rest) => {
    const made = await endpoint({}, stranger)
    const body = method === 'PATCH' ? { enabled: false } : rest === '/secret/rotate' ? {} : undefined
    for (const id of [made.id, randomUUID()])
      await refuses({ method, url: `${collection}/${id}${rest}`, body }, 404, 'WEBHOOKS_ENDPOINT_NOT_FOUND')
  })
})

describe('412', () => {
  it('an endpoint that has changed since', async () => {
    const made = await endpoint()
    const ask = { method: 'PATCH', url: `${collection}/${made.id}`, body: { enabled: false } } as const
    await refuses({ ...ask, headers: { 'if-match': '"7"' } }, 412, 'PRECONDITION_FAILED')
  })
})

describe('422', () => {
  const urls: [string, string][] = [
    ['http://hooks.example/', 'IS_URL'],
    ['ftp://hooks.example/', 'IS_URL'],
    ['hooks.example', 'IS_URL'],
    ['https://user:pw@hooks.example/', 'NO_CREDENTIALS'],
    ['https://hooks.example/#a', 'NO_FRAGMENT'],
    ['https://127.0.0.1/', 'PUBLIC_ADDRESS'],
    ['https://2130706433/', 'PUBLIC_ADDRESS'],
    ['https://0251.0376.0251.0376/', 'PUBLIC_ADDRESS'],
    ['https://[::ffff:10.0.0.1]/', 'PUBLIC_ADDRESS'],
  ]
  it.each(urls)('the address %s, at creation and on change', async (address, code) => {
    const rule = { pointer: '/body/url', code }
    await refuses(
      { method: 'POST', url: collection, body: { url: address } },
      422,
      'WEBHOOKS_ENDPOINT_URL_REFUSED',
      rule,
    )
    const { rows } = await gateway.db.admin.query(
      'select id from webhook_endpoints where user_id = $1 and deleted_at is null limit 1',
      [user.user_id],
    )
    const own = `${collection}/${(rows[0] as { id: string }).id}`
    await refuses({ method: 'PATCH', url: own, body: { url: address } }, 422, 'WEBHOOKS_ENDPOINT_URL_REFUSED', rule)
  })

  it('a test of a disabled endpoint', async () => {
    const made = await endpoint()
    await gateway.ask({ method: 'PATCH', url: `${collection}/${made.id}`, as: user, body: { enabled: false } })
    await refuses({ method: 'POST', url: `${collection}/${made.id}/test` }, 422, 'WEBHOOKS_ENDPOINT_DISABLED')
  })

  it('the twenty-first endpoint, also when several come at once', async () => {
    const many = await gateway.user()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        gateway.ask({ method: 'POST', url: collection, as: many, body: { url: url() } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ body }) => body['code'] === 'WEBHOOKS_ENDPOINT_LIMIT_REACHED')).toHaveLength(5)
  })
})
