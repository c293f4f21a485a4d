import Type from 'typebox'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { pix } from '../pix-fund-recovery/events.ts'
import { simulationRefused, simulatorUnavailable, subjectNotFound } from './errors.ts'
import { aboutRecovery, ownRecovery, recoveryMember } from './own-recovery.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

const InstitutionAnalyses = Type.Object(
  {
    ...recoveryMember,
    analysis_result: closedEnum(['AGREED', 'DISAGREED'], 'Whether the institution agrees that there was fraud.'),
  },
  { additionalProperties: false, title: 'InstitutionAnalyses' },
)

/** Every participant along the money's path sends its analysis to DICT. */
export const simulateInstitutionAnalyses = route({
  name: 'simulateInstitutionAnalyses',
  ...texts.simulateInstitutionAnalyses,
  method: 'POST',
  path: '/sandbox/simulations/institution-analyses',
  body: InstitutionAnalyses,
  example: { fund_recovery_request_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e', analysis_result: 'AGREED' },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [subjectNotFound, simulationRefused, simulatorUnavailable],

  async handle(call, { counterparts }: { counterparts: Counterparts }) {
    const { analysis_result } = call.body
    const { id, dict_id } = await ownRecovery(call, call.body)
    await counterparts.dict('/analyse', { funds_recovery_id: dict_id, analysis_result })
    await call.transaction(doneTo(id))
    const told = pix.fund_recovery_request
    return {
      simulation: 'institution-analyses' as const,
      detail:
        analysis_result === 'AGREED'
          ? {
              'pt-BR': 'As instituições concordaram que houve fraude. As devoluções são solicitadas a seguir.',
              'en-US': 'The institutions agreed that there was fraud. The refunds are requested next.',
            }
          : {
              'pt-BR': 'As instituições discordaram. A recuperação termina sem devolução.',
              'en-US': 'The institutions disagreed. The recovery ends without a refund.',
            },
      ...aboutRecovery(id),
      awaited_events:
        analysis_result === 'AGREED'
          ? [told.analysed.type, told.refund_requested.type]
          : [told.analysed.type, told.completed_rejected.type],
    }
  },
})
