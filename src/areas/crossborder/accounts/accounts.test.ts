import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usdAccount } from '../../../../test/support/examples.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../../test/support/gateway.ts'
import { countries } from '../country.ts'
import { currencies } from '../currency.ts'

let gateway: TestGateway
let user: TestUser
let client_id: string
let collection: string

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
  ;({ client_id } = await gateway.account(user))
  collection = `/v1/crossborder/clients/${client_id}/accounts`
})
afterAll(() => gateway.close())

let count = 0
function create(fields: object, headers: Record<string, string> = {}) {
  count += 1
  return gateway.ask({
    method: 'POST',
    url: collection,
    as: user,
    headers,
    body: { ...usdAccount, account_number: `${count}`, ...fields },
  })
}

const stateOf = async () => ({
  accounts: (await gateway.db.admin.query('select * from crossborder_accounts order by id')).rows,
  activity: (await gateway.db.admin.query('select id from client_activity order by id')).rows,
  events: (await gateway.db.admin.query('select id from events order by id')).rows,
})

describe('create', () => {
  it('201: PENDING, with one activity entry, one event and one job in the same commit', async () => {
    const answer = await create({})
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: { client_id, user_id: user.user_id, status: 'PENDING' },
    })
    const id = String(answer.body['id'])
    const { rows } = await gateway.db.admin.query(
      `select (select count(*)::int from events where object_id = $1) as events,
         (select count(*)::int from client_activity where reference_id = $1) as activity,
         (select count(*)::int from pgboss.job where name = 'verify-account' and data->>'account_id' = $1::text) as jobs`,
      [id],
    )
    expect(rows).toEqual([{ events: 1, activity: 1, jobs: 1 }])
  })

  it('201: keeps the bank code in its one form', async () => {
    expect((await create({ bank_code: ' 021-000.021 ' })).body['bank_code']).toBe('021000021')
    const german = {
      country: 'DE',
      currency_symbol: 'EUR',
      bank_code_type: 'IBAN',
      bank_code: 'de89 3704 0044 0532 0130 00',
    }
    expect((await create(german)).body['bank_code']).toBe('DE89370400440532013000')
    const canadian = { country: 'CA', currency_symbol: 'EUR', bank_code_type: 'TRANSIT_NUMBER', bank_code: '12345-001' }
    expect((await create(canadian)).body['bank_code']).toBe('000112345')
  })

  it('201: accepts every country and every currency of the contract', async () => {
    expect([countries.length, currencies.length]).toEqual([249, 13])
    for (const country of countries) expect((await create({ country, branch: '1' })).status, country).toBe(201)
    for (const currency_symbol of currencies)
      expect((await create({ currency_symbol })).status, currency_symbol).toBe(201)
  })

  it.each(['pt-BR', 'en-US'])(
    '400: every other value of every enumerated field, with its place, in %s',
    async (lang) => {
      const before = await stateOf()
      const fields = {
        country: ['XK', 'us', 'USA', '', 'ZZ'],
        currency_symbol: ['GBP', 'usd', 'BTC'],
        account_type: ['X'],
        bank_code_type: ['X'],
      }
      for (const [field, values] of Object.entries(fields)) {
        for (const value of values) {
          const { status, body, headers } = await create({ [field]: value }, { 'x-lang': lang })
          expect([status, headers['content-language']]).toEqual([400, lang])
          expect(body['errors']).toEqual([
            {
              pointer: `/body/${field}`,
              code: 'IS_ENUM',
              detail: expect.stringContaining(lang === 'pt-BR' ? 'deve ser' : 'must be') as string,
            },
          ])
        }
      }
      expect(await stateOf()).toEqual(before)
    },
  )

  it('400: the two letters of every combination that is no country', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
    const others = letters
      .flatMap((a) => letters.map((b) => a + b))
      .filter((code) => !countries.includes(code as never))
    expect(others).toHaveLength(26 * 26 - 249)
    for (const country of others) expect((await create({ country })).status, country).toBe(400)
  })

  it('422: lists every broken rule at once', async () => {
    const before = await stateOf()
    const answer = await create({
      country: 'BR',
      currency_symbol: 'BRL',
      bank_code_type: 'CLABE',
      bank_code: '002010077777777772',
    })
    expect(answer.status).toBe(422)
    expect(answer.body['errors']).toMatchObject([
      { pointer: '/body/branch', code: 'BRANCH_REQUIRED' },
      { pointer: '/body/bank_code', code: 'BANK_CODE_CLABE_CHECK_DIGIT' },
      { pointer: '/body/country', code: 'BANK_CODE_COUNTRY_MISMATCH' },
    ])
    expect(await stateOf()).toEqual(before)
  })

  it("404: for a client that is not the caller's", async () => {
    const theirs = await gateway.account(await gateway.user())
    for (const id of [randomUUID(), theirs.client_id]) {
      const answer = await gateway.ask({
        method: 'POST',
        url: `/v1/crossborder/clients/${id}/accounts`,
        as: user,
        body: usdAccount,
      })
      expect(answer).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_CLIENT_NOT_FOUND' } })
    }
  })

  it('409: an id that is taken, also when thirty ask for it together', async () => {
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 30 }, () => create({}, { 'x-transaction-uuid': id })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(29)
    expect((await gateway.db.admin.query('select 1 from events where object_id = $1', [id])).rows).toHaveLength(1)
  })
})

describe('the merged record', () => {
  const patch = (id: unknown, body: object) =>
    gateway.ask({ method: 'PATCH', url: `${collection}/${String(id)}`, as: user, body })
  const german = { country: 'DE', currency_symbol: 'EUR', bank_code_type: 'BIC', bank_code: 'DEUTDEFF' }
  const refused: [string, object, object, string[], object][] = [
    [
      'currency to USD over a code that is no ABA number',
      german,
      { currency_symbol: 'USD' },
      ['BANK_CODE_ABA'],
      { bank_code: '021000021' },
    ],
    ['country to BR without a branch', {}, { country: 'BR' }, ['BRANCH_REQUIRED'], { branch: '0001' }],
    [
      'FEBRABAN with the branch cleared',
      { country: 'BR', currency_symbol: 'BRL', bank_code_type: 'FEBRABAN', bank_code: '341', branch: '1' },
      { branch: null },
      ['BRANCH_REQUIRED'],
      { branch: '2' },
    ],
    [
      'code type over a code of another',
      german,
      { bank_code_type: 'IBAN' },
      ['BANK_CODE_IBAN_SHAPE'],
      { bank_code: 'DE89370400440532013000' },
    ],
    [
      'country over a code of another',
      german,
      { country: 'FR' },
      ['BANK_CODE_COUNTRY_MISMATCH'],
      { bank_code: 'BNPAFRPP' },
    ],
    [
      'currency from USD uncovers the code type',
      { bank_code_type: 'BIC' },
      { currency_symbol: 'EUR' },
      ['BANK_CODE_BIC_SHAPE'],
      { bank_code: 'CHASUS33' },
    ],
    [
      'two rules at once',
      german,
      { country: 'BR', bank_code_type: 'FEBRABAN' },
      ['BRANCH_REQUIRED', 'BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN'],
      { branch: '1', bank_code: '001' },
    ],
  ]
  it.each(refused)(
    '422: %s, and 200 once the patch brings what is missing',
    async (_, stored, change, rules, missing) => {
      const { id } = (await create(stored)).body
      const before = await stateOf()
      const answer = await patch(id, change)
      expect(answer.status).toBe(422)
      expect((answer.body['errors'] as { code: string }[]).map(({ code }) => code)).toEqual(rules)
      expect(await stateOf()).toEqual(before)
      expect((await patch(id, { ...change, ...missing })).status).toBe(200)
    },
  )
})

describe('get, list and delete', () => {
  it('200: get answers the record and its ETag, and 404 for any other', async () => {
    const { body } = await create({ nickname: 'got' })
    expect(await gateway.ask({ url: `${collection}/${String(body['id'])}`, as: user })).toMatchObject({
      status: 200,
      headers: { etag: '"1"' },
      body,
    })
    expect((await gateway.ask({ url: `${collection}/${randomUUID()}`, as: user })).status).toBe(404)
  })

  it('200: list filters by currency and part of the bank name, sorts by number', async () => {
    const { client_id: other } = await gateway.account(user)
    const url = `/v1/crossborder/clients/${other}/accounts`
    const add = (fields: object) => gateway.ask({ method: 'POST', url, as: user, body: { ...usdAccount, ...fields } })
    await add({ account_number: '3', bank_name: 'Banco do Norte', currency_symbol: 'EUR' })
    await add({ account_number: '1', bank_name: 'Banco do Sul' })
    const numbers = async (query: string) =>
      ((await gateway.ask({ url: `${url}?${query}`, as: user })).body['data'] as { account_number: string }[]).map(
        ({ account_number }) => account_number,
      )
    expect(await numbers('sort=account_number&order=asc')).toEqual(['000123456789', '1', '3'])
    expect(await numbers('currency_symbol=EUR')).toEqual(['3'])
    expect(await numbers('name=NORTE')).toEqual(['3'])
    expect(await numbers('name=%25')).toEqual([])
    expect(await numbers('name=banco&order=asc')).toEqual(['3', '1'])
  })

  it('200: delete takes it out of reach, once, and keeps the row', async () => {
    const { id } = (await create({})).body
    const url = `${collection}/${String(id)}`
    const remove = (headers = {}) => gateway.ask({ method: 'DELETE', url, as: user, headers })
    expect((await remove({ 'if-match': '"9"' })).status).toBe(412)
    const withBody = await gateway.ask({ method: 'DELETE', url, as: user, body: { reason: 'x' } })
    expect(withBody).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body', code: 'NOT_ALLOWED' }] } })
    expect(await remove()).toMatchObject({ status: 200, body: { id } })
    expect((await remove()).body['code']).toBe('REPLAY')
    expect((await remove({ 'x-include-replay-protection-schema': 'nonce' })).status).toBe(404)
    for (const ask of [{ url }, { url, method: 'PATCH' as const, body: { nickname: 'x' } }])
      expect((await gateway.ask({ ...ask, as: user })).status).toBe(404)
    const listed = (await gateway.ask({ url: `${collection}?page_size=100`, as: user })).body['data'] as {
      id: string
    }[]
    expect(listed.map((account) => account.id)).not.toContain(id)
    const { rows } = await gateway.db.admin.query(
      'select deleted_at is not null as deleted from crossborder_accounts where id = $1',
      [id],
    )
    expect(rows).toEqual([{ deleted: true }])
    const { rows: events } = await gateway.db.admin.query(
      'select type from events where object_id = $1 order by sequence',
      [id],
    )
    expect(events.at(-1)).toEqual({ type: 'crossborder.account.deleted' })
    // The id stays taken: an account that once was is never another one.
    expect((await create({}, { 'x-transaction-uuid': randomUUID() })).status).toBe(201)
  })
})
