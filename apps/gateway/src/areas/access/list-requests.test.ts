import { randomUUID } from 'node:crypto'
import { naturalPerson, written } from '@eclusa/testing/examples.ts'
import { type AskGateway, createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const CLIENTS = '/v1/crossborder/clients'
/** Personal data that the tests put into addresses, queries, headers and bodies. */
const canary = 'Zeferina-52998224725'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await createTestGateway({ RATE_LIMIT_PER_MINUTE: '40' })
})
beforeEach(async () => {
  user = await gateway.user()
})
afterAll(() => gateway.close())

type TestListRequestsLine = Record<string, unknown> & { id: string; created_at: string }

async function list(query = '', as = user): Promise<TestListRequestsLine[]> {
  await written(gateway)
  const { status, body } = await gateway.ask({ url: `/v1/requests?${query}`, as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body['data'] as TestListRequestsLine[]
}

const ask = async (one: AskGateway) => (await gateway.ask({ as: user, ...one })).headers['x-request-id']!

describe('200', () => {
  it('shows the operation, the outcome, the credential and the product of a request, and nothing else', async () => {
    const before = Date.now()
    const id = await ask({ url: `${CLIENTS}?page_size=1` })
    const [line] = await list()
    expect(line).toEqual({
      id,
      user_id: user.user_id,
      product_id: user.product_id,
      method: 'GET',
      operation: 'listClients',
      path: '/v1/crossborder/clients',
      status: 200,
      duration_ms: expect.any(Number) as number,
      credential: 'platform_token',
      created_at: expect.any(String) as string,
    })
    expect(Date.parse(line!.created_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(line!.created_at)).toBeLessThanOrEqual(Date.now())
  })

  it('contains nothing from the address, the query, the headers or the body', async () => {
    const { client_id } = await gateway.account(user)
    await ask({ url: `${CLIENTS}?name=${canary}` })
    await ask({ url: `${CLIENTS}/${client_id}?search=${canary}` })
    await ask({ url: `${CLIENTS}/${client_id}`, headers: { 'x-request-id': canary, 'user-agent': canary } })
    await ask({ url: `${CLIENTS}/${canary}` })
    await ask({ method: 'POST', url: CLIENTS, body: { ...naturalPerson, name: canary } })
    await ask({ method: 'POST', url: CLIENTS, body: { [canary]: canary } })
    const lines = await list('page_size=100')
    expect(lines.length).toBeGreaterThanOrEqual(6)
    expect(lines.find(({ operation }) => operation === 'getClient')).toMatchObject({
      path: '/v1/crossborder/clients/{client_id}',
    })
    const { rows } = await gateway.db.admin.query('select * from request_log where user_id = $1', [user.user_id])
    for (const kept of [lines, rows]) {
      expect(JSON.stringify(kept)).not.toMatch(/Zeferina|52998224725/)
      expect(JSON.stringify(kept)).not.toContain(client_id)
    }
  })

  it('shows a key by its public id, and a token by its client', async () => {
    const { key_id, key } = await gateway.apiKey(user)
    const token = await gateway.issuer.sign({ sub: user.user_id, client_id: 'reconciliation' })
    const odd = await gateway.issuer.sign({ sub: user.user_id, client_id: 'two\nlines' })
    await gateway.ask({ url: CLIENTS, headers: { 'x-api-key': key } })
    await gateway.ask({ url: CLIENTS, headers: { authorization: `Bearer ${token}` } })
    await gateway.ask({ url: CLIENTS, headers: { authorization: `Bearer ${odd}` } })
    const lines = await list()
    expect(lines.map(({ credential, credential_id }) => [credential, credential_id])).toEqual([
      ['platform_token', undefined],
      ['platform_token', 'reconciliation'],
      ['api_key', key_id],
    ])
    expect(JSON.stringify(lines)).not.toContain(key.slice(-40))
  })

  it('shows the error code of a rejection, and links a repeat to the request that took effect', async () => {
    const same = { method: 'POST' as const, url: CLIENTS, body: naturalPerson, headers: { nonce: randomUUID() } }
    const first = await ask(same)
    const repeat = await ask(same)
    const malformed = await ask({ method: 'POST', url: CLIENTS, body: {} })
    const forbidden = await ask({ url: CLIENTS, headers: { 'x-product-uuid': randomUUID() } })
    expect(
      (await list()).map(({ id, status, code, first_request_id }) => [id, status, code, first_request_id]),
    ).toEqual([
      [forbidden, 403, 'PRODUCT_FORBIDDEN', undefined],
      [malformed, 400, 'REQUEST_MALFORMED', undefined],
      [repeat, 409, 'REPLAY', first],
      [first, 201, undefined, undefined],
    ])
  })

  it('contains requests rejected by the rate limit, and no request without a valid credential', async () => {
    const { key_id, key } = await gateway.apiKey(user)
    for (let n = 0; n < 41; n += 1) await gateway.ask({ url: CLIENTS, headers: { 'x-api-key': key } })
    await gateway.db.admin.query('update api_keys set revoked_at = now() where id = $1', [key_id])
    await gateway.ask({ url: CLIENTS, headers: { 'x-api-key': key } })
    await gateway.ask({ url: CLIENTS, headers: { authorization: 'Bearer a.b.c' } })
    await written(gateway)
    const { rows } = await gateway.db.admin.query<{ status: number; lines: number }>(
      'select status, count(*)::int as lines from request_log where user_id = $1 group by 1 order by 1',
      [user.user_id],
    )
    expect(rows[0]).toEqual({ status: 200, lines: 40 })
    expect(rows.map(({ status }) => status)).toEqual([200, 429])
    const { rows: nobodys } = await gateway.db.admin.query('select 1 from request_log where status = 401')
    expect(nobodys).toEqual([])
  })

  it('filters by status, by status class, by failure and by operation', async () => {
    const ok = await ask({ url: CLIENTS })
    const missing = await ask({ url: `${CLIENTS}/${randomUUID()}` })
    const malformed = await ask({ url: `${CLIENTS}?page_size=0` })
    const ids = async (query: string) => (await list(query)).map(({ id }) => id)
    expect(await ids('status=404')).toEqual([missing])
    expect(await ids('status=4xx')).toEqual([malformed, missing])
    expect(await ids('status=200')).toEqual([ok])
    expect(await ids('status=2xx')).toEqual([ok])
    expect(await ids('status=5xx')).toEqual([])
    expect(await ids('failed=true')).toEqual([malformed, missing])
    expect(await ids('failed=false')).toEqual([ok])
    expect(await ids('operation=getClient')).toEqual([missing])
    expect(await ids('operation=listClients&failed=true')).toEqual([malformed])
    expect(await ids('failed=false&status=404')).toEqual([])
  })

  it('pages through everything exactly once, newest first, while new requests arrive', async () => {
    const asked: string[] = []
    for (let n = 0; n < 7; n += 1) asked.unshift(await ask({ url: CLIENTS }))
    const seen: string[] = []
    let state = ''
    for (let pages = 0; pages < 3; pages += 1) {
      await written(gateway)
      const { body } = await gateway.ask({ url: `/v1/requests?page_size=3${state}`, as: user })
      seen.push(...(body['data'] as TestListRequestsLine[]).map(({ id }) => id))
      await ask({ url: CLIENTS })
      state = `&page_state=${String(body['page_state'])}`
      expect(body['has_next_page']).toBe(pages < 2)
    }
    expect(seen).toEqual(asked)
    expect((await list('order=asc')).map(({ id }) => id).slice(0, 7)).toEqual(asked.toReversed())
  })

  it('belongs to the user on whose behalf it ran, and a product sees only its own requests', async () => {
    const acting = await gateway.acting(user)
    const own = await ask({ url: CLIENTS })
    const others = await ask({ url: CLIENTS, as: acting })
    expect((await list()).map(({ id }) => id)).toEqual([others, own])
    expect((await list('', acting)).map(({ id }) => id)).toEqual([others])
    const { acting: _, ...owner } = acting
    expect(await list('', owner)).toEqual([])
  })

  it('does not contain the requests that list it, unless they were rejected', async () => {
    await list()
    await ask({ url: `/v1/requests/${randomUUID()}` })
    await list()
    expect((await list()).map(({ operation, status }) => [operation, status])).toEqual([['getRequest', 404]])
  })
})

describe('400', () => {
  it.each(['status=6xx', 'status=40', 'status=abc', 'failed=perhaps', 'order=up', 'page_state=x', 'user_id=1'])(
    '%s',
    async (query) => {
      const { status, body } = await gateway.ask({ url: `/v1/requests?${query}`, as: user })
      expect([status, body['code']]).toEqual([400, 'REQUEST_MALFORMED'])
    },
  )
})
