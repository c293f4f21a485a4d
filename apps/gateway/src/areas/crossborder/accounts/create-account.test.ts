import { randomUUID } from 'node:crypto'
import { accountsState, CLIENTS, clientsOf, createTestAccounts } from '@eclusa/testing/crossborder.ts'
import { usdAccount } from '@eclusa/testing/examples.ts'
import { describe, expect, it } from 'vitest'
import { countries } from '../country.ts'
import { currencies } from '../currency.ts'

const test = createTestAccounts()

describe('201', () => {
  it('PENDING, with one activity entry, one event and one job in the same commit', async () => {
    const answer = await test.create()
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: { client_id: test.client_id, user_id: test.user.user_id, status: 'PENDING' },
    })
    const id = String(answer.body['id'])
    const { rows } = await test.gateway.db.admin.query(
      `select (select count(*)::int from events where object_id = $1) as events,
         (select count(*)::int from client_activity where reference_id = $1) as activity,
         (select count(*)::int from pgboss.job where name = 'verify-account' and data->>'account_id' = $1::text) as jobs`,
      [id],
    )
    expect(rows).toEqual([{ events: 1, activity: 1, jobs: 1 }])
  })

  it('stores the normalised bank code', async () => {
    expect((await test.create({ bank_code: ' 021-000.021 ' })).body['bank_code']).toBe('021000021')
    const german = {
      country: 'DE',
      currency_symbol: 'EUR',
      bank_code_type: 'IBAN',
      bank_code: 'de89 3704 0044 0532 0130 00',
    }
    expect((await test.create(german)).body['bank_code']).toBe('DE89370400440532013000')
    const canadian = { country: 'CA', currency_symbol: 'EUR', bank_code_type: 'TRANSIT_NUMBER', bank_code: '12345-001' }
    expect((await test.create(canadian)).body['bank_code']).toBe('000112345')
  })

  it('accepts every country and every currency of the contract', async () => {
    expect([countries.length, currencies.length]).toEqual([249, 13])
    for (const country of countries) expect((await test.create({ country, branch: '1' })).status, country).toBe(201)
    for (const currency_symbol of currencies)
      expect((await test.create({ currency_symbol })).status, currency_symbol).toBe(201)
  })
})

describe('400', () => {
  it.each(['pt-BR', 'en-US'])(
    'every enumerated field rejects other values and names its position, in %s',
    async (lang) => {
      const before = await accountsState(test.gateway)
      const fields = {
        country: ['XK', 'us', 'USA', '', 'ZZ'],
        currency_symbol: ['GBP', 'usd', 'BTC'],
        account_type: ['X'],
        bank_code_type: ['X'],
      }
      for (const [field, values] of Object.entries(fields)) {
        for (const value of values) {
          const { status, body, headers } = await test.create({ [field]: value }, { 'x-lang': lang })
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
      expect(await accountsState(test.gateway)).toEqual(before)
    },
  )

  it('rejects every combination of two letters that is not a country', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
    const others = letters
      .flatMap((a) => letters.map((b) => a + b))
      .filter((code) => !countries.includes(code as never))
    expect(others).toHaveLength(26 * 26 - 249)
    for (const country of others) expect((await test.create({ country })).status, country).toBe(400)
  })
})

describe('404', () => {
  it("for a client that is not the caller's", async () => {
    const theirs = await clientsOf(test.gateway, await test.gateway.user()).made()
    for (const id of [randomUUID(), theirs]) {
      const url = `${CLIENTS}/${id}/accounts`
      const answer = await test.gateway.ask({ method: 'POST', url, as: test.user, body: usdAccount })
      expect(answer).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_CLIENT_NOT_FOUND' } })
    }
  })
})

describe('409', () => {
  it('an id that is taken, also when thirty requests use it at once', async () => {
    const id = randomUUID()
    const asked = Array.from({ length: 30 }, () => test.create({}, { 'x-transaction-uuid': id }))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(29)
    expect((await test.gateway.db.admin.query('select 1 from events where object_id = $1', [id])).rows).toHaveLength(1)
  })
})

describe('422', () => {
  it('lists every broken rule at once', async () => {
    const before = await accountsState(test.gateway)
    const answer = await test.create({
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
    expect(await accountsState(test.gateway)).toEqual(before)
  })
})
