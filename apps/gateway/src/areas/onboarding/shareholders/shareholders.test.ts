import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { again, newCnpj, newCpf, type Persons, personsOf, SHAREHOLDERS } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons
let onboarding_id: string

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
  onboarding_id = await persons.legal()
})
afterAll(() => gateway.close())

const create = (fields: object = {}, headers: Record<string, string> = {}) => {
  const body = { onboarding_id, name: 'Inês Canário Prado', document: newCpf(), type: 'PARTNER', ...fields }
  return gateway.ask({ method: 'POST', url: SHAREHOLDERS, as: user, headers, body })
}
const stateOf = async () =>
  (await gateway.db.admin.query('select * from shareholders where user_id = $1 order by id', [user.user_id])).rows

describe('createShareholder', () => {
  it('201: percent in the API, basis points in the row, and the person type from the document', async () => {
    const answer = await create({ participation_percentage: 33.33, zip_code: '50030230' })
    expect(answer).toMatchObject({
      status: 201,
      body: { participation_percentage: 33.33, person_type: 'NATURAL_PERSON', zip_code: '50030230' },
    })
    expect(await stateOf()).toMatchObject([{ participation_basis_points: 3333 }])
    expect((await create({ document: '12abc34501de35' })).body).toMatchObject({
      document: '12ABC34501DE35',
      person_type: 'LEGAL_PERSON',
    })
    const { rows } = await gateway.db.admin.query(`select data from events where type = 'users.shareholder.created'
      and object_id = '${String(answer.body['id'])}'`)
    expect(rows).toEqual([
      { data: { shareholder_id: answer.body['id'], onboarding_id, person_type: 'NATURAL_PERSON' } },
    ])
  })

  it('201: the same request again returns the registered one; 409 with any difference, and its id', async () => {
    const sent = { document: newCnpj(), participation_percentage: 90, zip_code: '50030230' }
    const first = await create(sent)
    const before = await stateOf()
    expect(await create(sent, again)).toMatchObject({ status: 201, body: first.body })
    expect(await create({ ...sent, document: sent.document.toLowerCase() }, again)).toMatchObject({ status: 201 })
    const others: [object, string[]][] = [
      [{ name: 'Outra', participation_percentage: 95 }, ['/body/name', '/body/participation_percentage']],
      [
        { participation_percentage: undefined, zip_code: undefined },
        ['/body/participation_percentage', '/body/zip_code'],
      ],
      [{ type: 'ATTORNEY' }, ['/body/type']],
    ]
    for (const [fields, pointers] of others) {
      const other = await create({ ...sent, ...fields })
      expect(other).toMatchObject({
        status: 409,
        body: { code: 'ONBOARDING_SHAREHOLDER_ALREADY_EXISTS', shareholder_id: first.body['id'] },
      })
      expect(other.body['errors']).toMatchObject(pointers.map((pointer) => ({ pointer, code: 'DIFFERS' })))
    }
    const chosen = await create(sent, { ...again, 'x-transaction-uuid': randomUUID() })
    expect(chosen.body['errors']).toMatchObject([{ pointer: '/headers/x-transaction-uuid', code: 'DIFFERS' }])
    expect(await stateOf()).toEqual(before)
  })

  it('422: never over 100 %; of ten concurrent requests as many as fit', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ participation_percentage: 24.99 })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(6)
    const before = await stateOf()
    expect(await create({ participation_percentage: 0.05 })).toMatchObject({
      status: 422,
      body: {
        code: 'ONBOARDING_SHAREHOLDER_RULES_BROKEN',
        errors: [{ pointer: '/body/participation_percentage', code: 'PARTICIPATION_OVER_100' }],
      },
    })
    expect(await stateOf()).toEqual(before)
    expect((await create({ participation_percentage: 0.04 })).status).toBe(201)
  })

  it('422: an invalid document; 409: an id that is taken; 404: no such company', async () => {
    expect((await create({ document: '11111111111' })).body['code']).toBe('ONBOARDING_SHAREHOLDER_RULES_BROKEN')
    const headers = { 'x-transaction-uuid': randomUUID() }
    expect((await create({}, headers)).body['id']).toBe(headers['x-transaction-uuid'])
    expect((await create({}, headers)).body['code']).toBe('ONBOARDING_SHAREHOLDER_ID_TAKEN')
    for (const id of [randomUUID(), await persons.natural(), await personsOf(gateway, await gateway.user()).legal()])
      expect(await create({ onboarding_id: id })).toMatchObject({ status: 404, body: { code: 'ONBOARDING_NOT_FOUND' } })
  })

  it('422: two hundred and no more', async () => {
    await gateway.db.admin.query(
      `insert into shareholders (user_id, id, onboarding_id, document, person_type, name, type, version, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'x' || n, 'NATURAL_PERSON', 'x', 'PARTNER', 1, now(), now()
       from generate_series(1, 199) n`,
      [user.user_id, onboarding_id],
    )
    expect((await create()).status).toBe(201)
    expect((await create()).body['errors']).toMatchObject([{ pointer: '/body/onboarding_id', code: 'TOO_MANY' }])
    expect(await stateOf()).toHaveLength(200)
  })

  it('422: once the onboarding accepts no changes', async () => {
    await gateway.db.admin.query(`update onboardings set status = 'in_process' where id = $1`, [onboarding_id])
    expect((await create()).body['code']).toBe('ONBOARDING_TAKES_NO_CHANGES')
    expect(await stateOf()).toEqual([])
  })

  it.each([
    { participation_percentage: 100.01 },
    { participation_percentage: -1 },
    { participation_percentage: 1.234 },
    { type: 'FRIEND' },
    { document: '111.444.777-35' },
    { person_type: 'LEGAL_PERSON' },
  ])('400: %j', async (fields) => {
    expect((await create(fields)).body['code']).toBe('REQUEST_MALFORMED')
    expect(await stateOf()).toEqual([])
  })
})

describe('getShareholder and listShareholders', () => {
  it('200: those of one company, page by page; 404 for a missing id', async () => {
    const first = await persons.shareholder(onboarding_id)
    const second = await persons.shareholder(onboarding_id, { document: newCnpj() })
    await persons.shareholder(await persons.legal())
    const { body } = await persons.get(`${SHAREHOLDERS}?onboarding_id=${onboarding_id}`)
    expect((body['data'] as { id: string }[]).map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await persons.get(`${SHAREHOLDERS}?page_size=2`)).body['has_next_page']).toBe(true)
    expect((await persons.get(`${SHAREHOLDERS}/${first.id}`)).body['document']).toBe(first.document)
    expect((await persons.get(`${SHAREHOLDERS}/${randomUUID()}`)).body['code']).toBe('ONBOARDING_SHAREHOLDER_NOT_FOUND')
  })
})
