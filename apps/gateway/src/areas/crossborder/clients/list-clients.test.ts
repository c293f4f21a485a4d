import { CLIENTS, clientsOf, type TestClients } from '@eclusa/testing/crossborder.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let clients: TestClients
const ids: string[] = []

const list = (query: string) => clients.get(`?${query}`)
const found = async (query: string) => ((await list(query)).body['data'] as { id: string }[]).map(({ id }) => id)

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  clients = clientsOf(gateway, user)
  for (const [index, name] of ['Bea', 'Ada', 'Cid', 'Ada', 'Eva'].entries()) {
    const country = index % 2 ? 'BR' : 'US'
    const type = index === 4 ? 'LEGAL_PERSON' : 'NATURAL_PERSON'
    ids.push(await clients.made({ name, email: `${name}${index}@x.example`, country, type }))
  }
  // Two clients from other days, on either side of a midnight in São Paulo, and one that an operator has decided.
  await gateway.db.admin.query(
    `update crossborder_clients set created_at = '2026-03-02T02:59:59.999Z', risk = 'HIGH', status = 'ACTIVE' where id = $1`,
    [ids[0]],
  )
  await gateway.db.admin.query(`update crossborder_clients set created_at = '2026-03-02T03:00:00.000Z' where id = $1`, [
    ids[1],
  ])
})
afterAll(() => gateway.close())

describe('200', () => {
  it('sorts newest first, oldest first and by name', async () => {
    expect(await found('')).toEqual([ids[4], ids[3], ids[2], ids[1], ids[0]])
    expect(await found('order=asc')).toEqual(ids)
    expect(await found('sort=name&order=asc')).toEqual([...[ids[1]!, ids[3]!].toSorted(), ids[0], ids[2], ids[4]])
  })

  it('pages without gaps or repeats in both orders, and links to the next', async () => {
    for (const query of ['page_size=2', 'page_size=2&order=asc', 'page_size=1&sort=name']) {
      const seen: string[] = []
      let url: string | undefined = `${CLIENTS}?${query}`
      while (url) {
        const { body, headers } = await gateway.ask({ url, as: user })
        seen.push(...(body['data'] as { id: string }[]).map(({ id }) => id))
        expect(body['has_next_page']).toBe(body['page_state'] !== undefined)
        url = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1]
      }
      expect(seen).toEqual(await found(query.replace(/page_size=\d&?/, '')))
    }
  })

  it('filters, exactly and together', async () => {
    expect(await found('name=Ada')).toEqual([ids[3], ids[1]])
    expect(await found('name=Ada&country=BR')).toEqual([ids[3], ids[1]])
    expect(await found('email=Bea0@x.example')).toEqual([ids[0]])
    expect(await found('type=LEGAL_PERSON')).toEqual([ids[4]])
    expect(await found('status=ACTIVE')).toEqual([ids[0]])
    expect(await found('risk=HIGH')).toEqual([ids[0]])
    expect(await found('name=ada')).toEqual([])
    expect(await found('created_at_start=2026-03-01&created_at_end=2026-03-01')).toEqual([ids[0]])
    expect(await found('created_at_start=2026-03-02&created_at_end=2026-03-02')).toEqual([ids[1]])
    expect(await found('created_at_end=2026-03-02')).toEqual([ids[1], ids[0]])
  })
})

describe('400', () => {
  it('rejects a page token that was altered, or that belongs to other filters, another order or another user', async () => {
    const state = String((await list('page_size=1')).body['page_state'])
    const altered = `${state.slice(0, -2)}${state.endsWith('A') ? 'B' : 'A'}A`
    for (const query of [
      `page_size=1&page_state=${altered}`,
      `page_state=${state}&name=Ada`,
      `page_state=${state}&order=asc`,
      'page_state=x',
      'page_state=',
    ]) {
      expect((await list(query)).body).toMatchObject({
        code: 'REQUEST_MALFORMED',
        errors: [{ pointer: '/query/page_state' }],
      })
    }
    expect((await list(`page_size=3&page_state=${state}`)).status).toBe(200)
    const stranger = clientsOf(gateway, await gateway.user())
    expect((await stranger.get(`?page_size=1&page_state=${state}`)).status).toBe(400)
  })

  it.each([
    'page_size=0',
    'page_size=101',
    'page_size=x',
    'sort=email',
    'order=up',
    'offset=1',
    'created_at_start=yesterday',
  ])('%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})
