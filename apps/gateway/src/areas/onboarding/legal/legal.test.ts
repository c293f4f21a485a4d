import { holdingsOf, samples } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  address,
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

beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
})
afterAll(() => gateway.close())

const settle = (id: string, change: string) =>
  gateway.db.admin.query(`update onboardings set ${change} where id = $1`, [id])
const finalize = (id: string, language = 'pt-BR') =>
  gateway.ask({
    method: 'POST',
    url: `${LEGAL}/${id}/finalize`,
    as: user,
    headers: { 'x-lang': language, 'x-include-replay-protection-schema': 'nonce' },
  })
const missingOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['errors'] as { pointer: string; code: string }[]).map(({ code, pointer }) => `${code} ${pointer}`)

async function stateOf(id: string) {
  const read = async (text: string) => (await gateway.db.admin.query(text, [id])).rows as Record<string, unknown>[]
  return {
    row: await read('select * from onboardings where id = $1'),
    documents: await read('select * from onboarding_documents where onboarding_id = $1 order by id'),
    steps: await read('select * from onboarding_steps where onboarding_id = $1 order by "order", id'),
    events: await read('select type, sequence from events where object_id = $1 order by sequence'),
    jobs: await read(`select data from pgboss.job where name = 'advance-onboarding' and data->>'onboarding_id' = $1`),
  }
}

/** Sets the state that the upload of a liveness video leaves. */
async function film(id: string, representative: string) {
  await settle(id, `liveness_method = 'VIDEO_UPLOAD'`)
  await gateway.db.admin.query(
    `insert into liveness_checks (user_id, onboarding_id, id, legal_representative_id, status, method, submitted_at, version,
       created_at, updated_at)
     values ($1, $2, gen_random_uuid(), $3, 'PENDING', 'VIDEO_UPLOAD', now(), 1, now(), now())`,
    [user.user_id, id, representative],
  )
}

describe('createLegalPersonOnboarding, getLegalPersonOnboarding and listLegalPersonOnboardings', () => {
  it('201: pending, with the field names of companies', async () => {
    const user_account_id = await persons.company({ document: '12abc34501de35' })
    const sent = { user_account_id, address, company_revenue: 90_000_00, accepted_terms: true }
    const answer = await persons.post(LEGAL, sent)
    const shown = { user_account_id, address, company_revenue: 90_000_00, cnpj: '12ABC34501DE35', status: 'pending' }
    expect(answer).toMatchObject({ status: 201, body: { ...shown, legal_person_name: 'Canário Comércio LTDA' } })
    expect((await persons.get(`${LEGAL}/${String(answer.body['id'])}`)).body).toMatchObject(shown)
    await persons.natural()
    expect((await persons.get(LEGAL)).body['data']).toMatchObject([shown])
    expect((await persons.get(`${LEGAL}?status=finished`)).body['data']).toEqual([])
  })

  it('422 for a natural person, 409 while one is open, 400 without revenue', async () => {
    const sent = { address, company_revenue: 1, accepted_terms: true }
    const person = await persons.account()
    expect((await persons.post(LEGAL, { ...sent, user_account_id: person })).body['code']).toBe(
      'ONBOARDING_PERSON_TYPE_DIFFERS',
    )
    const company = await persons.company()
    expect((await persons.post(LEGAL, { ...sent, user_account_id: company })).status).toBe(201)
    expect((await persons.post(LEGAL, { ...sent, user_account_id: company, company_revenue: 2 })).status).toBe(409)
    expect((await persons.post(LEGAL, { ...sent, user_account_id: company, company_revenue: undefined })).status).toBe(
      400,
    )
  })
})

describe('uploadCompanyDocument, replaceCompanyDocument and listCompanyDocuments', () => {
  it('201, 200: one of each type, replaced by POST and by PUT, separate from those of its representatives', async () => {
    const id = await persons.legal()
    const url = `${LEGAL}/${id}/documents`
    const first = await persons.send(url, [field('type', 'social_contract'), file('file', samples.pdf, 'a.pdf')])
    expect(first).toMatchObject({ status: 201, body: { type: 'social_contract', content_type: 'application/pdf' } })
    const again = await persons.send(url, [field('type', 'social_contract'), file('file', picture())])
    expect(again.body).toMatchObject({ id: first.body['id'], content_type: 'image/jpeg' })
    const put = await persons.send(`${url}/${String(first.body['id'])}`, [file('file', samples.png, 'c.png')], 'PUT')
    expect(put).toMatchObject({ status: 200, headers: { etag: '"3"' }, body: { content_type: 'image/png' } })
    const representative = await persons.representative(await persons.shareholder(id))
    await persons.representativeDocuments(representative)
    expect((await persons.get(url)).body).toMatchObject([{ id: first.body['id'], file_name: 'c.png' }])
    const { body } = await persons.get(`${REPRESENTATIVES}/${representative}/documents`)
    const theirs = (body as unknown as { id: string; type: string }[]).map(({ type }) => type)
    expect(theirs.toSorted()).toEqual([
      'identity_document_back',
      'identity_document_front',
      'qualification_declaration',
      'selfie',
    ])
    const [selfie] = body as unknown as { id: string }[]
    expect((await persons.send(`${url}/${selfie!.id}`, [file('file', picture())], 'PUT')).body['code']).toBe(
      'ONBOARDING_DOCUMENT_NOT_FOUND',
    )
  })

  it('413, 400, 422: too large, of no accepted type, and once it is closed; nothing is stored', async () => {
    const id = await persons.legal()
    const url = `${LEGAL}/${id}/documents`
    const before = [await stateOf(id), await holdingsOf(gateway, user)]
    const large = Buffer.concat([samples.jpeg, Buffer.alloc(10_000_001)])
    expect((await persons.send(url, [field('type', 'balance_sheet'), file('file', large)])).status).toBe(413)
    expect((await persons.send(url, [field('type', 'poem'), file('file')])).status).toBe(400)
    expect((await persons.send(url, [field('type', 'balance_sheet')])).status).toBe(400)
    expect([await stateOf(id), await holdingsOf(gateway, user)]).toEqual(before)
    await settle(id, `status = 'in_process'`)
    expect((await persons.send(url, [field('type', 'balance_sheet'), file('file')])).body['code']).toBe(
      'ONBOARDING_TAKES_NO_CHANGES',
    )
    expect(await holdingsOf(gateway, user)).toEqual(before[1])
  })
})

describe('finalizeLegalPersonOnboarding', () => {
  it('422: everything at once, in the requested language, and it stays open', async () => {
    const id = await persons.legal()
    const company = await persons.shareholder(id, { document: newCnpj() })
    const representative = await persons.representative(await persons.shareholder(id))
    const before = await stateOf(id)
    const answer = await finalize(id)
    expect(answer).toMatchObject({ status: 422, body: { code: 'ONBOARDING_INCOMPLETE' } })
    const at = `/legal_representatives/${representative}/documents`
    expect(missingOf(answer)).toEqual([
      `SHAREHOLDER_WITHOUT_REPRESENTATIVE /shareholders/${company.id}`,
      'DOCUMENT_REQUIRED /documents/social_contract',
      'REVENUE_REQUIRED /documents/revenue_statement',
      `DOCUMENT_REQUIRED ${at}/selfie`,
      `DOCUMENT_REQUIRED ${at}/qualification_declaration`,
      `IDENTITY_REQUIRED ${at}/identity_document`,
    ])
    expect(JSON.stringify(answer.body)).toContain('envie este documento')
    expect(JSON.stringify((await finalize(id, 'en-US')).body)).toContain('send this document')
    expect(await stateOf(id)).toEqual(before)
  })

  it('200: the checks begin, with a liveness for each representative; a second submission is rejected', async () => {
    const { id, representatives } = await persons.complete()
    expect(await finalize(id)).toMatchObject({ status: 200, body: { id, status: 'in_process' } })
    const { steps, jobs, events } = await stateOf(id)
    const faces = steps.filter(({ name }) => name === 'LIVENESS')
    expect(faces.map(({ legal_representative_id }) => legal_representative_id).toSorted()).toEqual(
      representatives.toSorted(),
    )
    expect(jobs).toEqual([{ data: { user_id: user.user_id, onboarding_id: id } }])
    expect(events.at(-1)).toMatchObject({ type: 'users.onboarding.submitted' })
    const before = await stateOf(id)
    expect((await finalize(id)).body['code']).toBe('ONBOARDING_TAKES_NO_CHANGES')
    expect(await stateOf(id)).toEqual(before)
  })

  it('200: nothing is required of a former representative', async () => {
    const { id, representatives } = await persons.complete()
    const third = await persons.shareholder(id, { document: newCnpj() })
    await persons.representative(third, { document: newCpf(), relationship_end_date: '2021-01-01' })
    expect(missingOf(await finalize(id))).toEqual([`SHAREHOLDER_WITHOUT_REPRESENTATIVE /shareholders/${third.id}`])
    const fourth = await persons.representative(third, { document: newCpf() })
    await persons.representativeDocuments(fourth)
    expect((await finalize(id)).status).toBe(200)
    const people = (await stateOf(id)).steps.filter(({ name }) => name === 'LIVENESS')
    expect(people.map((step) => step['legal_representative_id']).toSorted()).toEqual(
      [...representatives, fourth].toSorted(),
    )
  })

  it('by video: every active representative, and an image of each identity document', async () => {
    const { id, representatives } = await persons.complete()
    await film(id, representatives[0]!)
    const last = representatives[1]!
    expect(missingOf(await finalize(id))).toEqual([`VIDEO_REQUIRED /legal_representatives/${last}/liveness`])
    const front = [
      field('document_type', 'identity_document'),
      field('identity_document_type', 'national_id'),
      field('document_side', 'front'),
    ]
    const url = `${REPRESENTATIVES}/${last}/documents`
    await persons.send(url, [...front, file('file', samples.pdf, 'frente.pdf')])
    await film(id, last)
    expect(missingOf(await finalize(id))).toEqual([
      `FACE_IMAGE_REQUIRED /legal_representatives/${last}/documents/identity_document`,
    ])
    await persons.send(url, [...front, file('file', samples.png, 'frente.png')])
    expect((await finalize(id)).status).toBe(200)
  })

  it('200: again, with a further representative, after an analyst returned it', async () => {
    const { id } = await persons.complete()
    await finalize(id)
    await settle(id, `status = 'invalid'`)
    const third = await persons.representative(await persons.shareholder(id))
    expect((await finalize(id)).status).toBe(422)
    await persons.representativeDocuments(third)
    expect((await finalize(id)).body['status']).toBe('in_process')
    const { steps, jobs } = await stateOf(id)
    expect(steps.filter(({ legal_representative_id }) => legal_representative_id === third)).toHaveLength(3)
    expect(jobs).toHaveLength(2)
  })

  it('of two concurrent requests, one takes effect', async () => {
    const { id } = await persons.complete()
    const answers = await Promise.all([finalize(id), finalize(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect((await stateOf(id)).jobs).toHaveLength(1)
  })
})
