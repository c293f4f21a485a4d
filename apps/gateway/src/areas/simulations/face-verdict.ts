import Type from 'typebox'
import { route } from '../../http/route.ts'
import { users } from '../onboarding/steps/events.ts'
import { simulationRefused, simulatorUnavailable, subjectNotFound } from './errors.ts'
import { aboutOnboarding, onboardingMember, ownStep, representativeMember, verdictMember } from './own-step.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

const FaceVerdict = Type.Object(
  {
    onboarding_id: onboardingMember,
    legal_representative_id: Type.Optional(representativeMember),
    verdict: verdictMember,
  },
  { additionalProperties: false, title: 'FaceVerdict' },
)

/** Sets the verdict that the simulated liveness partner will return for a person's video, which may still be sent. */
export const simulateFaceVerdict = route({
  name: 'simulateFaceVerdict',
  ...texts.simulateFaceVerdict,
  method: 'POST',
  path: '/sandbox/simulations/face-verdict',
  body: FaceVerdict,
  example: { onboarding_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e', verdict: 'APPROVED' },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [subjectNotFound, simulationRefused, simulatorUnavailable],

  async handle({ body, look, transaction }, { counterparts }: { counterparts: Counterparts }) {
    const { onboarding_id, verdict } = body
    const { id: step_id, person_type } = await look((tx) => ownStep(tx, 'LIVENESS', body))
    await counterparts.checks('/control/verdicts', { step_id, verdict })
    await transaction(doneTo(onboarding_id))
    const told = users.onboarding
    return {
      simulation: 'face-verdict' as const,
      detail: {
        'pt-BR':
          'O parceiro de prova de vida dará este parecer sobre o vídeo da pessoa. Se ainda não foi enviado, envie-o.',
        'en-US':
          'The liveness partner will return this verdict for the video of the person. Send it, if it was not sent yet.',
      },
      ...aboutOnboarding(onboarding_id, person_type),
      awaited_events: {
        APPROVED: [told.liveness_updated.type, told.finished.type],
        REJECTED: [told.rejected.type],
        MANUAL_REVIEW: [told.delayed.type],
        UNUSABLE: [told.liveness_reopened.type],
      }[verdict],
    }
  },
})
