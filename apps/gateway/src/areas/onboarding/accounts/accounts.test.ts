import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  legalAccount,
  NATURAL,
  naturalAccount,
  naturalBody,
  newCnpj,
  newCpf,
  personsOf,
  USERS,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
/** Another user of the same product. Neither user can see the other's rows. */
let colleague: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  colleague = { ...(await gateway.user()), product_id: user.product_id }
  await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'OWNER')`, [
    user.product_id,
    colleague.user_id,
  ])
})
afterAll(() => gateway.close())

const URL = `${USERS}/accounts`
const create = (fields: object, as = user, headers: Record<string, string> = {}): Promise<TestResponse> =>
  gateway.ask({ method: 'POST', url: URL, as, headers: { 'x-product-uuid': as.product_id, ...headers }, body: fields })
const rulesOf = ({ body }: TestResponse) =>
  (body['errors'] as { pointer: string; code: string }[]).map((r) => [r.pointer, r.code])

async function stateOf() {
  const ids = [user.user_id, colleague.user_id]
  const read = async (text: string) => (await gateway.db.admin.query(text, [ids])).rows
  return {
    accounts: await read('select * from user_accounts where user_id = any($1) order by id'),
    events: await read('select * from events where user_id = any($1) order by id'),
    claims: await read('select count(*) from replay_claims where user_id = any($1)'),
  }
}

describe('createUserAccount', () => {
  it('201: a natural person, pending, with only ids in the event', async () => {
    const sent = { ...naturalAccount(), email: 'Luiza@Pessoa.example', phone_number: '5581999990000', genre: 'female' }
    const answer = await create(sent)
    const settled = { email: 'luiza@pessoa.example', phone_number: '+5581999990000' }
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: { ...sent, ...settled, state: 'pending', product_id: user.product_id },
    })
    expect((await stateOf()).events).toMatchObject([
      {
        type: 'users.account.created',
        data: {
          user_account_id: answer.body['id'],
          product_id: user.product_id,
          person_type: 'NATURAL_PERSON',
          state: 'pending',
        },
      },
    ])
  })

  it('201: a company whose CNPJ has letters, stored in upper case', async () => {
    const sent = { ...legalAccount(), document: '12abc34501de35' }
    expect((await create(sent)).body).toMatchObject({ document: '12ABC34501DE35', person_type: 'LEGAL_PERSON' })
  })

  it('201: without the header, in the default product; 422 where there is none', async () => {
    expect((await gateway.ask({ method: 'POST', url: URL, as: user, body: naturalAccount() })).status).toBe(201)
    await gateway.db.admin.query('update product_users set is_default = false where user_id = $1', [user.user_id])
    for (const ask of [{ method: 'POST' as const, body: naturalAccount() }, { method: 'GET' as const }])
      expect(await gateway.ask({ ...ask, url: URL, as: user })).toMatchObject({
        status: 422,
        body: { code: 'USER_ACCOUNT_PRODUCT_REQUIRED' },
      })
  })

  const taken: [string, string, () => object][] = [
    ['document', 'DOCUMENT_TAKEN', () => ({ document: newCpf() })],
    ['email', 'EMAIL_TAKEN', () => ({ email: `um.${randomUUID()}@pessoa.example` })],
    ['phone_number', 'PHONE_TAKEN', () => ({ phone_number: `+55819${String(Date.now()).slice(-8)}` })],
  ]
  it.each(taken)('409: a %s that the product already has, registered by any user', async (field, code, make) => {
    const same = make()
    await create({ ...naturalAccount(), ...same })
    const before = await stateOf()
    for (const as of [user, colleague]) {
      const answer = await create({ ...naturalAccount(), ...same, full_name: `Outra ${as.user_id}` }, as)
      expect(answer).toMatchObject({ status: 409, body: { code: 'USER_ACCOUNT_ALREADY_EXISTS' } })
      expect(rulesOf(answer)).toEqual([[`/body/${field}`, code]])
      expect(JSON.stringify(answer.body)).not.toContain('Luiza')
      expect(JSON.stringify(answer.body)).not.toContain(Object.values(same)[0])
    }
    expect(await stateOf()).toEqual(before)
  })

  it('201: the same person in another product', async () => {
    const stranger = await gateway.user()
    const sent = naturalAccount()
    expect((await create(sent)).status).toBe(201)
    expect((await create(sent, stranger)).status).toBe(201)
  })

  it('409: of ten concurrent requests for one person, one creates the account', async () => {
    const document = newCpf()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create({ ...naturalAccount(), document }, n % 2 ? user : colleague)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
    expect((await stateOf()).accounts).toHaveLength(1)
  })

  it('409: the id of another account, of this user or another', async () => {
    const stranger = await gateway.user()
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await create(naturalAccount(), user, { 'x-transaction-uuid': mine })
    await create(naturalAccount(), stranger, { 'x-transaction-uuid': theirs })
    const before = await stateOf()
    for (const id of [mine, theirs])
      expect(await create(naturalAccount(), user, { 'x-transaction-uuid': id })).toMatchObject({
        status: 409,
        body: { code: 'USER_ACCOUNT_ID_TAKEN' },
      })
    expect(await stateOf()).toEqual(before)
    const id = randomUUID()
    expect((await create(naturalAccount(), user, { 'x-transaction-uuid': id })).body['id']).toBe(id)
  })

  const broken: [string, object, [string, string][]][] = [
    ['a CPF one digit off', { document: '11144477734' }, [['/body/document', 'CPF']]],
    ['a CNPJ for a natural person', { document: newCnpj() }, [['/body/document', 'CPF']]],
    ['a CPF for a company', { person_type: 'LEGAL_PERSON', birth_date: undefined }, [['/body/document', 'CNPJ']]],
    ['no way to reach the person', { email: undefined }, [['/body/email', 'CONTACT_REQUIRED']]],
    ['a birth in the future', { birth_date: '2999-01-01' }, [['/body/birth_date', 'IN_THE_PAST']]],
    [
      'what only companies have',
      { legal_person_type: 'LTDA', issue_date: '2020-01-01' },
      [
        ['/body/issue_date', 'PERSON_TYPE'],
        ['/body/legal_person_type', 'PERSON_TYPE'],
      ],
    ],
    [
      'all at once',
      { document: '11111111111', email: undefined, birth_date: '2999-01-01' },
      [
        ['/body/document', 'CPF'],
        ['/body/email', 'CONTACT_REQUIRED'],
        ['/body/birth_date', 'IN_THE_PAST'],
      ],
    ],
  ]
  it.each(broken)('422: %s', async (_name, fields, rules) => {
    const answer = await create({ ...naturalAccount(), ...fields })
    expect(answer).toMatchObject({ status: 422, body: { code: 'USER_ACCOUNT_RULES_BROKEN' } })
    expect(rulesOf(answer)).toEqual(rules)
    expect((await stateOf()).accounts).toEqual([])
  })

  it.each([
    { document: '111.444.777-35' },
    { name: ' ' },
    { state: 'active' },
    { email: 'nobody' },
    { phone_number: 'call me' },
    { person_type: 'ROBOT' },
  ])('400: %j', async (fields) => {
    expect((await create({ ...naturalAccount(), ...fields })).body['code']).toBe('REQUEST_MALFORMED')
  })
})

describe('the user that is created for an account', () => {
  /** Runs in this scope as the API does, after the earlier work of the test. */
  async function admit(account: string, as = user): Promise<string> {
    const client = await gateway.db.admin.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('eclusa.user_id', $1, true)`, [as.user_id])
      await client.query('set local role eclusa_api')
      const { rows } = await client.query<{ id: string }>('select target_user_id as id from admit_person($1)', [
        account,
      ])
      await client.query('commit')
      return rows[0]!.id
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const finish = async (account: string) => {
    await personsOf(gateway, user).post(NATURAL, naturalBody(account))
    await gateway.db.admin.query(`update onboardings set status = 'finished' where account_id = $1`, [account])
  }

  it('has an id that the gateway generated, whatever id the caller chose for the account', async () => {
    const somebody = await gateway.user()
    for (const chosen of [randomUUID(), somebody.user_id, user.user_id]) {
      const { body } = await create(naturalAccount(), user, { 'x-transaction-uuid': chosen })
      expect(body).toMatchObject({ id: chosen })
      expect(body).not.toHaveProperty('target_user_id')
      await finish(chosen)
      const target = await admit(chosen)
      expect(target).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
      expect(target).not.toBe(chosen)
      expect(await admit(chosen), 'once').toBe(target)
      expect((await personsOf(gateway, user).get(`${URL}/${chosen}`)).body['target_user_id']).toBe(target)
      const acting = (id: string) =>
        gateway.ask({
          url: URL,
          as: user,
          headers: { 'x-product-uuid': user.product_id, 'x-product-target-user-uuid': id },
        })
      expect((await acting(target)).status).toBe(200)
      if (chosen !== user.user_id) expect((await acting(chosen)).body['code']).toBe('PRODUCT_FORBIDDEN')
    }
    const { rows } = await gateway.db.admin.query('select role from product_users where user_id = $1', [
      somebody.user_id,
    ])
    expect(rows).toEqual([{ role: 'OWNER' }])
  })

  it("is not created before the onboarding is finished, nor through another account's onboarding", async () => {
    const account = await personsOf(gateway, user).account()
    await expect(admit(account)).rejects.toThrow('not finished')
    await finish(account)
    await expect(admit(account, colleague)).rejects.toThrow('no such account')
    const { rows } = await gateway.db.admin.query(
      `select has_column_privilege('eclusa_api', 'eclusa.user_accounts', 'target_user_id', 'update') as may`,
    )
    expect(rows).toEqual([{ may: false }])
  })
})

describe('a target of the product', () => {
  it('403: cannot register or list accounts, and learns nothing about documents', async () => {
    const known = { ...naturalAccount() }
    await create(known)
    const target = await gateway.user()
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'TARGET')`, [
      user.product_id,
      target.user_id,
    ])
    const as = { ...target, product_id: user.product_id }
    const before = await stateOf()
    const headers = { 'x-product-uuid': user.product_id }
    const asks = [
      { method: 'POST' as const, url: URL, body: known },
      { method: 'POST' as const, url: URL, body: naturalAccount() },
      { method: 'POST' as const, url: NATURAL, body: naturalBody(randomUUID()) },
      { url: URL },
      { url: `${URL}/${randomUUID()}` },
      { url: NATURAL },
      { url: '/v1/users/onboardings/with-steps' },
    ]
    for (const ask of asks)
      expect(await gateway.ask({ ...ask, as, headers })).toMatchObject({
        status: 403,
        body: { code: 'ONBOARDING_OWNERS_ONLY' },
      })
    expect(await stateOf()).toEqual(before)
  })
})

describe('getUserAccount and listUserAccounts', () => {
  it('200: of this product only; 404 in another, and for a colleague', async () => {
    const id = await personsOf(gateway, user).account()
    const second = randomUUID()
    await gateway.db.admin.query(`insert into products (id, name) values ($1, 'second')`, [second])
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'OWNER')`, [
      second,
      user.user_id,
    ])
    const ask = (as: TestUser, product: string, url: string) =>
      gateway.ask({ url, as, headers: { 'x-product-uuid': product } })
    expect((await ask(user, user.product_id, `${URL}/${id}`)).body['id']).toBe(id)
    expect((await ask(user, second, `${URL}/${id}`)).body['code']).toBe('USER_ACCOUNT_NOT_FOUND')
    expect((await ask(colleague, user.product_id, `${URL}/${id}`)).body['code']).toBe('USER_ACCOUNT_NOT_FOUND')
    expect((await ask(user, second, URL)).body['data']).toEqual([])
  })

  it('200: found by the whole document, and page by page', async () => {
    const persons = personsOf(gateway, user)
    const company = await persons.company({ document: '12ABC34501DE35' })
    const others = [await persons.account(), await persons.account()]
    const found = await persons.get(`${URL}?search=12abc34501de35`)
    expect((found.body['data'] as { id: string }[]).map(({ id }) => id)).toEqual([company])
    const first = await persons.get(`${URL}?page_size=2&order=asc`)
    const rest = await persons.get(`${URL}?page_size=2&order=asc&page_state=${String(first.body['page_state'])}`)
    const ids = [first, rest].flatMap(({ body }) => (body['data'] as { id: string }[]).map(({ id }) => id))
    expect(ids).toEqual([company, ...others])
  })
})
