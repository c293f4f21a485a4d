import { randomUUID } from 'node:crypto'
import { magicCpf } from '@eclusa/simulators/onboarding-checks/magic.ts'
import { SAMPLE_OTHER_ISPB, sampleDeposit } from '@eclusa/simulators/sample-transactions.ts'
import { type RunningSandbox, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AtTheDesk, logIn } from './backoffice-session.ts'
import { createIntegrator, type Integrator, paper } from './integrator.ts'
import { until } from './wait-until.ts'

/**
 * Two people decide a case without an automatic rule, and an auditor reads who did what and why: from login to decision over
 * HTTP, with running processes only.
 */
let sandbox: RunningSandbox
let integrator: Integrator
let [ana, bruno, davi]: AtTheDesk[] = []
beforeAll(async () => {
  sandbox = await startSandbox({
    CROSSBORDER_VERIFICATION: 'manual',
    DESK_SECOND_EYES: 'account_verdict,onboarding_review,infraction_verdict',
  })
  integrator = await createIntegrator(sandbox)
  ;[ana, bruno, davi] = await Promise.all(['ana', 'bruno', 'davi'].map((person) => logIn(sandbox, person)))
})
afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
  await integrator.close()
  expect(sandbox.complaints).toEqual([])
})

interface TestBackofficeWaiter {
  kind: string
  id: string
  user_id: string
  under_id?: string
  version: number
}

/** The case, once it is open, as the list of the desk has it. */
const waits = (kind: string, isIt: (one: TestBackofficeWaiter) => boolean) =>
  until(`a case of the kind ${kind}`, async () => {
    const { data } = await ana!.get<{ data: TestBackofficeWaiter[] }>(`/v1/cases?kind=${kind}`)
    return data.find(isIt)
  })

/** One person decides, another reviews and approves. The first cannot approve. */
async function decidedByTwo(path: string, decision: object): Promise<void> {
  const { id } = await ana!.post<{ id: string }>(path, decision, 202)
  await ana!.post(`/v1/proposals/${id}/approve`, { reason: 'eu mesma' }, 403)
  expect(await bruno!.get(`/v1/proposals/${id}`)).toMatchObject({
    proposed_by_name: 'Ana Analista',
    now: { stands: true },
  })
  const approved = await bruno!.post<object>(`/v1/proposals/${id}/approve`, { reason: 'vi o mesmo' })
  expect(approved).toMatchObject({ proposal: { status: 'APPROVED', ended_by_name: 'Bruno Aprovador' } })
}

interface TestBackofficeEntry {
  actor_name: string
  role: string
  operation: string
  reason: string
  proposal_id?: string
}

/** The auditor's entries about one case in order: revealed, proposed, and approved. */
async function expectTold(subject_id: string, looks: string[], operation: string, reason: string): Promise<void> {
  const { data } = await davi!.get<{ data: TestBackofficeEntry[] }>(`/v1/journal?subject_id=${subject_id}`)
  const told = data.toReversed()
  expect(told.map(({ actor_name, operation: what, reason: because }) => [actor_name, what, because])).toEqual([
    ...looks.map((look) => ['Ana Analista', look, why.reason]),
    ['Ana Analista', operation, reason],
    ['Bruno Aprovador', operation, 'vi o mesmo'],
  ])
  const [proposed, approved] = told.slice(-2)
  expect(approved!.proposal_id).toBe(proposed!.proposal_id)
  expect(JSON.stringify(told)).not.toMatch(/Canári|CANARIO/)
}

const why = { reason: 'tem de ser comparado' }

it('an account abroad, from its creation to ACTIVE', async () => {
  const { user_id, client_id } = sandbox.users[0]!
  const url = `/v1/crossborder/clients/${client_id}/accounts`
  const number = 'CANARIO778899'
  const { id } = await integrator.post(url, {
    country: 'US',
    currency_symbol: 'USD',
    account_type: 'CHECKING',
    account_number: number,
    bank_name: 'Example Bank',
    bank_code: '021000021',
    bank_code_type: 'ABA',
  })
  const { version } = await waits('account', (one) => one.id === id)
  const masked = await ana!.get<object>(`/v1/accounts/${id}?user_id=${user_id}`)
  expect(masked).toMatchObject({ revealed: false, account: { status: 'PENDING', rules_broken: [] } })
  expect(JSON.stringify(masked)).not.toContain(number)
  expect(await ana!.post(`/v1/accounts/${id}/reveal`, { user_id, ...why })).toMatchObject({
    account: { account_number: number },
  })
  await davi!.post(`/v1/accounts/${id}/reveal`, { user_id, ...why }, 403)

  const verdict = { user_id, status: 'ACTIVE', seen: version, reason: 'o banco confirma o titular' }
  await ana!.post(`/v1/accounts/${id}/verdict`, { ...verdict, seen: version + 1 }, 409)
  await decidedByTwo(`/v1/accounts/${id}/verdict`, verdict)
  expect(await integrator.get(`${url}/${id}`)).toMatchObject({ status: 'ACTIVE' })
  await integrator.hears(id, ['crossborder.account.created', 'crossborder.account.verified'])
  await expectTold(id, ['revealAccount'], 'judgeAccount', verdict.reason)
})

it('an onboarding, from its papers to the face that is asked for', async () => {
  const document = magicCpf('CAF', 'review', 901)
  const { id: user_account_id } = await integrator.post('/v2/users/accounts', {
    person_type: 'NATURAL_PERSON',
    name: 'Luiza',
    full_name: 'Luiza Canária de Souza',
    document,
    email: 'luiza.canaria@mesa.example',
    mother_name: 'Rosa Canária de Souza',
    birth_date: '1991-04-21',
    active: true,
  })
  const address = { zip_code: '50030230', street: 'Rua da Aurora', number: 295, city: 'Recife', federative_unit: 'PE' }
  const { id } = await integrator.post('/v2/users/onboardings', {
    user_account_id,
    address: { ...address, country: 'Brasil' },
    nationality: 'brasileira',
    pep: false,
    accepted_terms: true,
  })
  const papers = { selfie: paper('rosto.jpg'), document_front: paper('frente.jpg'), document_back: paper('verso.jpg') }
  await integrator.send(`/v2/users/onboardings/${id}/documents`, { document_file_type: 'rg', ...papers }, 200)

  const { id: step_id, version } = await waits('onboarding_step', ({ under_id }) => under_id === id)
  const masked = await ana!.get<object>(`/v1/onboardings/${id}`)
  for (const secret of [document, 'Canária', '1991-04-21', 'Aurora'])
    expect(JSON.stringify(masked)).not.toContain(secret)
  expect(await ana!.post(`/v1/onboardings/${id}/reveal`, why)).toMatchObject({
    person: {
      full_name: 'Luiza Canária de Souza',
      mother_name: 'Rosa Canária de Souza',
      birth_date: '1991-04-21',
      document,
    },
  })
  const { files } = await ana!.post<{ files: { type: string; url: string }[] }>(`/v1/onboardings/${id}/files`, why)
  expect(files.map(({ type }) => type).toSorted()).toEqual(['document_back', 'document_front', 'selfie'])
  for (const { url } of files) expect((await fetch(url)).status).toBe(200)

  const decision = { decision: 'APPROVED', seen: version, reason: 'a foto é a do documento' }
  await decidedByTwo(`/v1/onboardings/${id}/steps/${step_id}/decision`, decision)
  await integrator.reaches(id, 'approved')
  const { timeline } = await bruno!.get<{ timeline: { told_by: string }[] }>(`/v1/onboardings/${id}`)
  expect(timeline.findLast(({ told_by }) => told_by === 'journal')).toMatchObject({
    what: 'reviewOnboardingStep',
    actor: 'Bruno Aprovador',
  })
  await expectTold(id, ['revealOnboarding', 'showOnboardingFiles'], 'reviewOnboardingStep', decision.reason)
})

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const sent = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  const text = await answer.text()
  expect(answer.status, `${url}: ${text}`).toBeLessThan(300)
  return JSON.parse(text)
}

/** Another bank reports a payment to our user. Returns the id of the payment. */
async function reported(): Promise<string> {
  const { operator, dict, users } = sandbox
  const at = new Date(Date.now() - 3_600_000)
  const end_to_end_id = `E${SAMPLE_OTHER_ISPB}${at.toISOString().replaceAll(/\D/g, '').slice(0, 12)}${randomUUID().replaceAll('-', '').slice(0, 11)}`
  const deposit = sampleDeposit(users[0]!, at, { end_to_end_id })
  await post(
    `${operator.url}/v1/transactions`,
    { transactions: [deposit] },
    { authorization: `Bearer ${operator.token}` },
  )
  const party = (participant: string) => ({ participant, number: '778899', person_type: 'NATURAL_PERSON' })
  const known = {
    id: end_to_end_id,
    debtor: party(SAMPLE_OTHER_ISPB),
    creditor: party(dict.participant),
    amount: deposit['amount'],
    settlement_time: deposit.created_at,
    settled: true,
  }
  await post(`${dict.control_url}/transactions`, [known])
  const infraction_report = { transaction_id: end_to_end_id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' }
  await post(`${dict.control_url}/as/${SAMPLE_OTHER_ISPB}/createInfractionReport`, { infraction_report })
  return end_to_end_id
}

interface TestBackofficeView {
  revealed: boolean
  infraction: { dict_status: string }
}

interface AtDict {
  infraction_reports: { transaction_id: string; status: string; analysis_result?: string }[]
}

it('an infraction, from the report of another bank to the answer that DICT holds', async () => {
  const end_to_end_id = await reported()
  const { data } = await until('the report', async () => {
    const found = await ana!.post<{ data: TestBackofficeWaiter[] }>('/v1/cases/search', { end_to_end_id })
    return found.data.length > 0 && found
  })
  const { id } = data.find(({ kind }) => kind === 'infraction')!
  // The acknowledgement to DICT is a change too: a decision before it would get a version conflict.
  await until('what DICT knows of it', async () => {
    const shown = await ana!.get<TestBackofficeView>(`/v1/infractions/${id}`)
    expect(shown.revealed).toBe(false)
    return shown.infraction.dict_status === 'ACKNOWLEDGED'
  })
  const { infraction } = await ana!.post<{ infraction: { version: number } }>(`/v1/infractions/${id}/reveal`, why)
  const verdict = { analysis_result: 'DISAGREED', seen: infraction.version, reason: 'o produto foi entregue' }
  await decidedByTwo(`/v1/infractions/${id}/verdict`, verdict)
  await until('the answer at DICT', async () => {
    const { infraction_reports } = (await (await fetch(`${sandbox.dict.control_url}/state`)).json()) as AtDict
    const told = infraction_reports.find(({ transaction_id }) => transaction_id === end_to_end_id)!
    return told.status === 'CLOSED' && told.analysis_result === 'DISAGREED'
  })
  await expectTold(id, ['revealInfraction'], 'judgeInfraction', verdict.reason)
}, 240_000)
