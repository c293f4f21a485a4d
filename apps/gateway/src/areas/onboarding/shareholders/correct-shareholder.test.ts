import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { expectRefused, peopleState, toldOf } from '@eclusa/testing/people-state.ts'
import { newCnpj, newCpf, type Persons, personsOf, REPRESENTATIVES, SHAREHOLDERS } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons
let onboarding_id: string
let shareholder: { id: string; document: string }
let url: string

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
  onboarding_id = await persons.legal()
  shareholder = await persons.shareholder(onboarding_id, { participation_percentage: 60, zip_code: '50030230' })
  url = `${SHAREHOLDERS}/${shareholder.id}`
})
afterAll(() => gateway.close())

const stateOf = () => peopleState(gateway, user)
const rulesOf = ({ body }: TestResponse) =>
  (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code])

const refused = (ask: () => Promise<TestResponse>, status: number, code: string) =>
  expectRefused(stateOf, ask, status, code)

describe('updateShareholder', () => {
  it('200: changes only the sent fields, records their names in the activity, and emits an event with ids only', async () => {
    const [before] = (await stateOf()).shareholders
    const answer = await persons.patch(url, { name: 'Inês Canário Lima', participation_percentage: 12.34 })
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(answer.body).toMatchObject({
      name: 'Inês Canário Lima',
      participation_percentage: 12.34,
      zip_code: '50030230',
    })
    const state = await stateOf()
    const touched = new Set(['name', 'participation_basis_points', 'version', 'updated_at'])
    for (const [name, value] of Object.entries(before!))
      if (!touched.has(name)) expect(state.shareholders[0]![name], name).toEqual(value)
    expect(toldOf(state, shareholder.id)).toEqual([
      [1, 'users.shareholder.created'],
      [2, 'users.shareholder.updated'],
    ])
    expect(state.onboarding_activity).toMatchObject([
      { what: 'shareholder_corrected', actor: 'integrator', reason: 'name participation_percentage' },
    ])
    expect(JSON.stringify(state.events)).not.toContain('Lima')
    const cleared = await persons.patch(url, { participation_percentage: null, zip_code: null })
    for (const name of ['participation_percentage', 'zip_code']) expect(cleared.body).not.toHaveProperty(name)
  })

  it('200: the person type follows from the document, which is normalised', async () => {
    const { body } = await persons.patch(url, { document: '12abc34501de35' })
    expect(body).toMatchObject({ document: '12ABC34501DE35', person_type: 'LEGAL_PERSON' })
  })

  it('422: never over 100 %, counted without its previous share', async () => {
    await persons.shareholder(onboarding_id, { participation_percentage: 30 })
    const patch = (participation_percentage: number) => persons.patch(url, { participation_percentage })
    const answer = await refused(() => patch(70.01), 422, 'ONBOARDING_SHAREHOLDER_RULES_BROKEN')
    expect(rulesOf(answer)).toEqual([['/body/participation_percentage', 'PARTICIPATION_OVER_100']])
    expect((await patch(70)).status).toBe(200)
  })

  it('422: an invalid document; 409: one of another shareholder, whose id is returned', async () => {
    const other = await persons.shareholder(onboarding_id)
    const patch = (document: string) => () => persons.patch(url, { document })
    await refused(patch('11111111111'), 422, 'ONBOARDING_SHAREHOLDER_RULES_BROKEN')
    const answer = await refused(patch(other.document), 409, 'ONBOARDING_SHAREHOLDER_ALREADY_EXISTS')
    expect(answer.body).toMatchObject({ shareholder_id: other.id })
    expect(rulesOf(answer)).toEqual([['/body/document', 'DOCUMENT_TAKEN']])
  })

  it('200: a natural person represents itself, so its representative gets the new number', async () => {
    const representative = await persons.representative(shareholder)
    const document = newCpf()
    expect((await persons.patch(url, { document })).status).toBe(200)
    expect((await persons.get(`${REPRESENTATIVES}/${representative}`)).body['document']).toBe(document)
    const state = await stateOf()
    expect(toldOf(state, representative)).toEqual([
      [1, 'users.legal_representative.created'],
      [2, 'users.legal_representative.updated'],
    ])
    expect(state.onboarding_activity.map(({ what }) => what)).toEqual([
      'shareholder_corrected',
      'representative_corrected',
    ])
  })

  it('201 and 200: the parts of each company are counted by themselves', async () => {
    const other = await persons.shareholder(await persons.legal(), { participation_percentage: 60 })
    expect((await persons.patch(`${SHAREHOLDERS}/${other.id}`, { participation_percentage: 100 })).status).toBe(200)
  })

  it('200: a company that keeps its number, with any representative', async () => {
    const company = await persons.shareholder(onboarding_id, { document: newCnpj() })
    await persons.representative({ ...company, document: newCpf() })
    expect((await persons.patch(`${SHAREHOLDERS}/${company.id}`, { name: 'Canário S.A.' })).status).toBe(200)
  })

  it('422: a document of the representative of another shareholder, or a CPF other than that of its own representative', async () => {
    const company = await persons.shareholder(onboarding_id, { document: newCnpj() })
    const lawyer = newCpf()
    await persons.representative({ ...company, document: lawyer })
    await persons.representative(shareholder)
    const patch = (of: string) => () => persons.patch(`${SHAREHOLDERS}/${of}`, { document: lawyer })
    const twice = await refused(patch(shareholder.id), 422, 'ONBOARDING_SHAREHOLDER_RULES_BROKEN')
    expect(rulesOf(twice)).toEqual([['/body/document', 'REPRESENTS_ANOTHER']])
    const turned = () => persons.patch(`${SHAREHOLDERS}/${company.id}`, { document: newCpf() })
    const another = await refused(turned, 422, 'ONBOARDING_SHAREHOLDER_RULES_BROKEN')
    expect(rulesOf(another)).toEqual([['/body/document', 'REPRESENTATIVE_IS_ANOTHER']])
    // The company turns out to be its lawyer, who is already registered and stays.
    expect((await patch(company.id)()).status).toBe(200)
  })

  it('422 once the checks began; 412 with an outdated ETag; 400 and 404 as everywhere', async () => {
    for (const body of [{}, { onboarding_id: randomUUID() }, { name: null }, { participation_percentage: 1.234 }])
      await refused(() => persons.patch(url, body), 400, 'REQUEST_MALFORMED')
    await refused(
      () => persons.patch(`${SHAREHOLDERS}/${randomUUID()}`, { name: 'x' }),
      404,
      'ONBOARDING_SHAREHOLDER_NOT_FOUND',
    )
    await refused(() => persons.patch(url, { name: 'x' }, { 'if-match': '"9"' }), 412, 'PRECONDITION_FAILED')
    await gateway.db.admin.query(`update onboardings set status = 'in_process' where id = $1`, [onboarding_id])
    await refused(() => persons.patch(url, { name: 'x' }), 422, 'ONBOARDING_TAKES_NO_CHANGES')
    await refused(() => persons.withdraw(url), 422, 'ONBOARDING_TAKES_NO_CHANGES')
  })

  it('of many concurrent corrections, none lets the shares exceed 100 %', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => persons.shareholder(onboarding_id)))
    await persons.patch(url, { participation_percentage: 0 })
    const answers = await Promise.all(
      others.map(({ id }) => persons.patch(`${SHAREHOLDERS}/${id}`, { participation_percentage: 40 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422])
  })
})

describe('withdrawShareholder', () => {
  it('200: it can no longer be found, its share and its document are free again', async () => {
    expect(await persons.withdraw(url)).toMatchObject({ status: 200, body: { id: shareholder.id } })
    await refused(() => persons.withdraw(url), 404, 'ONBOARDING_SHAREHOLDER_NOT_FOUND')
    await refused(() => persons.patch(url, { name: 'x' }), 404, 'ONBOARDING_SHAREHOLDER_NOT_FOUND')
    expect((await persons.get(url)).status).toBe(404)
    expect((await persons.get(`${SHAREHOLDERS}?onboarding_id=${onboarding_id}`)).body['data']).toEqual([])
    const again = { document: shareholder.document, participation_percentage: 100 }
    expect((await persons.shareholder(onboarding_id, again)).id).not.toBe(shareholder.id)
    const state = await stateOf()
    expect(toldOf(state, shareholder.id).at(-1)).toEqual([2, 'users.shareholder.withdrawn'])
    expect(state.onboarding_activity).toMatchObject([{ what: 'shareholder_withdrawn', actor: 'integrator' }])
  })

  it('422: while it has a representative, whose id is returned and who must be withdrawn first; 412 with an outdated ETag', async () => {
    const representative = await persons.representative(shareholder)
    const answer = await refused(() => persons.withdraw(url), 422, 'ONBOARDING_SHAREHOLDER_REPRESENTED')
    expect(answer.body).toMatchObject({ legal_representative_ids: [representative] })
    expect((await persons.withdraw(`${REPRESENTATIVES}/${representative}`)).status).toBe(200)
    await refused(() => persons.withdraw(url, { 'if-match': '"9"' }), 412, 'PRECONDITION_FAILED')
    expect((await persons.withdraw(url)).status).toBe(200)
  })

  it('concurrent with a representative for it, one takes effect', async () => {
    for (let round = 0; round < 20; round += 1) {
      const one = await persons.shareholder(onboarding_id)
      const [withdrawn, represented] = await Promise.all([
        persons.withdraw(`${SHAREHOLDERS}/${one.id}`),
        persons.representative(one).then(
          () => 201,
          () => 404,
        ),
      ])
      expect([
        [200, 404],
        [422, 201],
      ]).toContainEqual([withdrawn.status, represented])
    }
  })
})
