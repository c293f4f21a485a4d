import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import {
  address,
  field,
  file,
  LEGAL,
  legalAccount,
  NATURAL,
  naturalAccount,
  naturalBody,
  newCnpj,
  newCpf,
  personsOf,
  picture,
  REPRESENTATIVES,
  representativeBody,
  SHAREHOLDERS,
  USERS,
} from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleTerms } from './consents/terms.ts'

/**
 * Leak test: every personal field is sent once with a unique word, and every output is searched for it: log lines,
 * events, errors, and the data passed to the worker.
 */
const canary = () => `canario${randomUUID().replaceAll('-', '').slice(0, 10)}`
const words = {
  name: canary(),
  full_name: canary(),
  mother_name: canary(),
  street: canary(),
  company: canary(),
  shareholder: canary(),
  representative: canary(),
  file_name: canary(),
  email: canary(),
  second_email: canary(),
  cpf: newCpf(),
  cnpj: newCnpj(),
  shareholder_cpf: newCpf(),
  phone: '5581977712345',
  network: '198.51.100.137',
  wrong_document: '98765432101',
}
const home = { ...address, street: words.street }

let gateway: TestGateway
let user: TestUser
const refusals: TestResponse[] = []

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

function expectNothingPersonal(what: string, texts: string[]): void {
  for (const [kind, word] of Object.entries(words))
    expect(
      texts.filter((text) => text.toLowerCase().includes(word.toLowerCase())),
      `${kind} in ${what}`,
    ).toEqual([])
}

it('names, documents, contacts, addresses and file names appear only in responses', async () => {
  const persons = personsOf(gateway, user)
  /** Performs the request once, then repeats or corrupts it, and expects a rejection. */
  const refuse = async (asked: Promise<TestResponse>, status: number) => {
    const answer = await asked
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    refusals.push(answer)
  }
  const person = {
    ...naturalAccount(),
    name: words.name,
    full_name: words.full_name,
    mother_name: words.mother_name,
    document: words.cpf,
    email: `${words.email}@x.example`,
    phone_number: words.phone,
  }
  const accounts = `${USERS}/accounts`
  const account = await persons.account(person)
  await refuse(persons.post(accounts, person), 409)
  await refuse(persons.post(accounts, { ...person, active: false }), 409)
  await refuse(persons.post(accounts, { ...person, document: words.wrong_document, email: 'x@y.example' }), 422)
  await refuse(persons.post(accounts, { ...person, document: `${words.wrong_document}-000`, genre: words.name }), 400)
  await refuse(persons.get(`${accounts}?search=${words.cpf}&order=${words.name}`), 400)

  const terms = { ...exampleTerms, ip_address: words.network }
  const wrong = { ip_address: `${words.network}:9`, accepted_at: '2999-01-01T00:00:00Z' }
  await refuse(persons.post(NATURAL, { ...naturalBody(account), address: home, terms: wrong }), 422)
  const begun = await persons.post(NATURAL, { ...naturalBody(account), address: home, terms })
  const natural = String(begun.body['id'])
  await refuse(persons.post(NATURAL, { ...naturalBody(account), address: home, pep: true }), 409)
  const corrected = { full_name: `${words.full_name} Lima`, mother_name: words.mother_name, phone_number: words.phone }
  expect((await persons.patch(`${accounts}/${account}`, corrected)).status).toBe(200)
  expect((await persons.patch(`${NATURAL}/${natural}`, { address: { street: words.street } })).status).toBe(200)
  await refuse(persons.patch(`${accounts}/${account}`, { document: words.wrong_document }), 422)
  await refuse(persons.patch(`${accounts}/${account}`, { name: words.name, genre: words.name }), 400)
  await refuse(persons.withdraw(`${accounts}/${account}`), 422)
  const documents = `${NATURAL}/${natural}/documents`
  const photo = (name: string) => file(name, picture(), `${words.file_name}.jpg`)
  await refuse(persons.send(documents, [photo('document_front')]), 422)
  await refuse(persons.send(documents, [file('selfie', Buffer.from('x'), `${words.file_name}.jpg`)]), 422)
  await refuse(persons.send(documents, [file('selfie', picture(), `${words.file_name}.exe`)]), 422)
  expect((await persons.send(documents, [photo('selfie'), photo('document_id')])).body['status']).toBe('in_process')
  await refuse(persons.send(documents, [photo('selfie')]), 422)
  await refuse(persons.patch(`${accounts}/${account}`, { name: words.name }), 422)

  const company = await persons.company({
    ...legalAccount(),
    full_name: words.company,
    document: words.cnpj,
    email: `${words.second_email}@x.example`,
  })
  const opened = { user_account_id: company, address: home, company_revenue: 1, accepted_terms: true, terms }
  const legal = String((await persons.post(LEGAL, opened)).body['id'])
  const sent = { onboarding_id: legal, name: words.shareholder, document: words.shareholder_cpf, type: 'PARTNER' }
  await refuse(persons.post(SHAREHOLDERS, { ...sent, document: words.wrong_document }), 422)
  const shareholder = await persons.shareholder(legal, sent)
  await refuse(persons.post(SHAREHOLDERS, { ...sent, name: words.representative }), 409)
  expect((await persons.patch(`${SHAREHOLDERS}/${shareholder.id}`, { name: words.shareholder })).status).toBe(200)
  const represented = {
    ...representativeBody(shareholder.id, words.shareholder_cpf),
    name: words.representative,
    mother_name: words.mother_name,
    email: `${words.second_email}@x.example`,
    address: home,
  }
  await refuse(persons.post(REPRESENTATIVES, { ...represented, document: words.cpf }), 422)
  const representative = await persons.representative(shareholder, represented)
  await refuse(persons.post(REPRESENTATIVES, { ...represented, name: words.name }), 409)
  await refuse(persons.patch(`${REPRESENTATIVES}/${representative}`, { document: words.cpf }), 422)
  await refuse(persons.withdraw(`${SHAREHOLDERS}/${shareholder.id}`), 422)
  await refuse(persons.post(`${LEGAL}/${legal}/finalize`), 422)
  await refuse(
    persons.send(`${REPRESENTATIVES}/${representative}/documents`, [
      field('document_type', 'identity_document'),
      photo('file'),
    ]),
    422,
  )
  await persons.representativeDocuments(representative)
  await persons.send(`${LEGAL}/${legal}/documents`, [field('type', 'social_contract'), photo('file')])
  await persons.send(`${LEGAL}/${legal}/documents`, [field('type', 'balance_sheet'), photo('file')])
  expect((await persons.post(`${LEGAL}/${legal}/finalize`)).status).toBe(200)

  for (const search of [words.cpf, words.full_name, words.cnpj]) {
    const { body } = await persons.get(`/v1/users/onboardings/with-steps?search=${search}`)
    expect(body['data']).toHaveLength(1)
  }

  const rows = async (text: string) =>
    (await gateway.db.admin.query<{ text: string }>(text)).rows.map((row) => row.text)
  expect(gateway.logged.length).toBeGreaterThan(20)
  expectNothingPersonal('a log line', gateway.logged)
  expectNothingPersonal('an event', await rows('select events::text as text from events'))
  expectNothingPersonal('a delivery', await rows('select d::text as text from webhook_deliveries d'))
  expectNothingPersonal('an activity', await rows('select a::text as text from onboarding_activity a'))
  expectNothingPersonal('a job', await rows('select data::text as text from pgboss.job'))
  expectNothingPersonal(
    'an error',
    refusals.map(({ body, headers }) => JSON.stringify([body, headers])),
  )
  expectNothingPersonal('a replay claim', await rows('select c::text as text from replay_claims c'))
  const keys: string[] = []
  for await (const { key } of gateway.services.objects.list(`files/${user.user_id}/`)) keys.push(key)
  expect(keys.length).toBeGreaterThan(5)
  expectNothingPersonal('the name of an object', keys)
})
