import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { expectRefused, peopleState, toldOf } from '@eclusa/testing/people-state.ts'
import {
  field,
  file,
  legalAccount,
  NATURAL,
  naturalAccount,
  naturalBody,
  newCnpj,
  newCpf,
  type Persons,
  personsOf,
  picture,
  USERS,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
})
afterAll(() => gateway.close())

const URL = `${USERS}/accounts`
const stateOf = () => peopleState(gateway, user)
const rulesOf = ({ body }: TestResponse) =>
  (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code])
const setStatus = (id: string, status: string) =>
  gateway.db.admin.query('update onboardings set status = $2 where id = $1', [id, status])
const begin = async (account: string) => String((await persons.post(NATURAL, naturalBody(account))).body['id'])

const refused = (ask: () => Promise<TestResponse>, status: number, code: string) =>
  expectRefused(stateOf, ask, status, code)

describe('updateUserAccount', () => {
  it('200: changes only the sent fields, reports them by name in an event, and returns the next ETag', async () => {
    const id = await persons.account({ phone_number: '5581999990000' })
    const [before] = (await stateOf()).user_accounts
    const answer = await persons.patch(`${URL}/${id}`, {
      full_name: 'Luiza Canário Sousa',
      email: 'NOVA@Pessoa.example',
    })
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(answer.body).toMatchObject({
      full_name: 'Luiza Canário Sousa',
      email: 'nova@pessoa.example',
      state: 'pending',
    })
    const state = await stateOf()
    const touched = new Set(['full_name', 'email', 'version', 'updated_at'])
    for (const [name, value] of Object.entries(before!))
      if (!touched.has(name)) expect(state.user_accounts[0]![name], name).toEqual(value)
    expect((await persons.get(`${URL}/${id}`)).body).toEqual(answer.body)
    expect(toldOf(state, id)).toEqual([
      [1, 'users.account.created'],
      [2, 'users.account.updated'],
    ])
    expect(JSON.stringify(state.events)).not.toContain('Sousa')
  })

  it('200: null clears an optional field, and no null is returned', async () => {
    const all = { phone_number: '5581999990001', genre: 'female', mother_name: 'Rosa' }
    const id = await persons.account(all)
    const nothing = { phone_number: null, genre: null, mother_name: null, birth_date: null }
    const { status, body } = await persons.patch(`${URL}/${id}`, nothing)
    expect(status).toBe(200)
    for (const name of Object.keys(nothing)) expect(body).not.toHaveProperty(name)
  })

  it('200: its open onboarding has the same data from then on, and is found by the new name and number', async () => {
    const id = await persons.account()
    const onboarding = await begin(id)
    const document = newCpf()
    await persons.patch(`${URL}/${id}`, { full_name: 'Zenaide Canário', document })
    expect((await persons.get(`${NATURAL}/${onboarding}`)).body).toMatchObject({
      full_name: 'Zenaide Canário',
      document,
    })
    for (const search of ['zenaide can', document]) {
      const { body } = await persons.get(`/v1/users/onboardings/with-steps?search=${encodeURIComponent(search)}`)
      expect(body['data']).toMatchObject([{ id: onboarding, document }])
    }
    const state = await stateOf()
    expect(toldOf(state, onboarding)).toEqual([
      [1, 'users.onboarding.created'],
      [2, 'users.onboarding.updated'],
    ])
    expect(state.onboarding_activity).toMatchObject([
      { what: 'account_corrected', actor: 'integrator', reason: 'full_name document', status: 'pending' },
    ])
  })

  it('422: the result must satisfy every rule of creation', async () => {
    const id = await persons.account()
    const broken: [object, [string, string][]][] = [
      [{ document: '11144477734' }, [['/body/document', 'CPF']]],
      [{ document: newCnpj() }, [['/body/document', 'CPF']]],
      [{ email: null }, [['/body/email', 'CONTACT_REQUIRED']]],
      [{ birth_date: '2999-01-01' }, [['/body/birth_date', 'IN_THE_PAST']]],
      [{ legal_person_type: 'LTDA' }, [['/body/legal_person_type', 'PERSON_TYPE']]],
    ]
    for (const [fields, rules] of broken)
      expect(
        rulesOf(await refused(() => persons.patch(`${URL}/${id}`, fields), 422, 'USER_ACCOUNT_RULES_BROKEN')),
      ).toEqual(rules)
    expect((await persons.patch(`${URL}/${id}`, { email: null, phone_number: '5581999990002' })).status).toBe(200)
  })

  it('409: document, e-mail and telephone of another account of the product, which is not identified', async () => {
    const other = { ...naturalAccount(), phone_number: '5581999990003' }
    await persons.account(other)
    const id = await persons.account()
    for (const [field, code] of [
      ['document', 'DOCUMENT_TAKEN'],
      ['email', 'EMAIL_TAKEN'],
      ['phone_number', 'PHONE_TAKEN'],
    ] as const) {
      const patch = { [field]: other[field] }
      const answer = await refused(() => persons.patch(`${URL}/${id}`, patch), 409, 'USER_ACCOUNT_ALREADY_EXISTS')
      expect(rulesOf(answer)).toEqual([[`/body/${field}`, code]])
      expect(JSON.stringify(answer.body)).not.toContain(other[field])
    }
  })

  it('412: an outdated ETag', async () => {
    const id = await persons.account()
    const patch = (tag: string) => persons.patch(`${URL}/${id}`, { name: 'Lu' }, { 'if-match': tag })
    expect((await patch('"1"')).status).toBe(200)
    await refused(() => patch('"1"'), 412, 'PRECONDITION_FAILED')
  })

  it.each(['in_process', 'in_process_delayed', 'approved', 'finished'])(
    '422: once its onboarding is %s, which is named',
    async (status) => {
      const id = await persons.account()
      const onboarding_id = await begin(id)
      await setStatus(onboarding_id, status)
      for (const ask of [() => persons.patch(`${URL}/${id}`, { name: 'Lu' }), () => persons.withdraw(`${URL}/${id}`)])
        expect((await refused(ask, 422, 'USER_ACCOUNT_TAKES_NO_CHANGES')).body).toMatchObject({ onboarding_id })
    },
  )

  it.each(['rejected', 'failed', 'expired', 'withdrawn'])('200: after an onboarding that was %s', async (status) => {
    const id = await persons.account()
    await setStatus(await begin(id), status)
    expect((await persons.patch(`${URL}/${id}`, { name: 'Lu' })).status).toBe(200)
    expect((await persons.withdraw(`${URL}/${id}`)).status).toBe(200)
  })

  it('422: after the deadline of its onboarding, before the job has ended it', async () => {
    const id = await persons.account()
    await gateway.db.admin.query('update onboardings set expires_at = $2 where id = $1', [await begin(id), new Date(0)])
    await refused(() => persons.patch(`${URL}/${id}`, { name: 'Lu' }), 422, 'USER_ACCOUNT_TAKES_NO_CHANGES')
  })

  it.each([{}, { state: 'active' }, { person_type: 'LEGAL_PERSON' }, { name: null }, { document: '1' }])(
    '400: %j',
    async (body) => {
      const id = await persons.account()
      await refused(() => persons.patch(`${URL}/${id}`, body), 400, 'REQUEST_MALFORMED')
    },
  )

  it('409: the same correction again is a repeat', async () => {
    const url = `${URL}/${await persons.account()}`
    const patch = () => gateway.ask({ method: 'PATCH', url, as: user, body: { name: 'Lu' } })
    expect((await patch()).status).toBe(200)
    expect((await patch()).body['code']).toBe('REPLAY')
  })

  it('404 in another product, and for a missing account', async () => {
    const id = await persons.account()
    const second = randomUUID()
    await gateway.db.admin.query(`insert into products (id, name) values ($1, 'second')`, [second])
    await gateway.db.admin.query(`insert into product_users (product_id, user_id, role) values ($1, $2, 'OWNER')`, [
      second,
      user.user_id,
    ])
    const elsewhere = { 'x-product-uuid': second }
    const patch = () => persons.patch(`${URL}/${id}`, { name: 'Lu' }, elsewhere)
    await refused(patch, 404, 'USER_ACCOUNT_NOT_FOUND')
    await refused(() => persons.withdraw(`${URL}/${id}`, elsewhere), 404, 'USER_ACCOUNT_NOT_FOUND')
    await refused(() => persons.withdraw(`${URL}/${randomUUID()}`), 404, 'USER_ACCOUNT_NOT_FOUND')
  })
})

describe('withdrawUserAccount', () => {
  it('200: it can no longer be found, and its document, e-mail and telephone are free again', async () => {
    const said = { ...legalAccount(), phone_number: '5581999990004' }
    const id = await persons.company(said)
    const answer = await persons.withdraw(`${URL}/${id}`)
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { id, state: 'pending' } })
    expect(answer.body).not.toHaveProperty('withdrawn_at')
    await refused(() => persons.withdraw(`${URL}/${id}`), 404, 'USER_ACCOUNT_NOT_FOUND')
    await refused(() => persons.patch(`${URL}/${id}`, { name: 'Lu' }), 404, 'USER_ACCOUNT_NOT_FOUND')
    expect((await persons.get(`${URL}/${id}`)).status).toBe(404)
    expect((await persons.get(`${URL}?search=${said.document}`)).body['data']).toEqual([])
    expect((await persons.get(URL)).body['data']).toEqual([])
    expect((await persons.post(NATURAL, naturalBody(id))).body['code']).toBe('USER_ACCOUNT_NOT_FOUND')
    expect(toldOf(await stateOf(), id)).toEqual([
      [1, 'users.account.created'],
      [2, 'users.account.withdrawn'],
    ])
    const again = { ...said, name: 'Canário outra vez' }
    expect(await persons.company(again)).not.toBe(id)
    expect((await stateOf()).user_accounts).toHaveLength(2)
  })

  it('422: while it has an open onboarding, which the response identifies and which must be withdrawn first', async () => {
    const id = await persons.account()
    const onboarding_id = await begin(id)
    const answer = await refused(() => persons.withdraw(`${URL}/${id}`), 422, 'USER_ACCOUNT_HAS_ONBOARDING')
    expect(answer.body).toMatchObject({ onboarding_id })
    expect((await persons.withdraw(`${NATURAL}/${onboarding_id}`)).status).toBe(200)
    expect((await persons.withdraw(`${URL}/${id}`)).status).toBe(200)
  })

  it('of a concurrent withdrawal and onboarding, one takes effect', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await persons.account()
      const [withdrawn, begun] = await Promise.all([
        persons.withdraw(`${URL}/${id}`),
        persons.post(NATURAL, naturalBody(id)),
      ])
      expect([
        [200, 404],
        [422, 201],
      ]).toContainEqual([withdrawn.status, begun.status])
    }
  })
})

describe('a correction concurrent with the last document', () => {
  const papers = () => [
    field('document_file_type', 'rg'),
    file('selfie', picture()),
    file('document_front', picture()),
    file('document_back', picture()),
  ]

  it('one is applied first, and account and onboarding agree', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < 25; round += 1) {
      const id = await persons.account()
      const onboarding = await begin(id)
      const [patched, sent] = await Promise.all([
        persons.patch(`${URL}/${id}`, { full_name: `Corrigida ${round}` }),
        persons.send(`${NATURAL}/${onboarding}/documents`, papers()),
      ])
      expect(sent).toMatchObject({ status: 200, body: { status: 'in_process' } })
      outcomes.add(patched.status)
      const account = (await persons.get(`${URL}/${id}`)).body
      const judged = (await persons.get(`${NATURAL}/${onboarding}`)).body
      expect(judged['full_name']).toBe(account['full_name'])
      expect(account['full_name'] === `Corrigida ${round}`).toBe(patched.status === 200)
      if (patched.status !== 200) expect(patched.body['code']).toBe('USER_ACCOUNT_TAKES_NO_CHANGES')
    }
    expect([...outcomes].every((status) => status === 200 || status === 422)).toBe(true)
  })
})
