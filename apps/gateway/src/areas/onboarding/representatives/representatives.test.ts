import { randomUUID } from 'node:crypto'
import { holdingsOf, samples } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  address,
  again,
  field,
  file,
  newCnpj,
  newCpf,
  type Persons,
  personsOf,
  picture,
  REPRESENTATIVES,
  representativeBody,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons
let onboarding_id: string
let shareholder: { id: string; document: string }

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
  onboarding_id = await persons.legal()
  shareholder = await persons.shareholder(onboarding_id)
})
afterAll(() => gateway.close())

const create = (fields: object = {}, of = shareholder, headers: Record<string, string> = {}) => {
  const body = { ...representativeBody(of.id, of.document), ...fields }
  return gateway.ask({ method: 'POST', url: REPRESENTATIVES, as: user, headers, body })
}
const rulesOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['errors'] as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code])
const stateOf = async () => {
  const read = async (text: string) => (await gateway.db.admin.query(text, [user.user_id])).rows
  return {
    rows: await read('select * from legal_representatives where user_id = $1 order by id'),
    documents: await read('select * from onboarding_documents where user_id = $1 order by id'),
    onboardings: await read('select * from onboardings where user_id = $1 order by id'),
  }
}

describe('createLegalRepresentative', () => {
  it('201: in the onboarding of its shareholder, with defaults for the fields that were not sent', async () => {
    const answer = await create({ participation_percentage: 12.5, income: 1_000_000, phone_number: '5581999990000' })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...representativeBody(shareholder.id, shareholder.document),
        onboarding_id,
        document_country: 'BRA',
        participation_percentage: 12.5,
        registration_update_date: '2020-05-01',
        phone_number: '+5581999990000',
        active: true,
      },
    })
    expect((await persons.get(`${REPRESENTATIVES}/${String(answer.body['id'])}`)).body).toEqual(answer.body)
  })

  it('201: the same request again returns the registered one; 409 with any difference, and its id', async () => {
    const company = await persons.shareholder(onboarding_id, { document: newCnpj() })
    const sent = { income: 900_000, participation_percentage: 12.5, phone_number: '5581999990000' }
    const first = await create(sent)
    const before = await stateOf()
    expect(await create(sent, shareholder, again)).toMatchObject({ status: 201, body: first.body })
    const others: [object, { id: string; document: string }, string[]][] = [
      [{ name: 'Outra' }, shareholder, ['/body/name']],
      [{ address: { ...address, number: 1 } }, shareholder, ['/body/address']],
      [{ income: undefined }, shareholder, ['/body/income']],
      [{ document: shareholder.document }, company, ['/body/shareholder_id']],
    ]
    for (const [fields, of, pointers] of others) {
      const other = await create({ ...sent, ...fields }, of)
      expect(other).toMatchObject({
        status: 409,
        body: {
          code: 'ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS',
          legal_representative_id: first.body['id'],
        },
      })
      expect(rulesOf(other)).toEqual(pointers.map((pointer) => [pointer, 'DIFFERS']))
    }
    expect(await stateOf()).toEqual(before)
  })

  it('422: fifty and no more', async () => {
    await create()
    await gateway.db.admin.query(
      `insert into legal_representatives select (populated).* from (
         select jsonb_populate_record(stored, jsonb_build_object('id', gen_random_uuid(), 'document', 'x' || n)) as populated
         from legal_representatives stored, generate_series(1, 48) n where user_id = $1) as others`,
      [user.user_id],
    )
    const [first, second] = [await persons.shareholder(onboarding_id), await persons.shareholder(onboarding_id)]
    expect((await create({}, first)).status).toBe(201)
    expect(rulesOf(await create({}, second))).toEqual([['/body/shareholder_id', 'TOO_MANY']])
    expect((await stateOf()).rows).toHaveLength(50)
  })

  it('201: a relationship that has ended is stored, and is not active', async () => {
    expect((await create({ relationship_end_date: '2021-01-01' })).body['active']).toBe(false)
  })

  const broken: [string, object, [string, string][]][] = [
    ['a CPF one digit off', { document: '11144477734' }, [['/body/document', 'CPF']]],
    ['a company', { document: newCnpj() }, [['/body/document', 'CPF']]],
    [
      'somebody else for a natural shareholder',
      { document: newCpf() },
      [['/body/document', 'REPRESENTATIVE_IS_ANOTHER']],
    ],
    ['not yet born', { birth_date: '2999-01-01' }, [['/body/birth_date', 'IN_THE_PAST']]],
    [
      'an end before its start, and a start to come',
      { relationship_start_date: '2999-02-01', relationship_end_date: '2999-01-01' },
      [
        ['/body/relationship_start_date', 'IN_THE_PAST'],
        ['/body/relationship_end_date', 'AFTER_START'],
      ],
    ],
  ]
  it.each(broken)('422: %s', async (_name, fields, rules) => {
    const answer = await create(fields)
    expect(answer).toMatchObject({ status: 422, body: { code: 'ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN' } })
    expect(rulesOf(answer)).toEqual(rules)
    expect((await stateOf()).rows).toEqual([])
  })

  it("404 without such a shareholder, or with another user's; 409 with an id that is taken; 422 once closed", async () => {
    const strangers = personsOf(gateway, await gateway.user())
    const theirs = await strangers.shareholder(await strangers.legal())
    for (const other of [{ ...shareholder, id: randomUUID() }, theirs])
      expect(await create({}, other)).toMatchObject({ status: 404, body: { code: 'ONBOARDING_SHAREHOLDER_NOT_FOUND' } })
    const headers = { 'x-transaction-uuid': randomUUID() }
    expect((await create({}, shareholder, headers)).body['id']).toBe(headers['x-transaction-uuid'])
    const second = await persons.shareholder(onboarding_id)
    expect((await create({}, second, headers)).body['code']).toBe('ONBOARDING_LEGAL_REPRESENTATIVE_ID_TAKEN')
    await gateway.db.admin.query(`update onboardings set status = 'in_process' where id = $1`, [onboarding_id])
    expect((await create({}, second)).body['code']).toBe('ONBOARDING_TAKES_NO_CHANGES')
  })

  it.each([
    { address: { ...address, neighborhood: undefined } },
    { phone_number: undefined },
    { mother_name: undefined },
    { active: true },
    { representor_type: 'FRIEND' },
  ])('400: %j', async (fields) => {
    expect((await create(fields)).body['code']).toBe('REQUEST_MALFORMED')
  })
})

describe('getLegalRepresentative and listLegalRepresentatives', () => {
  it('200: those of one company, page by page; 404 for a missing id', async () => {
    const first = await persons.representative(shareholder)
    const second = await persons.representative(await persons.shareholder(onboarding_id))
    const { body } = await persons.get(`${REPRESENTATIVES}?onboarding_id=${onboarding_id}`)
    expect((body['data'] as { id: string }[]).map(({ id }) => id)).toEqual([second, first])
    expect((await persons.get(`${REPRESENTATIVES}?onboarding_id=${randomUUID()}`)).body['data']).toEqual([])
    expect((await persons.get(`${REPRESENTATIVES}?page_size=1`)).body['has_next_page']).toBe(true)
    expect((await persons.get(`${REPRESENTATIVES}/${second}`)).body['id']).toBe(second)
    const absent = await persons.get(`${REPRESENTATIVES}/${randomUUID()}`)
    expect(absent.body['code']).toBe('ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND')
  })
})

describe('uploadRepresentativeDocument, replaceRepresentativeDocument and listRepresentativeDocuments', () => {
  const identity = (paper: string) => [
    field('document_type', 'identity_document'),
    field('identity_document_type', paper),
  ]
  let url: string
  beforeEach(async () => {
    url = `${REPRESENTATIVES}/${await persons.representative(shareholder)}/documents`
  })

  it('201: stored by side, a passport as one file, with ids only in the event', async () => {
    const front = await persons.send(url, [...identity('national_id'), field('document_side', 'front'), file('file')])
    expect(front).toMatchObject({
      status: 201,
      body: { type: 'identity_document_front', identity_document_type: 'national_id', onboarding_id },
    })
    const passport = await persons.send(url, [...identity('passport'), file('file', picture())])
    expect(passport.body).toMatchObject({ type: 'identity_document', identity_document_type: 'passport' })
    const put = await persons.send(`${url}/${String(front.body['id'])}`, [file('file', samples.png, 'x.png')], 'PUT')
    expect(put).toMatchObject({ status: 200, body: { type: 'identity_document_front', content_type: 'image/png' } })
    expect((await persons.get(url)).body).toMatchObject([{ id: put.body['id'] }, { id: passport.body['id'] }])
    const { rows } = await gateway.db.admin.query(
      `select data->>'legal_representative_id' as id from events where type = 'users.onboarding.documents_attached'
       and object_id = $1`,
      [onboarding_id],
    )
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ id: front.body['legal_representative_id'] })))
  })

  const refused: [string, ReturnType<typeof field>[], [string, string][]][] = [
    ['no paper', [field('document_type', 'identity_document')], [['/body/identity_document_type', 'IDENTITY_TYPE']]],
    ['no side', identity('driver_license'), [['/body/document_side', 'SIDE']]],
    [
      'a side of a passport',
      [...identity('passport'), field('document_side', 'back')],
      [['/body/document_side', 'SIDE']],
    ],
    [
      'a selfie that is a paper with sides',
      [
        field('document_type', 'selfie'),
        field('identity_document_type', 'national_id'),
        field('document_side', 'front'),
      ],
      [
        ['/body/identity_document_type', 'IDENTITY_TYPE'],
        ['/body/document_side', 'SIDE'],
      ],
    ],
  ]
  it.each(refused)('422: %s, and nothing is stored', async (_name, fields, rules) => {
    const before = [await stateOf(), await holdingsOf(gateway, user)]
    const answer = await persons.send(url, [...fields, file('file')])
    expect(answer).toMatchObject({ status: 422, body: { code: 'ONBOARDING_DOCUMENT_RULES_BROKEN' } })
    expect(rulesOf(answer)).toEqual(rules)
    expect([await stateOf(), await holdingsOf(gateway, user)]).toEqual(before)
  })

  it('422 once closed, 404 for a document of another representative', async () => {
    const other = await persons.representative(await persons.shareholder(onboarding_id))
    const selfie = [field('document_type', 'selfie'), file('file', picture())]
    const theirs = await persons.send(`${REPRESENTATIVES}/${other}/documents`, selfie)
    const put = (id: unknown) => persons.send(`${url}/${String(id)}`, [file('file', picture())], 'PUT')
    expect((await put(theirs.body['id'])).body['code']).toBe('ONBOARDING_DOCUMENT_NOT_FOUND')
    await gateway.db.admin.query(`update onboardings set status = 'finished' where id = $1`, [onboarding_id])
    expect((await persons.send(url, selfie)).body['code']).toBe('ONBOARDING_TAKES_NO_CHANGES')
    expect((await put(theirs.body['id'])).body['code']).toBe('ONBOARDING_TAKES_NO_CHANGES')
  })
})
