import Type from 'typebox'
import { route } from '../../http/route.ts'
import { closedEnum, Uuid } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { found } from '../../platform/errors/fault.ts'
import { pix } from '../pix-infractions/events.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { simulationRefused, simulatorUnavailable, subjectNotFound } from './errors.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

const situations = ['SCAM', 'ACCOUNT_TAKEOVER', 'COERCION', 'FRAUDULENT_ACCESS', 'OTHER'] as const

const InfractionReported = Type.Object(
  {
    transaction_id: { ...Uuid, description: 'A deposit of the wallet.' },
    situation_type: Type.Optional(closedEnum(situations, 'The kind of fraud that the payer reports. SCAM by default.')),
  },
  { additionalProperties: false, title: 'InfractionReported' },
)

/** The payer's institution reports the payment at DICT, where the gateway finds it in the next poll. */
export const simulateInfractionReported = route({
  name: 'simulateInfractionReported',
  ...texts.simulateInfractionReported,
  method: 'POST',
  path: '/sandbox/simulations/infraction-reported',
  body: InfractionReported,
  example: { transaction_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e' },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [subjectNotFound, simulationRefused, simulatorUnavailable],

  async handle({ body, scope, look, transaction }, { counterparts }: { counterparts: Counterparts }) {
    const wallet_id = walletOf(scope)
    const { transaction_id: id, situation_type = 'SCAM' } = body
    const deposit = await look(async (tx) => found(await findTransaction(tx, wallet_id, { id }), subjectNotFound))
    // For a payment that was sent, the payer's institution is our own.
    if (deposit.type !== 'DEPOSIT') throw simulationRefused({ members: { reason: 'NotADeposit' } })
    const { report_id } = await counterparts.dict<{ report_id: string }>('/report', {
      transaction_id: deposit.end_to_end_id,
      situation_type,
    })
    await transaction(doneTo(report_id))
    return {
      simulation: 'infraction-reported' as const,
      detail: {
        'pt-BR': 'A instituição do pagador abriu uma notificação de infração. Responda até o prazo da notificação.',
        'en-US':
          'The institution of the payer opened an infraction report. Answer it before the deadline of the notification.',
      },
      record_type: 'infraction_notification' as const,
      record_id: report_id,
      look_at: `/v1/pix/compliance/infraction-notifications/${report_id}`,
      awaited_events: [pix.infraction_notification.received.type, pix.infraction_notification.acknowledged.type],
    }
  },
})
