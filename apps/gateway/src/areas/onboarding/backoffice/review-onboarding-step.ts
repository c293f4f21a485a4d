import Type from 'typebox'
import { signatureOf } from '../../../backoffice/auth/person.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { caseTaken } from '../../../backoffice/cases/errors.ts'
import { caseChanged } from '../../../backoffice/faults.ts'
import { Reason, Seen, TakenFrom } from '../../../backoffice/reason.ts'
import { closedEnum, openEnum, Uuid } from '../../../http/schema.ts'
import { found } from '../../../platform/errors/fault.ts'
import { bcProtegeNotApprovable, onboardingNotFound, stepNotFound } from '../errors.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { onboardingStatuses } from '../status.ts'
import { reviewStep } from '../steps/review-step.ts'
import { stepStatuses } from '../steps/step.ts'
import { stepsOf } from '../steps/step-store.ts'
import { ownerOf } from './owner.ts'

const StepDecision = Type.Object(
  {
    decision: closedEnum(
      ['APPROVED', 'REJECTED', 'RESUBMIT'],
      'APPROVED: the step passes. REJECTED: the onboarding ends. RESUBMIT: documents, or a liveness check, are requested again.',
    ),
    seen: Seen,
    taken_from: TakenFrom,
    reason: Type.String({ ...Reason, description: 'The reason. Unless it is an approval, the integrator reads it.' }),
  },
  { additionalProperties: false, title: 'StepDecision' },
)
const DecidedStep = Type.Object(
  {
    onboarding_id: Uuid,
    user_id: Uuid,
    step_id: Uuid,
    step_status: openEnum(stepStatuses),
    status: openEnum(onboardingStatuses),
  },
  { title: 'DecidedStep' },
)

export const reviewOnboardingStep = deskRoute({
  name: 'reviewOnboardingStep',
  summary: 'Decide about a step that waits for an analyst',
  method: 'POST',
  path: '/v1/onboardings/:id/steps/:step_id/decision',
  roles: ['analyst'],
  decision: 'onboarding_review',
  decides: { kind: 'onboarding_step', id: 'step_id' },
  params: Type.Object({ id: Uuid, step_id: Uuid }),
  body: StepDecision,
  example: { decision: 'APPROVED', seen: 3, reason: 'The person matches the photo of the document.' },
  reply: { 200: DecidedStep },
  errors: [onboardingNotFound, stepNotFound, bcProtegeNotApprovable, caseChanged, caseTaken],

  async handle({ params: { id, step_id }, body: { decision, seen, reason }, person, look, act }) {
    const user_id = await ownerOf(look, id)
    return act({
      user_id,
      subject: { type: 'onboarding', id },
      reason,
      async work(tx) {
        const [before, steps] = await Promise.all([lockOnboarding(tx, id), stepsOf(tx, id)])
        const { name, status } = found(
          steps.find((step) => step.id === step_id),
          stepNotFound,
        )
        const review = { onboarding_id: id, step_id, decision, reason, actor: signatureOf(person), seen }
        const { step, onboarding } = found(await reviewStep(tx, review), caseChanged)
        return {
          answer: { onboarding_id: id, user_id, step_id, step_status: step.status, status: onboarding.status },
          changes: {
            step_id,
            step: name,
            decision,
            step_status: [status, step.status],
            step_version: [seen, step.version],
            status: [before!.status, onboarding.status],
          },
        }
      },
    })
  },
})
