import { randomUUID } from 'node:crypto'
import { magicCpf } from './onboarding-checks/magic.ts'
import {
  SAMPLE_ISPB,
  SAMPLE_OTHER_ISPB,
  type SampleTransaction,
  sampleDeposit,
  sampleEndToEndId,
  samplePayment,
} from './sample-transactions.ts'
import { drawnPng } from './sampled.ts'

/** Seeds cases for the desk by the usual ways: integrators, ledgers and other banks. */

interface CaseSeed {
  base_url: string
  operator: { url: string; token: string }
  dict: { control_url: string }
  user: { user_id: string; wallet_id: string; token: string }
}

export async function seedCases(stage: CaseSeed): Promise<void> {
  await Promise.all([onboarding(stage), reported(stage), askedBack(stage), contested(stage), unclaimed(stage)])
}

/** A person whose documents get no clear result from the sandbox's check. */
async function onboarding({ base_url, user }: CaseSeed): Promise<void> {
  const call = (path: string, body: object | FormData) =>
    post(`${base_url}${path}`, body, { authorization: `Bearer ${user.token}`, nonce: randomUUID() })
  const { id: user_account_id } = await call('/v2/users/accounts', {
    person_type: 'NATURAL_PERSON',
    name: 'Luiza',
    full_name: 'Luiza Amaral de Souza',
    document: magicCpf('CAF', 'review', 1),
    email: 'luiza.amaral@pessoa.example',
    mother_name: 'Rosa Amaral',
    birth_date: '1991-04-21',
    active: true,
  })
  const address = { zip_code: '50030230', street: 'Rua da Aurora', number: 295, city: 'Recife', federative_unit: 'PE' }
  const { id } = await call('/v2/users/onboardings', {
    user_account_id,
    address: { ...address, country: 'Brasil' },
    nationality: 'brasileira',
    pep: false,
    accepted_terms: true,
  })
  const papers = new FormData()
  papers.append('document_file_type', 'rg')
  papers.append('selfie', picture(300, 400, 'selfie.png'))
  papers.append('document_front', picture(640, 400, 'frente.png'))
  papers.append('document_back', picture(640, 400, 'verso.png'))
  await call(`/v2/users/onboardings/${id}/documents`, papers)
}

const picture = (width: number, height: number, name: string) =>
  new File([new Uint8Array(drawnPng(width, height))], name, { type: 'image/png' })

/** A payment to our user that another bank reports. */
async function reported(stage: CaseSeed): Promise<void> {
  const transaction_id = await received(stage, 'told')
  const infraction_report = { transaction_id, reason: 'REFUND_REQUEST', situation_type: 'SCAM' }
  await asOtherBank(stage, 'createInfractionReport', { infraction_report })
}

/** A payment that the other bank requests back because it was a mistake. */
async function askedBack(stage: CaseSeed): Promise<void> {
  await asOtherBank(stage, 'createRefund', refundOf(await received(stage, 'told')))
}

/** A payment by our user that the user contests. DICT has no report yet. */
async function contested(stage: CaseSeed): Promise<void> {
  const payment = samplePayment(stage.user, hourAgo(), { amount: 480_000 })
  await toLedger(stage, payment)
  const body = {
    transaction_id: payment.id,
    reason: 'FRAUD',
    fraud_reason: 'FRAUD',
    description: 'Golpe por telefone.',
  }
  const headers = { authorization: `Bearer ${stage.user.token}`, nonce: randomUUID() }
  await post(`${stage.base_url}/v1/pix/fund-recovery-requests`, body, headers)
}

/** The same for payments that no ledger reported. */
async function unclaimed(stage: CaseSeed): Promise<void> {
  const infraction_report = {
    transaction_id: await received(stage, 'untold'),
    reason: 'REFUND_REQUEST',
    situation_type: 'ACCOUNT_TAKEOVER',
  }
  await asOtherBank(stage, 'createInfractionReport', { infraction_report })
  await asOtherBank(stage, 'createRefund', refundOf(await received(stage, 'untold')))
}

/** A payment of the other bank to ours, known to DICT, and to our ledger unless it is left out. */
async function received(stage: CaseSeed, told: 'told' | 'untold'): Promise<string> {
  const at = hourAgo()
  const end_to_end_id = sampleEndToEndId('E', at, SAMPLE_OTHER_ISPB)
  const deposit = sampleDeposit(stage.user, at, { end_to_end_id, amount: 129_900, available_amount: 129_900 })
  if (told === 'told') await toLedger(stage, deposit)
  await toDict(stage, deposit)
  return end_to_end_id
}

const hourAgo = () => new Date(Date.now() - 3_600_000)

const refundOf = (transaction_id: string) => ({
  refund: {
    transaction_id,
    refund_reason: 'OPERATIONAL_FLAW',
    refund_details: 'sent twice',
    refund_amount: '1299.00',
  },
})

async function toLedger({ operator }: CaseSeed, transaction: SampleTransaction): Promise<void> {
  const headers = { authorization: `Bearer ${operator.token}` }
  await post(`${operator.url}/v1/transactions`, { transactions: [transaction] }, headers)
}

const party = (participant: string) => ({ participant, number: '778899', person_type: 'NATURAL_PERSON' })

async function toDict({ dict }: CaseSeed, deposit: SampleTransaction): Promise<void> {
  const { end_to_end_id: id, amount, created_at: settlement_time } = deposit
  const parties = { debtor: party(SAMPLE_OTHER_ISPB), creditor: party(SAMPLE_ISPB) }
  await post(`${dict.control_url}/transactions`, [{ id, ...parties, amount, settlement_time, settled: true }])
}

async function asOtherBank({ dict }: CaseSeed, operation: string, body: object): Promise<void> {
  await post(`${dict.control_url}/as/${SAMPLE_OTHER_ISPB}/${operation}`, body)
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<{ id: string }> {
  const form = body instanceof FormData
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...(!form && { 'content-type': 'application/json' }), ...headers },
    body: form ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as { id: string }
}
