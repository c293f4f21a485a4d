import { randomUUID } from 'node:crypto'
import { magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
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

/** Onboards a natural person, from the first call to the end, over HTTP with running processes only. */
let sandbox: RunningSandbox
let integrator: Integrator
let ana: AtTheDesk
let davi: AtTheDesk
beforeAll(async () => {
  sandbox = await startSandbox()
  integrator = await createIntegrator(sandbox)
  ana = await logIn(sandbox, 'ana')
  davi = await logIn(sandbox, 'davi')
})
afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
  await integrator.close()
  expect(sandbox.complaints).toEqual([])
})

const NATURAL = '/v2/users/onboardings'
const address = {
  zip_code: '50030230',
  street: 'Rua da Canária Amarela',
  number: 295,
  city: 'Recife',
  federative_unit: 'PE',
  country: 'Brasil',
}
const FACE_FILE = 'rosto-da-canaria.jpg'
/** Personal data that no webhook may contain. Data created on the way is added. */
const secrets = ['Canária', 'canaria', 'Recife', FACE_FILE, '/liveness/']

let count = 0
/** A person whose document chooses a result, registered and submitted. */
async function begin(document: string): Promise<{ account_id: string; id: string }> {
  count += 1
  secrets.push(document)
  const { id: account_id } = await integrator.post('/v2/users/accounts', {
    person_type: 'NATURAL_PERSON',
    name: 'Luiza',
    full_name: 'Luiza Canária de Souza',
    document,
    email: `luiza.canaria.${count}@pessoa.example`,
    mother_name: 'Rosa Canária de Souza',
    birth_date: '1991-04-21',
    active: true,
  })
  return { account_id, id: await open(account_id) }
}

/** A second one for the same account is intended, and not a repeat: it has another nonce. */
async function open(user_account_id: string): Promise<string> {
  const said = { user_account_id, address, nationality: 'brasileira', pep: false, accepted_terms: true }
  return (await integrator.post(NATURAL, said, 201, { 'x-include-replay-protection-schema': 'nonce' })).id
}

const allPapers = () => ({
  document_file_type: 'rg',
  selfie: paper(FACE_FILE),
  document_front: paper('frente.jpg'),
  document_back: paper('verso.jpg'),
})
const onboarding = (...what: string[]) => what.map((each) => `users.onboarding.${each}`)
/** As the user of the finished account; without one, as no user. */
const actingAs = async (account_id: string) => {
  const account = await integrator.get<{ target_user_id?: string }>(`/v2/users/accounts/${account_id}`)
  return integrator.status('/v1/crossborder/clients', {
    'x-product-uuid': sandbox.users[0]!.product_id,
    'x-product-target-user-uuid': account.target_user_id ?? randomUUID(),
  })
}

/** The link as the integrator reads it, once the liveness check waits for the person. */
async function linkOf(id: string): Promise<string> {
  const { url } = await until('the link', async () => {
    const face = await integrator.get<IntegratorFace>(`${NATURAL}/${id}/liveness`)
    return face.status === 'WAITING_SUBMISSION' && face
  })
  return url!
}

it.concurrent('is checked step by step, passes the liveness check on the page, and becomes a target user', async () => {
  const { account_id, id } = await begin(magicCpf('RUFRA', 'pending', 1))
  expect(await actingAs(account_id)).toBe(403)
  expect(await integrator.get<IntegratorProblem>(`${NATURAL}/${id}/liveness`, 422)).toMatchObject({
    code: 'LIVENESS_NOT_STARTED',
  })

  const { selfie, ...card } = allPapers()
  const some = await integrator.send(`${NATURAL}/${id}/documents`, { selfie }, 200)
  expect(some).toMatchObject({ status: 'pending', missing: ['document_front', 'document_back'] })
  const all = await integrator.send(`${NATURAL}/${id}/documents`, card, 200)
  expect(all).toMatchObject({ status: 'in_process', missing: [] })

  const seen = new Set<string>()
  await until('every check but the face', async () => {
    const { status, steps } = await integrator.withSteps(id)
    seen.add(steps.map((step) => `${step.order} ${step.name} ${step.status}`).join(', '))
    return status === 'approved'
  })
  // The register with a delay delays the later steps long enough to be observed.
  const [first, second] = ['1 BC_PROTEGE APPROVED', '2 DICT APPROVED']
  expect([...seen]).toContain(`${first}, ${second}, 3 RUFRA PROCESSING, 4 CAF PENDING, 5 LIVENESS PENDING`)
  expect([...seen].at(-1)).toBe(`${first}, ${second}, 3 RUFRA APPROVED, 4 CAF APPROVED, 5 LIVENESS PENDING`)
  expect(await actingAs(account_id)).toBe(403)

  const link = await linkOf(id)
  expect(link).toMatch(new RegExp(`^${sandbox.base_url}/liveness/[A-Za-z0-9_-]+$`))
  await showFace(link, films.webm, 'video/webm')
  const { steps } = await integrator.reaches(id, 'finished')
  expect(new Set(steps.map(({ status }) => status))).toEqual(new Set(['APPROVED']))
  expect(await integrator.get(`${NATURAL}/${id}/liveness`)).toMatchObject({ status: 'APPROVED', method: 'LINK' })
  expect(await actingAs(account_id)).toBe(200)
  expect(await integrator.get(`/v2/users/accounts/${account_id}`)).toMatchObject({ state: 'active' })

  await integrator.hears(account_id, ['users.account.created'])
  const checks = ['submitted', 'checks_approved', 'liveness_released', 'liveness_updated', 'finished']
  const told = await integrator.hears(id, onboarding('created', 'documents_attached', 'documents_attached', ...checks))
  const [liveness_id] = told.find(({ type }) => type.endsWith('liveness_released'))!.data['liveness_ids'] as string[]
  await integrator.hears(liveness_id!, ['users.liveness.submitted'])
  integrator.expectDiscreet([...secrets, new URL(link).pathname])
})

it.concurrent('has to send its documents again by an analyst’s decision, and is finished', async () => {
  const { account_id, id } = await begin(magicCpf('CAF', 'review', 2))
  await integrator.send(`${NATURAL}/${id}/documents`, allPapers(), 200)
  await integrator.reaches(id, 'in_process_delayed')
  const step = await stepInReview(ana, id)
  expect(step.name).toBe('CAF')
  const looking = { reason: 'tem de ser comparado' }
  const { files } = await ana.post<{ files: { type: string; url: string }[] }>(`/v1/onboardings/${id}/files`, looking)
  expect(files.map(({ type }) => type).toSorted()).toEqual(['document_back', 'document_front', 'selfie'])
  for (const { url } of files) expect((await fetch(url)).status).toBe(200)

  const decide = (decision: string, seen: number, reason: string, status?: number) =>
    ana.post<object>(`/v1/onboardings/${id}/steps/${step.id}/decision`, { decision, seen, reason }, status)
  await decide('APPROVED', step.version - 1, 'looked at another', 409)
  const asked = await decide('RESUBMIT', step.version, 'o verso está ilegível')
  expect(asked).toMatchObject({ status: 'invalid' })
  const open = await integrator.get(`${NATURAL}/${id}`)
  expect(open).toMatchObject({ status: 'invalid', failed_message: 'o verso está ilegível' })

  const { selfie: _, ...card } = allPapers()
  const again = await integrator.send(`${NATURAL}/${id}/documents`, card, 200)
  expect(again).toMatchObject({ status: 'in_process', missing: [] })
  expect(again).not.toHaveProperty('failed_message')
  const late = await integrator.send<IntegratorProblem>(
    `${NATURAL}/${id}/documents`,
    { selfie: paper('outro.jpg') },
    422,
  )
  expect(late.code).toBe('ONBOARDING_TAKES_NO_CHANGES')

  const second = await stepInReview(ana, id)
  expect(second.id).toBe(step.id)
  expect(await decide('APPROVED', second.version, 'agora se lê')).toMatchObject({ status: 'approved' })
  await showFace(await linkOf(id), films.mp4, 'video/mp4')
  await integrator.reaches(id, 'finished')
  expect(await actingAs(account_id)).toBe(200)

  const first = ['created', 'documents_attached', 'submitted', 'delayed', 'resubmission_asked']
  const then = ['documents_attached', 'submitted', 'delayed', 'checks_approved', 'liveness_released']
  await integrator.hears(id, onboarding(...first, ...then, 'liveness_updated', 'finished'))
  const { data } = await davi.get<{ data: { actor_name: string; operation: string; reason: string }[] }>(
    `/v1/journal?subject_id=${id}`,
  )
  expect(data.toReversed().map(({ actor_name, operation, reason }) => [actor_name, operation, reason])).toEqual([
    ['Ana Analista', 'showOnboardingFiles', looking.reason],
    ['Ana Analista', 'reviewOnboardingStep', 'o verso está ilegível'],
    ['Ana Analista', 'reviewOnboardingStep', 'agora se lê'],
  ])
  integrator.expectDiscreet([...secrets, 'ilegível'])
})

it.concurrent('is rejected by a register, gets no user, and may begin again', async () => {
  const { account_id, id } = await begin(magicCpf('BC_PROTEGE', 'reject', 3))
  await integrator.send(`${NATURAL}/${id}/documents`, allPapers(), 200)
  const rejected = await integrator.reaches(id, 'rejected')
  expect(rejected).toMatchObject({ failed_code: 'ONBOARDING_REJECTED' })
  expect(await actingAs(account_id)).toBe(403)
  const told = await integrator.hears(id, onboarding('created', 'documents_attached', 'submitted', 'rejected'))
  expect(told.at(-1)!.data).toMatchObject({ status: 'rejected', failed_code: 'ONBOARDING_REJECTED' })
  expect(await open(account_id)).not.toBe(id)
  integrator.expectDiscreet(secrets)
})
