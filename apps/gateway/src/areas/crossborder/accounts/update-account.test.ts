import { randomUUID } from 'node:crypto'
import { accountsOf, accountsState } from '@eclusa/testing/crossborder.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

type TestUpdateAccount = Awaited<ReturnType<TestGateway['account']>>

function patch(account: TestUpdateAccount, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return gateway.ask({ method: 'PATCH', url: account.url, as: user, body, headers })
}

/** Everything an update may write: the row, its history, its events and its replay claims. */
async function stateOf(account: TestUpdateAccount) {
  const read = async (text: string, id: string) =>
    (await gateway.db.admin.query<Record<string, unknown>>(text, [id])).rows
  return {
    row: await read('select * from crossborder_accounts where id = $1', account.account_id),
    activity: await read('select * from client_activity where client_id = $1 order by sequence', account.client_id),
    events: await read('select * from events where object_id = $1 order by sequence', account.account_id),
    claims: await read(
      'select fingerprint, nonce, transaction_uuid from replay_claims where resource_id = $1',
      account.account_id,
    ),
  }
}

/** How many jobs there are that verify the account. */
async function verificationsOf({ account_id }: TestUpdateAccount): Promise<number> {
  const { rows } = await gateway.db.admin.query(
    `select 1 from pgboss.job where name = 'verify-account' and data->>'account_id' = $1`,
    [account_id],
  )
  return rows.length
}

const etag = (version: number) => `"${version}"`
const versionOf = async (account: TestUpdateAccount) => Number((await stateOf(account)).row[0]!['version'])

async function refuses(
  account: TestUpdateAccount,
  body: unknown,
  expected: { status: number; code: string; errors?: unknown },
  headers = {},
) {
  const before = await stateOf(account)
  const answer = await patch(account, body, headers)
  expect(answer).toMatchObject({ status: expected.status, body: { code: expected.code, status: expected.status } })
  if (expected.errors) expect(answer.body['errors']).toMatchObject(expected.errors)
  expect(await stateOf(account)).toEqual(before)
  return answer
}

const seventeen = [
  'id',
  'user_id',
  'client_id',
  'country',
  'currency_symbol',
  'account_type',
  'account_number',
  'account_name',
  'nickname',
  'branch',
  'bank_name',
  'bank_code',
  'bank_code_type',
  'clearing_code',
  'status',
  'created_at',
  'updated_at',
]

describe('200', () => {
  it('returns exactly the seventeen fields of an account, with an ETag', async () => {
    const account = await gateway.account(user)
    const version = await versionOf(account)
    const answer = await patch(account, { nickname: 'treasury' })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).toSorted()).toEqual(seventeen.toSorted())
    expect(answer.body).toMatchObject({
      id: account.account_id,
      client_id: account.client_id,
      user_id: user.user_id,
      nickname: 'treasury',
    })
    expect(answer.headers['etag']).toBe(etag(version + 1))
    expect(answer.body['updated_at']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  })

  // The new value of each field, with the other fields that the rules require beside it.
  const sets: [string, unknown, object?][] = [
    ['country', 'PR'],
    ['currency_symbol', 'BRL'],
    ['account_type', 'SAVINGS'],
    ['account_number', '998877'],
    ['account_name', 'Savings'],
    ['nickname', 'reserve'],
    ['branch', '12345678901234567890'],
    ['bank_name', 'Other Bank'],
    ['bank_code', '111000025'],
    ['bank_code_type', 'BIC'],
    ['clearing_code', 'FED01'],
  ]
  it.each(sets)('sets %s to %j and leaves every other field alone', async (field, value) => {
    const account = await gateway.account(user)
    const before = (await stateOf(account)).row[0]!
    const answer = await patch(account, { [field]: value })
    expect(answer.status).toBe(200)
    expect(answer.body[field]).toEqual(value)
    const after = (await stateOf(account)).row[0]!
    const touched = new Set([field, 'status', 'version', 'updated_at'])
    for (const name of Object.keys(before)) if (!touched.has(name)) expect(after[name], name).toEqual(before[name])
    expect(after[field]).toEqual(value)
  })

  it.each(['account_name', 'nickname', 'branch', 'clearing_code'])(
    'clears %s with null and with an empty text',
    async (field) => {
      for (const nothing of [null, '']) {
        const account = await gateway.account(user)
        const answer = await patch(account, { [field]: nothing })
        expect(answer.status).toBe(200)
        expect(answer.body).not.toHaveProperty(field)
        expect((await stateOf(account)).row[0]![field]).toBeNull()
      }
    },
  )

  it('writes one activity entry and one event that contain the changed field names and no personal data', async () => {
    const account = await gateway.account(user)
    const before = await stateOf(account)
    await patch(account, { nickname: 'treasury', account_number: '55501' })
    const after = await stateOf(account)
    const activity = after.activity.slice(before.activity.length)
    const events = after.events.slice(before.events.length)
    expect(activity).toHaveLength(1)
    expect(activity[0]).toMatchObject({
      event_type: 'ACCOUNT_UPDATED',
      source: 'gateway',
      status: 'PENDING',
      reference_id: account.account_id,
      metadata: { changed: ['account_number', 'nickname'] },
      authenticated_user_id: user.user_id,
      event_id: events[0]!['id'],
    })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'crossborder.account.updated', user_id: user.user_id })
    expect(events[0]!['sequence']).toBe(after.row[0]!['version'])
    expect(JSON.stringify([activity, events])).not.toContain('55501')
  })

  it('verifies an active account again when its bank details change, not when its nickname does', async () => {
    const account = await gateway.account(user)
    const before = await verificationsOf(account)
    expect((await patch(account, { nickname: 'a' })).body['status']).toBe('ACTIVE')
    expect((await patch(account, { bank_name: 'Renamed Bank' })).body['status']).toBe('ACTIVE')
    expect((await patch(account, { account_number: '000123456789', nickname: 'same number' })).body['status']).toBe(
      'ACTIVE',
    )
    expect(await verificationsOf(account)).toBe(before)
    expect((await patch(account, { account_number: '1' })).body['status']).toBe('PENDING')
    expect(await verificationsOf(account)).toBe(before + 1)
  })

  it.each([
    ['country', 'PR'],
    ['currency_symbol', 'BRL'],
    ['account_type', 'SAVINGS'],
    ['account_number', '7'],
    ['branch', '9'],
    ['bank_code', '111000025'],
    ['bank_code_type', 'BIC'],
    ['clearing_code', 'FED9'],
  ])('a change of %s requires a new verification', async (field, value) => {
    const account = await gateway.account(user)
    const extra = field === 'currency_symbol' ? { bank_code_type: 'ABA' } : {}
    expect((await patch(account, { [field]: value, ...extra })).body['status']).toBe('PENDING')
  })

  it('moves updated_at forward with every change', async () => {
    const account = await gateway.account(user)
    const times: unknown[] = []
    for (let n = 0; n < 5; n += 1) times.push((await patch(account, { nickname: `n${n}` })).body['updated_at'])
    expect(new Set(times).size).toBe(5)
    expect(times).toEqual(times.toSorted())
  })

  it('accepts ids in capitals as the same ids', async () => {
    const account = await gateway.account(user)
    const url = `/v1/crossborder/clients/${account.client_id.toUpperCase()}/accounts/${account.account_id.toUpperCase()}`
    expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: 'x' } })).status).toBe(200)
    expect((await patch(account, { nickname: 'x' })).body['code']).toBe('REPLAY')
  })
})

describe('400', () => {
  let account: TestUpdateAccount
  beforeAll(async () => {
    account = await gateway.account(user)
  })

  const malformed: [string, unknown, string, string][] = [
    ['an empty object', {}, '/body', 'IS_NOT_EMPTY'],
    ['status', { status: 'ACTIVE' }, '/body/status', 'NOT_ALLOWED'],
    ['id', { id: randomUUID() }, '/body/id', 'NOT_ALLOWED'],
    ['user_id', { user_id: randomUUID() }, '/body/user_id', 'NOT_ALLOWED'],
    ['client_id', { client_id: randomUUID() }, '/body/client_id', 'NOT_ALLOWED'],
    ['an unknown field', { iban: 'x' }, '/body/iban', 'NOT_ALLOWED'],
    ['an unknown country', { country: 'XK' }, '/body/country', 'IS_ENUM'],
    ['a country in small letters', { country: 'us' }, '/body/country', 'IS_ENUM'],
    ['an unknown currency', { currency_symbol: 'GBP' }, '/body/currency_symbol', 'IS_ENUM'],
    ['an unknown account type', { account_type: 'SALARY' }, '/body/account_type', 'IS_ENUM'],
    ['an unknown code type', { bank_code_type: 'SWIFT' }, '/body/bank_code_type', 'IS_ENUM'],
    ['an empty account number', { account_number: '' }, '/body/account_number', 'MIN_LENGTH'],
    ['a null account number', { account_number: null }, '/body/account_number', 'IS_STRING'],
    ['a number for a text', { bank_name: 1 }, '/body/bank_name', 'IS_STRING'],
    ['a branch of 21 characters', { branch: '1'.repeat(21) }, '/body/branch', 'MAX_LENGTH'],
  ]
  it.each(malformed)('%s', async (_, body, pointer, code) => {
    const answer = await refuses(account, body, { status: 400, code: 'REQUEST_MALFORMED' })
    expect(answer.body['errors']).toContainEqual({ pointer, code, detail: expect.any(String) as string })
  })

  it('lists every broken rule at once', async () => {
    const answer = await refuses(
      account,
      { country: 'ZZ', account_type: 'X', status: 'ACTIVE' },
      { status: 400, code: 'REQUEST_MALFORMED' },
    )
    const pointers = (answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)
    expect(pointers.toSorted()).toEqual(['/body/account_type', '/body/country', '/body/status'])
  })

  it.each(['[]', '"text"', 'null', '{', '', '{"__proto__": {"status": "ACTIVE"}}'])(
    'a body that is %s',
    async (text) => {
      await refuses(account, text, { status: 400, code: 'REQUEST_MALFORMED' }, { 'content-type': 'application/json' })
    },
  )

  it('ids that are not UUIDs, and unknown query parameters', async () => {
    for (const url of ['/v1/crossborder/clients/1/accounts/2', `${account.url}?dry_run=true`]) {
      expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: 'x' } })).status).toBe(400)
    }
  })
})

describe('404', () => {
  it("returns the same answer for a missing account, another user's account, and another client's", async () => {
    const [mine, alsoMine] = [await gateway.account(user), await gateway.account(user)]
    const theirs = await gateway.account(await gateway.user())
    const urls = [
      `/v1/crossborder/clients/${randomUUID()}/accounts/${randomUUID()}`,
      theirs.url,
      `/v1/crossborder/clients/${mine.client_id}/accounts/${theirs.account_id}`,
      `/v1/crossborder/clients/${mine.client_id}/accounts/${alsoMine.account_id}`,
    ]
    const before = await Promise.all([mine, alsoMine, theirs].map(stateOf))
    const bodies = await Promise.all(
      urls.map(async (url) => {
        const { status, body } = await gateway.ask({
          method: 'PATCH',
          url,
          as: user,
          body: { nickname: 'x' },
        })
        expect(status).toBe(404)
        return JSON.stringify({ ...body, request_id: undefined, instance: undefined })
      }),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(await Promise.all([mine, alsoMine, theirs].map(stateOf))).toEqual(before)
  })
})

describe('412', () => {
  it('honours If-Match', async () => {
    const account = await gateway.account(user)
    const version = await versionOf(account)
    const failed = { status: 412, code: 'PRECONDITION_FAILED' }
    const first = await patch(account, { nickname: 'a' }, { 'if-match': etag(version) })
    expect(first.headers['etag']).toBe(etag(version + 1))
    await refuses(account, { nickname: 'b' }, failed, { 'if-match': etag(version) })
    await refuses(account, { nickname: 'b' }, failed, { 'if-match': `W/${etag(version + 1)}` })
    expect((await patch(account, { nickname: 'b' }, { 'if-match': `"7", ${etag(version + 1)}` })).status).toBe(200)
    expect((await patch(account, { nickname: 'c' }, { 'if-match': '*' })).status).toBe(200)
  })
})

describe('413 and 415', () => {
  it('rejects a body that is too large, and one that is not JSON', async () => {
    const account = await gateway.account(user)
    await refuses(account, { bank_name: 'x'.repeat(70_000) }, { status: 413, code: 'BODY_TOO_LARGE' })
    await refuses(
      account,
      'nickname=x',
      { status: 415, code: 'MEDIA_TYPE_UNSUPPORTED' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
  })
})

describe('422', () => {
  it('validates the merged record: currency to USD over a stored code that is no ABA number', async () => {
    const account = await gateway.account(user)
    await gateway.db.admin.query(
      `update crossborder_accounts set currency_symbol = 'EUR', country = 'DE', bank_code_type = 'BIC', bank_code = 'DEUTDEFF' where id = $1`,
      [account.account_id],
    )
    await refuses(
      account,
      { currency_symbol: 'USD' },
      { status: 422, code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN', errors: [{ pointer: '/body/bank_code' }] },
    )
    expect((await patch(account, { currency_symbol: 'USD', bank_code: '021000021' })).status).toBe(200)
  })

  it('requires a branch in Brazil and with FEBRABAN, whether it was never set or is being cleared', async () => {
    const account = await gateway.account(user)
    await patch(account, { branch: null })
    const errors = [{ pointer: '/body/branch', code: 'BRANCH_REQUIRED' }]
    await refuses(account, { country: 'BR' }, { status: 422, code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN', errors })
    await refuses(
      account,
      { bank_code_type: 'FEBRABAN' },
      { status: 422, code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN', errors },
    )
    expect((await patch(account, { country: 'BR', branch: '0001' })).status).toBe(200)
    for (const nothing of [null, '']) {
      const again = { 'x-include-replay-protection-schema': 'nonce' }
      await refuses(
        account,
        { branch: nothing },
        { status: 422, code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN', errors },
        again,
      )
    }
  })

  it('rejects a USD account without a valid ABA number, whatever the code type is', async () => {
    const account = await gateway.account(user)
    for (const bank_code of ['021000022', '02100002', '0210000210', 'DEUTDEFF', '991000021']) {
      const answer = await refuses(
        account,
        { bank_code, bank_code_type: 'BIC' },
        { status: 422, code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN' },
      )
      expect(answer.body['errors']).toMatchObject([{ pointer: '/body/bank_code', code: 'BANK_CODE_ABA' }])
    }
  })

  it('rejects a change of an inactive account', async () => {
    const account = await gateway.account(user)
    // The status that verification sets when the rules reject the account.
    await gateway.db.admin.query(`update crossborder_accounts set status = 'INACTIVE' where id = $1`, [
      account.account_id,
    ])
    await refuses(account, { nickname: 'x' }, { status: 422, code: 'CROSSBORDER_ACCOUNT_INACTIVE' })
  })

  it('answers in the requested language, Portuguese by default', async () => {
    const account = await gateway.account(user)
    const portuguese = await patch(account, { bank_code: '1' })
    const english = await patch(account, { bank_code: '1' }, { 'x-lang': 'en-US' })
    expect(portuguese).toMatchObject({
      headers: { 'content-language': 'pt-BR' },
      body: { title: 'Conta inválida' },
    })
    expect(english).toMatchObject({ headers: { 'content-language': 'en-US' }, body: { title: 'Account not valid' } })
  })

  const german = { country: 'DE', currency_symbol: 'EUR', bank_code_type: 'BIC', bank_code: 'DEUTDEFF' }
  const germanIban = { ...german, bank_code_type: 'IBAN', bank_code: 'DE89370400440532013000' }
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
      germanIban,
      { country: 'FR' },
      ['BANK_CODE_COUNTRY_MISMATCH'],
      { bank_code: 'FR1420041010050500013M02606' },
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
      germanIban,
      { country: 'BR', bank_code_type: 'FEBRABAN' },
      ['BRANCH_REQUIRED', 'BANK_CODE_FEBRABAN_SHAPE'],
      { branch: '1', bank_code: '001' },
    ],
  ]
  it.each(refused)('%s, and 200 once the patch contains what is missing', async (_, stored, change, rules, missing) => {
    const accounts = await accountsOf(gateway, user)
    const url = `${accounts.url}/${String((await accounts.create(stored)).body['id'])}`
    const send = (body: object) => gateway.ask({ method: 'PATCH', url, as: user, body })
    const before = await accountsState(gateway)
    const answer = await send(change)
    expect(answer.status).toBe(422)
    expect((answer.body['errors'] as { code: string }[]).map(({ code }) => code)).toEqual(rules)
    expect(await accountsState(gateway)).toEqual(before)
    expect((await send({ ...change, ...missing })).status).toBe(200)
  })
})
