import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { expectRefused, peopleState, toldOf } from '@eclusa/testing/people-state.ts'
import {
  field,
  file,
  LEGAL,
  newCnpj,
  newCpf,
  type Persons,
  personsOf,
  picture,
  REPRESENTATIVES,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons
let onboarding_id: string
let shareholder: { id: string; document: string }
let id: string
let url: string

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
  onboarding_id = await persons.legal()
  shareholder = await persons.shareholder(onboarding_id)
  id = await persons.representative(shareholder, { income: 900_000 })
  url = `${REPRESENTATIVES}/${id}`
})
afterAll(() => gateway.close())

const stateOf = () => peopleState(gateway, user)
const rulesOf = ({ body }: TestResponse) =>
  (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code])

const refused = (ask: () => Promise<TestResponse>, status: number, code: string) =>
  expectRefused(stateOf, ask, status, code)

describe('updateLegalRepresentative', () => {
  it('200: changes only the sent fields, records their names in the activity, and emits an event with ids only', async () => {
    const [before] = (await stateOf()).legal_representatives
    const sent = { name: 'Inês Canário Lima', email: 'NOVA@Empresa.example', phone_number: '5581999990009' }
    const answer = await persons.patch(url, { ...sent, address: { number: 7 }, income: null })
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(answer.body).toMatchObject({
      name: sent.name,
      email: 'nova@empresa.example',
      phone_number: '+5581999990009',
    })
    expect(answer.body['address']).toEqual({ ...(before!['address'] as object), number: 7 })
    expect(answer.body).not.toHaveProperty('income')
    const state = await stateOf()
    const touched = new Set([...Object.keys(sent), 'address', 'income', 'version', 'updated_at'])
    for (const [name, value] of Object.entries(before!))
      if (!touched.has(name)) expect(state.legal_representatives[0]![name], name).toEqual(value)
    expect(toldOf(state, id)).toEqual([
      [1, 'users.legal_representative.created'],
      [2, 'users.legal_representative.updated'],
    ])
    expect(state.onboarding_activity).toMatchObject([
      {
        what: 'representative_corrected',
        reason: 'name phone_number email address income',
        legal_representative_id: id,
      },
    ])
    expect(JSON.stringify(state.events)).not.toContain('Lima')
  })

  it('200: whether it is active follows from the end of the relationship', async () => {
    const end = (relationship_end_date: string | null) => persons.patch(url, { relationship_end_date })
    expect((await end('2021-01-01')).body['active']).toBe(false)
    expect((await end(null)).body['active']).toBe(true)
  })

  it('422: the result must satisfy every rule of creation', async () => {
    const broken: [object, [string, string][]][] = [
      [{ document: '11144477734' }, [['/body/document', 'CPF']]],
      [{ document: newCpf() }, [['/body/document', 'REPRESENTATIVE_IS_ANOTHER']]],
      [{ birth_date: '2999-01-01' }, [['/body/birth_date', 'IN_THE_PAST']]],
      [{ relationship_end_date: '2020-04-30' }, [['/body/relationship_end_date', 'AFTER_START']]],
    ]
    for (const [fields, rules] of broken) {
      const code = 'ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN'
      expect(rulesOf(await refused(() => persons.patch(url, fields), 422, code))).toEqual(rules)
    }
  })

  it('200: can be moved to another shareholder of the same company, and of no other', async () => {
    const company = await persons.shareholder(onboarding_id, { document: newCnpj() })
    expect((await persons.patch(url, { shareholder_id: company.id })).body['shareholder_id']).toBe(company.id)
    const elsewhere = await persons.shareholder(await persons.legal(), { document: newCnpj() })
    for (const shareholder_id of [elsewhere.id, randomUUID()])
      await refused(() => persons.patch(url, { shareholder_id }), 404, 'ONBOARDING_SHAREHOLDER_NOT_FOUND')
  })

  it('409: a document of another representative, whose id is returned', async () => {
    const company = await persons.shareholder(onboarding_id, { document: newCnpj() })
    const lawyer = await persons.representative({ ...company, document: newCpf() })
    const patch = () => persons.patch(`${REPRESENTATIVES}/${lawyer}`, { document: shareholder.document })
    const answer = await refused(patch, 409, 'ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS')
    expect(answer.body).toMatchObject({ legal_representative_id: id })
    expect((await persons.patch(`${REPRESENTATIVES}/${lawyer}`, { document: newCpf() })).status).toBe(200)
  })

  it('422 once the checks began; 412 with an outdated ETag; 400 and 404 as everywhere', async () => {
    for (const body of [{}, { active: false }, { name: null }, { address: { neighborhood: null } }])
      await refused(() => persons.patch(url, body), 400, 'REQUEST_MALFORMED')
    const absent = () => persons.patch(`${REPRESENTATIVES}/${randomUUID()}`, { name: 'x' })
    await refused(absent, 404, 'ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND')
    await refused(() => persons.patch(url, { name: 'x' }, { 'if-match': '"9"' }), 412, 'PRECONDITION_FAILED')
    await refused(() => persons.withdraw(url, { 'if-match': '"9"' }), 412, 'PRECONDITION_FAILED')
    await gateway.db.admin.query(`update onboardings set status = 'in_process' where id = $1`, [onboarding_id])
    await refused(() => persons.patch(url, { name: 'x' }), 422, 'ONBOARDING_TAKES_NO_CHANGES')
    await refused(() => persons.withdraw(url), 422, 'ONBOARDING_TAKES_NO_CHANGES')
  })
})

describe('withdrawLegalRepresentative', () => {
  it('200: it can no longer be found, and the person may be registered again', async () => {
    await persons.representativeDocuments(id)
    expect(await persons.withdraw(url)).toMatchObject({ status: 200, body: { id } })
    const code = 'ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND'
    await refused(() => persons.withdraw(url), 404, code)
    await refused(() => persons.patch(url, { name: 'x' }), 404, code)
    expect((await persons.get(url)).status).toBe(404)
    expect((await persons.get(`${url}/documents`)).body['code']).toBe(code)
    const selfie = [field('document_type', 'selfie'), file('file', picture())]
    expect((await persons.send(`${url}/documents`, selfie)).body['code']).toBe(code)
    expect((await persons.get(`${REPRESENTATIVES}?onboarding_id=${onboarding_id}`)).body['data']).toEqual([])
    const again = await persons.representative(shareholder, { name: 'Inês outra vez' })
    expect(again).not.toBe(id)
    expect((await persons.get(`${REPRESENTATIVES}/${again}/documents`)).body).toEqual([])
    const state = await stateOf()
    expect(toldOf(state, id).at(-1)).toEqual([2, 'users.legal_representative.withdrawn'])
    expect(state.onboarding_activity.at(-1)).toMatchObject({
      what: 'representative_withdrawn',
      legal_representative_id: id,
    })
  })

  it('a company needs no documents of a withdrawn representative', async () => {
    await persons.companyDocuments(onboarding_id)
    await persons.representativeDocuments(id)
    const other = await persons.representative(await persons.shareholder(onboarding_id))
    const finalize = () => persons.post(`${LEGAL}/${onboarding_id}/finalize`)
    expect((await finalize()).body['code']).toBe('ONBOARDING_INCOMPLETE')
    await persons.withdraw(`${REPRESENTATIVES}/${other}`)
    expect((await finalize()).body['status']).toBe('in_process')
  })
})
