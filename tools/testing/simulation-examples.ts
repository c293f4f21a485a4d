import { planSteps } from '@eclusa/gateway/src/areas/onboarding/steps/step.ts'
import { addStep } from '@eclusa/gateway/src/areas/onboarding/steps/step-store.ts'
import { runAsUser } from '@eclusa/gateway/src/http/transaction.ts'
import { sampleBankSlip } from '@eclusa/simulators/billet-registry/samples.ts'
import { actAs, analyseAsOthers } from '@eclusa/simulators/dict/other-participants.ts'
import { settle } from '@eclusa/simulators/dict/settle.ts'
import { contact, OURS } from './dict.ts'
import type { Example } from './example.ts'
import type { AskGateway, TestGateway, TestUser } from './gateway.ts'
import { onboardingOf } from './liveness.ts'
import { newCpf } from './persons.ts'
import { shown } from './recorded-shape.ts'
import { RECOVERIES } from './recovery-requests.ts'

const SIMULATIONS = '/sandbox/simulations'

/** A successful call of each simulation, on a record of the user in the right state. */
export const simulationExamples: Record<string, Example> = {
  async simulatePaymentArrives() {
    return simulate('payment-arrives', shown('simulatePaymentArrives'))
  },
  async simulateInfractionReported(gateway, user) {
    return simulate('infraction-reported', { transaction_id: await arrived(gateway, user, 'RECEIVED') })
  },
  async simulateInstitutionAnalyses(gateway, user) {
    const { id } = await recovering(gateway, user)
    return simulate('institution-analyses', { fund_recovery_request_id: id, analysis_result: 'AGREED' })
  },
  async simulateRefundPaid(gateway, user) {
    const { dict } = gateway.simulators
    const { id, dict_id } = await recovering(gateway, user)
    analyseAsOthers(dict, { funds_recovery_id: dict_id, analysis_result: 'AGREED' })
    actAs(dict, OURS, 'refundFundsRecovery', { funds_recovery_id: dict_id })
    return simulate('refund-paid', { fund_recovery_request_id: id })
  },
  async simulateStepVerdict(gateway, user) {
    const onboarding_id = await submitted(gateway, user)
    return simulate('step-verdict', { ...shown('simulateStepVerdict'), onboarding_id })
  },
  async simulateFaceVerdict(gateway, user) {
    const onboarding_id = await submitted(gateway, user)
    return simulate('face-verdict', { ...shown('simulateFaceVerdict'), onboarding_id })
  },
  async simulateBilletPaid(gateway, user) {
    // Another each time: a paid billet is not decoded again.
    printed += 1
    const body = { typeable_line: sampleBankSlip({ amount: 900_000 + printed }).line }
    const decode = await made(gateway, user, { url: '/v2/banking/billet-payments/decode', body })
    return simulate('billet-paid', { decode_id: decode['id'] })
  },
  async getClock(gateway) {
    await gateway.simulators.installClock()
    return { method: 'GET', url: '/sandbox/clock' }
  },
  async advanceClock(gateway) {
    await gateway.simulators.installClock()
    return { method: 'POST', url: '/sandbox/clock/advance', body: shown('advanceClock') }
  },
}

let printed = 0

const simulate = (name: string, body: object) => ({ method: 'POST' as const, url: `${SIMULATIONS}/${name}`, body })

async function made(gateway: TestGateway, user: TestUser, ask: AskGateway): Promise<Record<string, unknown>> {
  const { status, body } = await gateway.ask({ method: 'POST', as: user, ...ask })
  if (status >= 300) throw new Error(`${ask.url} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function arrived(gateway: TestGateway, user: TestUser, direction: 'RECEIVED' | 'SENT'): Promise<string> {
  const answer = await made(gateway, user, simulate('payment-arrives', { amount: 100_000, direction }))
  return String(answer['record_id'])
}

/** A recovery under analysis: at DICT as it would be there, and here as a worker would have written it. */
async function recovering(gateway: TestGateway, user: TestUser): Promise<{ id: string; dict_id: string }> {
  const { dict } = gateway.simulators
  const transaction_id = await arrived(gateway, user, 'SENT')
  const body = { ...shown('createFundRecoveryRequest'), transaction_id }
  const { id, end_to_end_id } = await made(gateway, user, { url: RECOVERIES, body })
  const told = { root_transaction_id: String(end_to_end_id), situation_type: 'SCAM', contact_information: contact }
  actAs(dict, OURS, 'createFundsRecovery', { funds_recovery: told })
  dict.world.clock.advance(5_000)
  settle(dict.world)
  const dict_id = dict.world.recoveries.group(String(end_to_end_id))[0]!.id
  await gateway.db.admin.query('update fund_recovery_requests set dict_id = $2 where id = $1', [id, dict_id])
  return { id: String(id), dict_id }
}

/** A submitted person without any result. Returns the id of the onboarding. */
async function submitted(gateway: TestGateway, user: TestUser): Promise<string> {
  const id = await onboardingOf(gateway, user, { status: 'in_process', submitted_at: new Date().toISOString() })
  const of = { id, product_id: user.product_id, person_type: 'NATURAL_PERSON', document: newCpf() } as const
  await runAsUser(gateway.services, user.user_id, 'test', async (tx) => {
    for (const step of planSteps(of, { representatives: [], shareholders: [] }, tx.now)) addStep(tx, step)
  })
  return id
}
