import { randomUUID } from 'node:crypto'
import { magicCpf, plainCnpj, plainCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { type RunningSandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AtTheDesk, logIn, stepInReview } from './backoffice-session.ts'
import {
  createIntegrator,
  films,
  type Integrator,
  type IntegratorFace,
  type IntegratorProblem,
  paper,
  showFace,
} from './integrator.ts'
import { until } from './wait-until.ts'

/** Onboards a company with two representatives, from the first call to the end, over HTTP with running processes only. */
let sandbox: RunningSandbox
let integrator: Integrator
let ana: AtTheDesk
beforeAll(async () => {
  sandbox = await startSandbox()
  integrator = await createIntegrator(sandbox)
  ana = await logIn(sandbox, 'ana')
})
afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
  await integrator.close()
  expect(sandbox.complaints).toEqual([])
})

const LEGAL = '/v2/users/onboardings/legal-person'
const REPRESENTATIVES = '/v2/users/legal-representatives'
const address = {
  zip_code: '50030230',
  street: 'Rua da Canária Amarela',
  number: 295,
  neighborhood: 'Boa Vista',
  city: 'Recife',
  federative_unit: 'PE',
  country: 'Brasil',
}
const FACE_FILE = 'rosto-da-canaria.jpg'
/** Personal data of these people that no webhook may contain. */
const secrets = ['Canári', 'canari', 'Recife', '+5581', FACE_FILE, '/liveness/']

interface Company {
  account_id: string
  id: string
  representatives: [string, string]
}

let count = 0
async function begin(): Promise<Pick<Company, 'account_id' | 'id'>> {
  count += 1
  const document = plainCnpj(count)
  secrets.push(document)
  const { id: account_id } = await integrator.post('/v2/users/accounts', {
    person_type: 'LEGAL_PERSON',
    name: 'Canário',
    full_name: 'Canário Comércio LTDA',
    document,
    email: `empresa.canario.${count}@empresa.example`,
    legal_person_type: 'LTDA',
    active: true,
  })
  const said = { user_account_id: account_id, address, company_revenue: 120_000_000, accepted_terms: true }
  return { account_id, id: (await integrator.post(LEGAL, said)).id }
}

/** A share of the company and its representative: the shareholder, or a person for a corporate shareholder. */
async function represent(onboarding_id: string, document: string, shareholder = document): Promise<string> {
  secrets.push(document, shareholder)
  const share = { onboarding_id, name: 'Inês Canário Prado', type: 'PARTNER', participation_percentage: 33.33 }
  const { id: shareholder_id } = await integrator.post('/v2/users/shareholders', { ...share, document: shareholder })
  const representative = await integrator.post(REPRESENTATIVES, {
    shareholder_id,
    document,
    name: 'Inês Canário Prado',
    mother_name: 'Rosa Canário Prado',
    birth_date: '1980-01-31',
    representor_type: 'PARTNER',
    pep: false,
    is_public_server: false,
    phone_number: '+5581999990000',
    email: `ines.canario@empresa.example`,
    relationship_start_date: '2020-05-01',
    address,
  })
  return representative.id
}

const card = { document_type: 'identity_document', identity_document_type: 'national_id' }
async function sendPapersOf(representative_id: string): Promise<void> {
  const papers = [
    { document_type: 'selfie', file: paper(FACE_FILE) },
    { document_type: 'qualification_declaration', file: paper('declaracao.jpg') },
    { ...card, document_side: 'front', file: paper('frente.jpg') },
    { ...card, document_side: 'back', file: paper('verso.jpg') },
  ]
  for (const each of papers) await integrator.send(`${REPRESENTATIVES}/${representative_id}/documents`, each)
}
async function sendPapersOfCompany(id: string): Promise<void> {
  for (const type of ['social_contract', 'balance_sheet'])
    await integrator.send(`${LEGAL}/${id}/documents`, { type, file: paper(`${type}.jpg`) })
}

/** Everything but the end: two representatives, the second with the given document. */
async function gather(secondDocument = plainCpf(count + 500)): Promise<Company> {
  const { account_id, id } = await begin()
  const first = await represent(id, plainCpf(count + 100))
  const second = await represent(id, secondDocument)
  for (const representative of [first, second]) await sendPapersOf(representative)
  await sendPapersOfCompany(id)
  return { account_id, id, representatives: [first, second] }
}

const finalize = (id: string) => integrator.post(`${LEGAL}/${id}/finalize`, undefined, 200)
const stillMissing = async (id: string) => {
  const { code, errors } = await integrator.post<IntegratorProblem>(`${LEGAL}/${id}/finalize`, undefined, 422)
  expect(code).toBe('ONBOARDING_INCOMPLETE')
  return errors.map((error) => `${error.code} ${error.pointer}`)
}
const faces = (id: string) =>
  integrator.get<IntegratorFace[]>(`/v2/users/onboardings/${id}/legal-representatives/liveness`)
const linksOf = (id: string) =>
  until('the links', async () => {
    const awaited = await faces(id)
    return awaited.every(({ url }) => url) && awaited
  })
/** As the user of the finished account; without one, as no user. */
const actingAs = async (account_id: string) => {
  const account = await integrator.get<{ target_user_id?: string }>(`/v2/users/accounts/${account_id}`)
  return integrator.status('/v1/crossborder/clients', {
    'x-product-uuid': sandbox.users[0]!.product_id,
    'x-product-target-user-uuid': account.target_user_id ?? randomUUID(),
  })
}
const onboarding = (...what: string[]) => what.map((each) => `users.onboarding.${each}`)
const attached = (times: number) => Array.from({ length: times }, () => 'documents_attached')
/** Two representatives with four documents each, and two of the company. */
const GATHERED = ['created', ...attached(10)]

it.concurrent('gets an error for missing data at once, is checked, passes two liveness checks by link, and becomes a target user', async () => {
  const { account_id, id } = await begin()
  expect(await stillMissing(id)).toEqual([
    'SHAREHOLDER_REQUIRED /shareholders',
    'REPRESENTATIVE_REQUIRED /legal_representatives',
    'DOCUMENT_REQUIRED /documents/social_contract',
    'REVENUE_REQUIRED /documents/revenue_statement',
  ])
  const partner = await represent(id, plainCpf(900))
  const attorney = await represent(id, plainCpf(901), plainCnpj(902))
  expect(await stillMissing(id)).toEqual([
    'DOCUMENT_REQUIRED /documents/social_contract',
    'REVENUE_REQUIRED /documents/revenue_statement',
    ...[partner, attorney].flatMap((each) => [
      `DOCUMENT_REQUIRED /legal_representatives/${each}/documents/selfie`,
      `DOCUMENT_REQUIRED /legal_representatives/${each}/documents/qualification_declaration`,
      `IDENTITY_REQUIRED /legal_representatives/${each}/documents/identity_document`,
    ]),
  ])
  for (const representative of [partner, attorney]) await sendPapersOf(representative)
  await sendPapersOfCompany(id)
  expect(await finalize(id)).toMatchObject({ id, status: 'in_process' })

  const approved = await integrator.reaches(id, 'approved')
  expect(approved.steps.map(({ name, legal_representative_id }) => [name, legal_representative_id])).toEqual([
    // The company, its two representatives and its owner.
    ['BC_PROTEGE', undefined],
    ['BC_PROTEGE', partner],
    ['BC_PROTEGE', attorney],
    ['BC_PROTEGE', undefined],
    ['DICT', undefined],
    ['RUFRA', undefined],
    ['CAF', undefined],
    ['CAF', partner],
    ['CAF', attorney],
    ['LIVENESS', partner],
    ['LIVENESS', attorney],
  ])
  const links = await linksOf(id)
  expect(links.map((link) => link.id)).toEqual([partner, attorney])
  await showFace(links[0]!.url!, films.webm, 'video/webm')
  await until('the first face', async () => (await faces(id))[0]!.status === 'APPROVED')
  expect(await integrator.withSteps(id)).toMatchObject({ status: 'approved' })
  expect(await actingAs(account_id)).toBe(403)
  await showFace(links[1]!.url!, films.mp4, 'video/mp4')
  await integrator.reaches(id, 'finished')
  expect(await actingAs(account_id)).toBe(200)

  const checks = ['submitted', 'checks_approved', 'liveness_released', 'liveness_updated', 'liveness_updated']
  const told = await integrator.hears(id, onboarding(...GATHERED, ...checks, 'finished'))
  const { data } = told.find(({ type }) => type.endsWith('liveness_released'))!
  expect(data['legal_representative_ids']).toEqual([partner, attorney])
  for (const liveness_id of data['liveness_ids'] as string[])
    await integrator.hears(liveness_id, ['users.liveness.submitted'])
  for (const representative of [partner, attorney])
    await integrator.hears(representative, ['users.legal_representative.created'])
  integrator.expectDiscreet([...secrets, ...links.map(({ url }) => new URL(url!).pathname)])
})

it.concurrent('sends both videos itself before it is finalized, and no link is sent', async () => {
  const { account_id, id, representatives } = await gather()
  const [first, second] = representatives
  const sendVideo = (representative: string, video: Buffer, status = 201) =>
    integrator.send<IntegratorProblem>(
      `/v2/users/onboardings/${id}/legal-representatives/${representative}/liveness/video`,
      {
        liveness_provider: 'Example Verify',
        liveness_provider_transaction_id: `tx-${representative}`,
        captured_at: new Date(Date.now() - 60_000).toISOString(),
        video: new File([new Uint8Array(video)], 'rosto-da-canaria.mp4', { type: 'video/mp4' }),
      },
      status,
    )
  await sendVideo(first, films.mp4)
  expect(await stillMissing(id)).toEqual([`VIDEO_REQUIRED /legal_representatives/${second}/liveness`])
  await sendVideo(second, films.otherMp4)
  await finalize(id)
  await integrator.reaches(id, 'finished')
  for (const face of await faces(id)) {
    expect(face).toMatchObject({ status: 'APPROVED', method: 'VIDEO_UPLOAD' })
    expect(face).not.toHaveProperty('url')
  }
  expect((await sendVideo(first, films.otherMp4, 422)).code).toBe('LIVENESS_ONBOARDING_CLOSED')
  expect(await actingAs(account_id)).toBe(200)
  const checks = ['submitted', 'checks_approved', 'liveness_updated', 'liveness_updated', 'finished']
  await integrator.hears(id, onboarding(...GATHERED, ...checks))
  integrator.expectDiscreet(secrets)
})

it.concurrent('is rejected for one of its representatives, and the response names which', async () => {
  const { account_id, id, representatives } = await gather(magicCpf('CAF', 'reject', 7))
  await finalize(id)
  const rejected = await integrator.reaches(id, 'rejected')
  const why = { failed_code: 'ONBOARDING_REJECTED', rejected_legal_representative_id: representatives[1] }
  expect(rejected).toMatchObject(why)
  for (const face of await faces(id)) expect(face).not.toHaveProperty('url')
  expect(await actingAs(account_id)).toBe(403)
  const told = await integrator.hears(id, onboarding(...GATHERED, 'submitted', 'rejected'))
  expect(told.at(-1)!.data).toMatchObject({ ...why, status: 'rejected' })
  integrator.expectDiscreet(secrets)
})

it.concurrent('has to send one document again, replaces it, is finalized once more, and is finished', async () => {
  const { id, representatives } = await gather(magicCpf('CAF', 'review', 8))
  const decide = async (decision: string, reason: string) => {
    const { id: step_id, version, ...about } = await stepInReview(ana, id)
    expect(about).toMatchObject({ name: 'CAF', legal_representative_id: representatives[1] })
    const said = { decision, seen: version, reason }
    return ana.post<object>(`/v1/onboardings/${id}/steps/${step_id}/decision`, said)
  }
  await finalize(id)
  expect(await decide('RESUBMIT', 'a selfie está escura')).toMatchObject({ status: 'invalid' })
  expect(await integrator.get(`${LEGAL}/${id}`)).toMatchObject({ failed_message: 'a selfie está escura' })

  const papers = `${REPRESENTATIVES}/${representatives[1]}/documents`
  const kept = await integrator.get<{ id: string; type: string }[]>(papers)
  const selfie = kept.find(({ type }) => type === 'selfie')!
  await integrator.send(`${papers}/${selfie.id}`, { file: paper('clara.jpg') }, 200, 'PUT')
  // The same call as before: by default it is a repeat of the first.
  const repeat = await integrator.post<IntegratorProblem>(`${LEGAL}/${id}/finalize`, undefined, 409)
  expect(repeat.code).toBe('REPLAY')
  const purpose = { 'x-include-replay-protection-schema': 'nonce' }
  expect(await integrator.post(`${LEGAL}/${id}/finalize`, undefined, 200, purpose)).toMatchObject({
    status: 'in_process',
  })
  expect(await decide('APPROVED', 'agora se vê')).toMatchObject({ status: 'approved' })
  const links = await linksOf(id)
  for (const { url } of links) await showFace(url!, films.webm, 'video/webm')
  await integrator.reaches(id, 'finished')

  const asked = ['submitted', 'delayed', 'resubmission_asked', ...attached(1), 'submitted', 'delayed']
  const faced = ['checks_approved', 'liveness_released', 'liveness_updated', 'liveness_updated', 'finished']
  await integrator.hears(id, onboarding(...GATHERED, ...asked, ...faced))
  integrator.expectDiscreet([...secrets, 'escura'])
})
