import { randomUUID } from 'node:crypto'
import { holdingsOf, samples } from '@eclusa/testing/files.ts'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  address,
  field,
  file,
  NATURAL,
  naturalBody,
  type Persons,
  personsOf,
  picture,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons

beforeAll(async () => {
  gateway = await createTestGateway({ ONBOARDING_DAYS: '10' })
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
})
afterAll(() => gateway.close())

const settle = (id: string, change: string) =>
  gateway.db.admin.query(`update onboardings set ${change} where id = $1`, [id])
const send = (id: string, ...parts: ReturnType<typeof file>[]) => persons.send(`${NATURAL}/${id}/documents`, parts)
const rg = field('document_file_type', 'rg')

async function stateOf(id: string) {
  const read = async (text: string) => (await gateway.db.admin.query(text, [id])).rows as Record<string, unknown>[]
  return {
    row: await read('select * from onboardings where id = $1'),
    documents: await read('select * from onboarding_documents where onboarding_id = $1 order by id'),
    steps: await read('select name, status, "order" from onboarding_steps where onboarding_id = $1 order by "order"'),
    events: await read('select type, sequence, data from events where object_id = $1 order by sequence'),
    jobs: await read(`select data from pgboss.job where name = 'advance-onboarding' and data->>'onboarding_id' = $1`),
  }
}
const toldOf = async (id: string) =>
  (await stateOf(id)).events.map(({ type, sequence }) => `${String(type).split('.').at(-1)} ${String(sequence)}`)

describe('createOnboarding and getOnboarding', () => {
  it('201: pending until the configured day, with the data of its account', async () => {
    const account = await persons.account()
    const { accepted_terms: _, terms: __, ...said }: Record<string, unknown> = naturalBody(account)
    const answer = await persons.post(NATURAL, { ...said, pep: true, pep_since: '2020-01-01', accepted_terms: true })
    expect(answer).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: { ...said, pep: true, status: 'pending', full_name: 'Luiza Canário de Souza' },
    })
    const { created_at, expires_at, id } = answer.body as Record<string, string>
    expect(Date.parse(expires_at!) - Date.parse(created_at!)).toBe(10 * 86_400_000)
    expect((await stateOf(id!)).events).toMatchObject([{ type: 'users.onboarding.created', sequence: '1' }])
    expect((await persons.get(`${NATURAL}/${id!}`)).body['missing']).toEqual([
      'selfie',
      'document_front',
      'document_back',
    ])
  })

  it('409: one open at a time, also of ten concurrent requests; another after an unsuccessful one', async () => {
    const account = await persons.account()
    const ask = (n: number) => persons.post(NATURAL, { ...naturalBody(account), patrimony: n })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(409)])
    const id = String(answers.find(({ status }) => status === 201)!.body['id'])
    let patrimony = 100
    for (const status of ['pending', 'invalid', 'in_process', 'in_process_delayed', 'approved', 'finished']) {
      await settle(id, `status = '${status}'`)
      expect(await ask((patrimony += 1))).toMatchObject({
        status: 409,
        body: { code: 'ONBOARDING_ALREADY_EXISTS', onboarding_id: id },
      })
    }
    for (const status of ['rejected', 'failed', 'expired']) {
      await gateway.db.admin.query('update onboardings set status = $2 where account_id = $1', [account, status])
      expect((await ask((patrimony += 1))).status).toBe(201)
    }
  })

  it("409: the id of another user's onboarding, without further information", async () => {
    const stranger = await gateway.user()
    const theirs = randomUUID()
    const ask = async (as: TestUser) => {
      const body = naturalBody(await personsOf(gateway, as).account())
      return gateway.ask({ method: 'POST', url: NATURAL, as, headers: { 'x-transaction-uuid': theirs }, body })
    }
    expect((await ask(stranger)).status).toBe(201)
    const before = await stateOf(theirs)
    const answer = await ask(user)
    expect(answer).toMatchObject({ status: 409, body: { code: 'ONBOARDING_ID_TAKEN' } })
    expect(answer.body).not.toHaveProperty('onboarding_id')
    expect(await stateOf(theirs)).toEqual(before)
  })

  it('409: an id that is taken', async () => {
    const headers = { 'x-transaction-uuid': randomUUID() }
    const ask = async () =>
      gateway.ask({ method: 'POST', url: NATURAL, as: user, headers, body: naturalBody(await persons.account()) })
    expect((await ask()).body['id']).toBe(headers['x-transaction-uuid'])
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'ONBOARDING_ID_TAKEN' } })
  })

  it('404 without such an account, 422 for a company, 400 without accepted terms', async () => {
    expect(await persons.post(NATURAL, naturalBody(randomUUID()))).toMatchObject({
      status: 404,
      body: { code: 'USER_ACCOUNT_NOT_FOUND' },
    })
    expect(await persons.post(NATURAL, naturalBody(await persons.company()))).toMatchObject({
      status: 422,
      body: { code: 'ONBOARDING_PERSON_TYPE_DIFFERS' },
    })
    const account = await persons.account()
    const malformed = [
      { accepted_terms: false },
      { accepted_terms: undefined },
      { address: { ...address, city: ' ' } },
      { address: { ...address, city: 'half a \ud83d' } },
      { address: { ...address, number: '12' } },
      { address: { ...address, number: 1.5 } },
      { status: 'finished' },
    ]
    for (const fields of malformed)
      expect((await persons.post(NATURAL, { ...naturalBody(account), ...fields })).status).toBe(400)
  })
})

describe('uploadOnboardingDocuments, replaceOnboardingDocument and listOnboardingDocuments', () => {
  it('set A, file by file: the last file starts the checks in the same commit', async () => {
    const id = await persons.natural()
    expect((await send(id, file('selfie', picture()))).body['missing']).toEqual(['document_front', 'document_back'])
    expect((await send(id, rg, file('document_front', picture()))).body).toMatchObject({
      status: 'pending',
      missing: ['document_back'],
    })
    expect((await stateOf(id)).jobs).toEqual([])
    const answer = await send(id, rg, file('document_back', samples.pdf, 'verso.pdf'))
    expect(answer).toMatchObject({ status: 200, body: { status: 'in_process', missing: [] } })
    expect((answer.body['documents'] as { type: string }[]).map(({ type }) => type).toSorted()).toEqual([
      'document_back',
      'document_front',
      'selfie',
    ])
    const { steps, jobs } = await stateOf(id)
    expect(steps.map(({ name }) => name)).toEqual(['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF', 'LIVENESS'])
    expect(jobs).toEqual([{ data: { user_id: user.user_id, onboarding_id: id } }])
    expect(await toldOf(id)).toEqual([
      'created 1',
      'documents_attached 2',
      'documents_attached 3',
      'documents_attached 4',
      'submitted 5',
    ])
  })

  it('set B in one call', async () => {
    const id = await persons.natural()
    const answer = await send(id, file('selfie', picture()), file('document_id', samples.pdf, 'id.pdf'))
    expect(answer.body).toMatchObject({ status: 'in_process', missing: [] })
    expect(answer.body['submitted_at']).toBeDefined()
  })

  it('by video: the checks need a front that is an image, and the missing document is reported', async () => {
    const id = await persons.natural()
    await settle(id, `liveness_method = 'VIDEO_UPLOAD'`)
    const first = await send(id, file('selfie', picture()), file('document_id', samples.pdf, 'id.pdf'))
    expect(first.body).toMatchObject({ status: 'pending', missing: ['document_front'] })
    const second = await send(id, rg, file('document_front', samples.pdf, 'frente.pdf'))
    expect(second.body).toMatchObject({ status: 'pending', missing: ['document_front_image'] })
    expect((await persons.get(`${NATURAL}/${id}`)).body['missing']).toEqual(['document_front_image'])
    const third = await send(id, rg, file('document_front', samples.png, 'frente.png'))
    expect(third.body).toMatchObject({ status: 'in_process', missing: [] })
  })

  it('a second file of a type replaces the first, by POST and by PUT', async () => {
    const id = await persons.natural()
    const [first] = (await send(id, file('selfie', picture()))).body['documents'] as Record<string, string>[]
    const [second] = (await send(id, file('selfie', picture(), 'outra.jpg'))).body['documents'] as (typeof first)[]
    expect(second).toMatchObject({ id: first!['id'], file_name: 'outra.jpg' })
    expect(second!['file_id']).not.toBe(first!['file_id'])
    const replaced = await persons.send(
      `${NATURAL}/${id}/documents/${first!['id']}`,
      [file('file', samples.png, 'terceira.png')],
      'PUT',
    )
    expect(replaced).toMatchObject({ status: 200, body: { documents: [{ content_type: 'image/png' }] } })
    const { body } = await persons.get(`${NATURAL}/${id}/documents`)
    expect(body).toMatchObject([{ id: first!['id'], file_name: 'terceira.png', type: 'selfie' }])
    expect((await stateOf(id)).documents).toMatchObject([{ version: '3' }])
  })

  it('invalid: the document that an analyst requested again starts a new submission', async () => {
    const id = await persons.natural()
    const sent = await send(id, file('selfie', picture()), file('document_id', picture()))
    const [selfie] = sent.body['documents'] as { id: string }[]
    await settle(id, `status = 'invalid'`)
    const url = `${NATURAL}/${id}/documents/${selfie!.id}`
    expect((await persons.send(url, [file('file', picture())], 'PUT')).body['status']).toBe('in_process')
    const { steps, jobs } = await stateOf(id)
    expect(steps).toHaveLength(5)
    expect(jobs).toHaveLength(2)
  })

  it('of two concurrent uploads that complete the set, one starts the checks', async () => {
    const id = await persons.natural()
    await send(id, rg, file('document_front', picture()))
    const both = await Promise.all([
      send(id, file('selfie', picture())),
      send(id, rg, file('document_back', picture())),
      send(id, rg, file('document_back', picture())),
    ])
    expect(both.filter(({ body }) => body['status'] === 'in_process')).toHaveLength(1)
    expect((await stateOf(id)).jobs).toHaveLength(1)
  })

  const closed: [string, string][] = [
    ['in_process', `status = 'in_process'`],
    ['approved', `status = 'approved'`],
    ['finished', `status = 'finished', expires_at = null`],
    ['rejected', `status = 'rejected', expires_at = null`],
    ['past its day', `expires_at = now() - interval '1 second'`],
  ]
  it.each(closed)('422: %s, and nothing of the file is stored', async (_name, change) => {
    const id = await persons.natural()
    const [selfie] = (await send(id, file('selfie', picture()))).body['documents'] as { id: string }[]
    await settle(id, change)
    const before = [await stateOf(id), await holdingsOf(gateway, user)]
    const answers = [
      await send(id, file('document_id', picture())),
      await persons.send(`${NATURAL}/${id}/documents/${selfie!.id}`, [file('file', picture())], 'PUT'),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 422, body: { code: 'ONBOARDING_TAKES_NO_CHANGES' } })
    expect([await stateOf(id), await holdingsOf(gateway, user)]).toEqual(before)
  })

  const refused: [string, ReturnType<typeof file>[], number, string][] = [
    ['no file', [rg], 422, 'ONBOARDING_DOCUMENT_RULES_BROKEN'],
    ['a side of no card', [file('document_front')], 422, 'ONBOARDING_DOCUMENT_RULES_BROKEN'],
    ['a card without a side', [rg, file('selfie')], 422, 'ONBOARDING_DOCUMENT_RULES_BROKEN'],
    ['another field', [field('status', 'finished'), file('selfie')], 400, 'REQUEST_MALFORMED'],
    ['another card', [field('document_file_type', 'x'), file('document_front')], 400, 'REQUEST_MALFORMED'],
    ['another file', [file('passport')], 400, 'REQUEST_MALFORMED'],
    ['bytes that are something else', [file('selfie', samples.csv)], 422, 'STORAGE_FILE_REFUSED'],
    ['a film', [file('selfie', samples.mp4, 'a.mp4')], 422, 'STORAGE_FILE_REFUSED'],
  ]
  it.each(refused)('rejects %s, and stores nothing', async (_name, parts, status, code) => {
    const id = await persons.natural()
    const before = [await stateOf(id), await holdingsOf(gateway, user)]
    expect(await send(id, ...parts)).toMatchObject({ status, body: { code } })
    expect([await stateOf(id), await holdingsOf(gateway, user)]).toEqual(before)
  })

  it('404: a document of another onboarding, and a company under the path of a person', async () => {
    const [mine, other] = [await persons.natural(), await persons.natural()]
    const [selfie] = (await send(other, file('selfie', picture()))).body['documents'] as { id: string }[]
    expect(
      await persons.send(`${NATURAL}/${mine}/documents/${selfie!.id}`, [file('file', picture())], 'PUT'),
    ).toMatchObject({ status: 404, body: { code: 'ONBOARDING_DOCUMENT_NOT_FOUND' } })
    const company = await persons.legal()
    for (const answer of [
      await persons.get(`${NATURAL}/${company}`),
      await persons.get(`${NATURAL}/${company}/documents`),
      await send(company, file('selfie', picture())),
    ] satisfies TestResponse[])
      expect(answer).toMatchObject({ status: 404, body: { code: 'ONBOARDING_NOT_FOUND' } })
  })
})

describe('listOnboardings', () => {
  it('200: natural persons only, by status', async () => {
    const [first, second] = [await persons.natural(), await persons.natural()]
    await persons.legal()
    await settle(first, `status = 'rejected'`)
    const idsOf = async (query: string) =>
      ((await persons.get(`${NATURAL}${query}`)).body['data'] as { id: string }[]).map(({ id }) => id)
    expect(await idsOf('')).toEqual([second, first])
    expect(await idsOf('?status=rejected')).toEqual([first])
  })
})
