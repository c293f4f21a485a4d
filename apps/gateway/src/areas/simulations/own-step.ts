import { closedEnum, Uuid } from '../../http/schema.ts'
import type { Tx } from '../../http/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import { findOnboarding } from '../onboarding/onboarding-store.ts'
import type { StepName } from '../onboarding/steps/step.ts'
import { stepsOf } from '../onboarding/steps/step-store.ts'
import { simulationRefused, subjectNotFound } from './errors.ts'

export const onboardingMember = { ...Uuid, description: 'An onboarding of yours, submitted.' } as typeof Uuid
export const representativeMember = {
  ...Uuid,
  description: 'The legal representative of this step, if there is one.',
} as typeof Uuid
export const shareholderMember = {
  ...Uuid,
  description: 'The shareholder of this BC_PROTEGE step, if that shareholder is not a representative.',
} as typeof Uuid
export const verdictMember = closedEnum(
  ['APPROVED', 'REJECTED', 'MANUAL_REVIEW', 'UNUSABLE'],
  'The verdict of the partner: MANUAL_REVIEW sends the step to an analyst, UNUSABLE requests the material again or fails the step.',
)

interface StepOwner {
  onboarding_id: string
  legal_representative_id?: string
  shareholder_id?: string
}

/** The undecided step of an onboarding of the caller. */
export async function ownStep(tx: Tx, name: StepName, { onboarding_id, ...whose }: StepOwner) {
  const onboarding = found(await findOnboarding(tx, onboarding_id), subjectNotFound)
  const steps = await stepsOf(tx, onboarding_id)
  if (steps.length === 0) throw simulationRefused({ members: { reason: 'NotSubmitted' } })
  const step = steps.find(
    (one) =>
      one.name === name &&
      one.legal_representative_id === (whose.legal_representative_id ?? null) &&
      one.shareholder_id === (whose.shareholder_id ?? null),
  )
  const { id, status } = found(step, subjectNotFound)
  if (status !== 'PENDING' && status !== 'PROCESSING') throw simulationRefused({ members: { reason: 'StepDecided' } })
  return { id, person_type: onboarding.person_type }
}

/** How both simulations of an onboarding identify it. */
export const aboutOnboarding = (id: string, person_type: string) => ({
  record_type: 'onboarding' as const,
  record_id: id,
  look_at: person_type === 'LEGAL_PERSON' ? `/v2/users/onboardings/legal-person/${id}` : `/v2/users/onboardings/${id}`,
})
