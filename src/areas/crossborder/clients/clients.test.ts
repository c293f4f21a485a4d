import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { naturalPerson } from '../../../../test/support/examples.ts'
import { type Answer, openTestGateway, type TestGateway, type TestUser } from '../../../../test/support/gateway.ts'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const collection = '/v1/crossborder/clients'
let count = 0

async function create(fields: object = {}, headers: Record<string, string> = {}, as = user): Promise<Answer> {
  count += 1
  return gateway.ask({
    method: 'POST',
    url: collection,
    as,
    headers,
    body: { ...naturalPerson, document: `P${count}`, ...fields },
  })
}

async function made(fields: object = {}, as = user): Promise<string> {
  return String((await create(fields, {}, as)).body['id'])
}

const putStatus = (id: string, status: string) =>
  gateway.db.admin.query('update crossborder_clients set status = $2 where id = $1', [id, status])
const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'PATCH', url: `${collection}/${id}`, as: user, headers, body })

async function stateOf(id: string) {
  const read = async (text: string) => (await gateway.db.admin.query<Record<string, unknown>>(text, [id])).rows
  return {
    row: await read('select * from crossborder_clients where id = $1'),
    activity: await read('select * from client_activity where client_id = $1 order by sequence'),
    events: await read('select * from events where object_id = $1 order by sequence'),
  }
}

describe('create', () => {
  it('201: answers the whole record, PENDING, and hands it to verification in the same commit', async () => {
    const answer = await create({ document: 'P-whole' })
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: { ...naturalPerson, document: 'P-whole', status: 'PENDING', risk: 'PENDING', pep: false },
    })
    const id = String(answer.body['id'])
    expect(await stateOf(id)).toMatchObject({
      row: [{ user_id: user.user_id }],
      activity: [{ event_type: 'CLIENT_CREATED', status: 'PENDING', sequence: '1' }],
      events: [{ type: 'crossborder.client.created', data: { client_id: id, status: 'PENDING' } }],
    })
    const { rows } = await gateway.db.admin.query(
      `select data from pgboss.job where name = 'verify-client' and data->>'client_id' = $1`,
      [id],
    )
    expect(rows).toEqual([{ data: { user_id: user.user_id, client_id: id } }])
  })

  it('201: thirty at once on a process that has just started, with two connections to share', async () => {
    const cold = await openTestGateway({ DATABASE_POOL_SIZE: '2' })
    const first = await cold.user()
    const ask = (n: number) =>
      cold.ask({ method: 'POST', url: collection, as: first, body: { ...naturalPerson, document: `C${n}` } })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(30).fill(201))
    await cold.close()
  })

  it('201: x-transaction-uuid becomes the id; 409 when that id is taken, and nothing is left of the second', async () => {
    const id = randomUUID()
    expect((await create({}, { 'x-transaction-uuid': id })).body['id']).toBe(id)
    const before = await stateOf(id)
    expect(await create({}, { 'x-transaction-uuid': id })).toMatchObject({
      status: 409,
      body: { code: 'CROSSBORDER_CLIENT_ID_TAKEN' },
    })
    expect(await stateOf(id)).toEqual(before)
    // The id of another user's client is free here: whether it exists elsewhere cannot be found out.
    const stranger = await gateway.user()
    expect((await create({}, { 'x-transaction-uuid': id }, stranger)).status).toBe(201)
  })

  it.each(['name', 'type', 'nationality', 'document', 'document_type', 'email', 'address'])(
    '400: without %s',
    async (field) => {
      const answer = await create({ [field]: undefined })
      expect(answer.body).toMatchObject({
        code: 'REQUEST_MALFORMED',
        errors: [{ pointer: `/body/${field}`, code: 'MISSING_DATA' }],
      })
    },
  )

  const malformed: [object, string, string][] = [
    [{ name: 'x'.repeat(81) }, '/body/name', 'MAX_LENGTH'],
    [{ name: '' }, '/body/name', 'MIN_LENGTH'],
    [{ type: 'COMPANY' }, '/body/type', 'IS_ENUM'],
    [{ country: 'XX' }, '/body/country', 'IS_ENUM'],
    [{ document: 'x'.repeat(51) }, '/body/document', 'MAX_LENGTH'],
    [{ document_type: 'CPF' }, '/body/document_type', 'IS_ENUM'],
    [{ email: 'nobody' }, '/body/email', 'IS_EMAIL'],
    [{ birth_date: '1990-02-30' }, '/body/birth_date', 'IS_DATE_STRING'],
    [{ birth_date: '1990-02-28T00:00:00Z' }, '/body/birth_date', 'IS_DATE_STRING'],
    [{ phone_number: '+1305555' }, '/body/phone_number', 'MATCHES'],
    [{ address: { ...naturalPerson.address, country: 'XX' } }, '/body/address/country', 'IS_ENUM'],
    [{ address: { ...naturalPerson.address, city: undefined } }, '/body/address/city', 'MISSING_DATA'],
    [{ status: 'ACTIVE' }, '/body/status', 'NOT_ALLOWED'],
    [{ risk: 'LOW' }, '/body/risk', 'NOT_ALLOWED'],
    [{ id: randomUUID() }, '/body/id', 'NOT_ALLOWED'],
  ]
  it.each(malformed)('400: %j', async (fields, pointer, code) => {
    const told = (await create(fields)).body['errors'] as { pointer: string; code: string }[]
    expect(told.map((rule) => [rule.pointer, rule.code])).toContainEqual([pointer, code])
    expect(told.every((rule) => rule.pointer === pointer)).toBe(true)
  })
})

describe('get', () => {
  it('200: hides address and birth data, which were told to whoever sent them', async () => {
    const id = await made()
    const { status, body, headers } = await gateway.ask({ url: `${collection}/${id}`, as: user })
    expect(status).toBe(200)
    expect(headers['etag']).toBe('"1"')
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'country',
        'created_at',
        'document',
        'document_type',
        'email',
        'id',
        'name',
        'pep',
        'risk',
        'status',
        'type',
        'updated_at',
      ].toSorted(),
    )
  })

  it("404: what is not there and what is another user's", async () => {
    const theirs = await made({}, await gateway.user())
    for (const id of [randomUUID(), theirs]) {
      expect((await gateway.ask({ url: `${collection}/${id}`, as: user })).body['code']).toBe(
        'CROSSBORDER_CLIENT_NOT_FOUND',
      )
    }
  })
})

describe('update', () => {
  it('200: applies only what is sent, merges the address, records the names of what changed', async () => {
    const id = await made()
    const answer = await patch(id, { name: 'Ada C. Lovelace', address: { city: 'Tampa' } })
    expect(answer).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        name: 'Ada C. Lovelace',
        email: naturalPerson.email,
        address: { ...naturalPerson.address, city: 'Tampa' },
      },
    })
    const { activity, events } = await stateOf(id)
    expect(activity[1]).toMatchObject({ event_type: 'CLIENT_UPDATED', metadata: { changed: ['name', 'address'] } })
    expect(events[1]).toMatchObject({ type: 'crossborder.client.updated', sequence: '2' })
    expect(JSON.stringify(events)).not.toContain('Lovelace')
  })

  it('status moves between ACTIVE and INACTIVE, and nowhere else', async () => {
    const id = await made()
    for (const stored of ['PENDING', 'REJECTED', 'EXPIRED']) {
      await putStatus(id, stored)
      const before = await stateOf(id)
      expect(await patch(id, { status: 'ACTIVE', name: stored })).toMatchObject({
        status: 422,
        body: { code: 'CROSSBORDER_CLIENT_STATUS_FIXED' },
      })
      expect(await stateOf(id)).toEqual(before)
      expect((await patch(id, { name: `renamed while ${stored}` })).body['status']).toBe(stored)
    }
    await putStatus(id, 'ACTIVE')
    expect((await patch(id, { status: 'INACTIVE' })).body['status']).toBe('INACTIVE')
    expect((await patch(id, { status: 'ACTIVE' })).body['status']).toBe('ACTIVE')
    for (const status of ['PENDING', 'REJECTED', 'EXPIRED']) expect((await patch(id, { status })).status).toBe(400)
  })

  it.each(['type', 'document', 'document_type', 'risk', 'pep', 'id'])('400: %s is not for changing', async (field) => {
    expect((await patch(await made(), { [field]: 'x' })).body['errors']).toMatchObject([
      { pointer: `/body/${field}`, code: 'NOT_ALLOWED' },
    ])
  })

  it('412: If-Match is honoured', async () => {
    const id = await made()
    expect((await patch(id, { name: 'a' }, { 'if-match': '"1"' })).status).toBe(200)
    const before = await stateOf(id)
    expect((await patch(id, { name: 'b' }, { 'if-match': '"1"' })).status).toBe(412)
    expect(await stateOf(id)).toEqual(before)
  })

  it('of two that hold the same ETag one wins', async () => {
    const id = await made()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => patch(id, { name }, { 'if-match': '"1"' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })
})

describe('list', () => {
  let lister: TestUser
  const ids: string[] = []
  const list = async (query: string) => gateway.ask({ url: `${collection}?${query}`, as: lister })
  const found = async (query: string) => ((await list(query)).body['data'] as { id: string }[]).map(({ id }) => id)

  beforeAll(async () => {
    lister = await gateway.user()
    for (const [index, name] of ['Bea', 'Ada', 'Cid', 'Ada', 'Eva'].entries()) {
      ids.push(
        await made(
          {
            name,
            email: `${name}${index}@x.example`,
            country: index % 2 ? 'BR' : 'US',
            type: index === 4 ? 'LEGAL_PERSON' : 'NATURAL_PERSON',
          },
          lister,
        ),
      )
    }
    await gateway.db.admin.query(
      `update crossborder_clients set created_at = '2026-03-01T23:59:59.999Z', risk = 'HIGH', status = 'ACTIVE' where id = $1`,
      [ids[0]],
    )
    await gateway.db.admin.query(
      `update crossborder_clients set created_at = '2026-03-02T00:00:00.000Z' where id = $1`,
      [ids[1]],
    )
  })

  it('newest first, and the other way round, and by name', async () => {
    expect(await found('')).toEqual([ids[4], ids[3], ids[2], ids[1], ids[0]])
    expect(await found('order=asc')).toEqual(ids)
    expect(await found('sort=name&order=asc')).toEqual([...[ids[1]!, ids[3]!].toSorted(), ids[0], ids[2], ids[4]])
  })

  it('pages without gaps or repeats in both orders, and links to the next', async () => {
    for (const query of ['page_size=2', 'page_size=2&order=asc', 'page_size=1&sort=name']) {
      const seen: string[] = []
      let url: string | undefined = `${collection}?${query}`
      while (url) {
        const { body, headers } = await gateway.ask({ url, as: lister })
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

  it('400: a page state that was altered, or belongs to other filters, another order or another user', async () => {
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
    expect((await gateway.ask({ url: `${collection}?page_size=1&page_state=${state}`, as: user })).status).toBe(400)
  })

  it.each([
    'page_size=0',
    'page_size=101',
    'page_size=x',
    'sort=email',
    'order=up',
    'offset=1',
    'created_at_start=yesterday',
  ])('400: %s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})
