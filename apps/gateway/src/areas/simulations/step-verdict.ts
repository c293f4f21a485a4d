import Type from 'typebox'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { users } from '../onboarding/steps/events.ts'
import type { StepName } from '../onboarding/steps/step.ts'
import { simulationRefused, simulatorUnavailable, subjectNotFound } from './errors.ts'
import {
  aboutOnboarding,
  onboardingMember,
  ownStep,
  representativeMember,
  shareholderMember,
  verdictMember,
} from './own-step.ts'
import { SimulationReply } from './simulation.ts'
import { doneTo } from './simulation-result.ts'
import type { Counterparts } from './simulator-clients.ts'
import { texts } from './texts.ts'

/** The steps without a video. The liveness step has a simulation of its own. */
const steps = ['BC_PROTEGE', 'DICT', 'RUFRA', 'CAF'] as const satisfies readonly StepName[]

const StepVerdict = Type.Object(
  {
    onboarding_id: onboardingMember,
    step: closedEnum(steps, 'Which check.'),
    legal_representative_id: Type.Optional(representativeMember),
    shareholder_id: Type.Optional(shareholderMember),
    verdict: verdictMember,
  },
  { additionalProperties: false, title: 'StepVerdict' },
)

/** Sets the verdict that the simulated partner of a step will return in the next query. */
export const simulateStepVerdict = route({
  name: 'simulateStepVerdict',
  ...texts.simulateStepVerdict,
  method: 'POST',
  path: '/sandbox/simulations/step-verdict',
  body: StepVerdict,
  example: { onboarding_id: '01995f2e-7c1b-7d3a-9f10-3f2b8a6c4d5e', step: 'CAF', verdict: 'APPROVED' },
  repeatable: true,
  reply: { 200: SimulationReply },
  errors: [subjectNotFound, simulationRefused, simulatorUnavailable],

  async handle({ body, look, transaction }, { counterparts }: { counterparts: Counterparts }) {
    const { onboarding_id, step, verdict } = body
    const { id: step_id, person_type } = await look((tx) => ownStep(tx, step, body))
    await counterparts.checks('/control/verdicts', { step_id, verdict })
    await transaction(doneTo(onboarding_id))
    const told = users.onboarding
    return {
      simulation: 'step-verdict' as const,
      detail: {
        'pt-BR': 'O parceiro dará este parecer sobre a etapa quando for consultado.',
        'en-US': 'The partner will return this verdict for the step.',
      },
      ...aboutOnboarding(onboarding_id, person_type),
      awaited_events: {
        APPROVED: [told.checks_approved.type],
        REJECTED: [told.rejected.type],
        MANUAL_REVIEW: [told.delayed.type],
        UNUSABLE: [told.failed.type],
      }[verdict],
    }
  },
})
