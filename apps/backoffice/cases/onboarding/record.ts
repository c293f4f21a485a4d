import type { Schemas } from '../../api/client.ts'
import type { CaseKey } from '../case-key.ts'

export type OnboardingRecord = Schemas['OnboardingCase']
export type ShownStep = Schemas['StepOfCase']
export type LivenessOfCase = Schemas['FaceOfCase']

/** The step the page was opened for. Without one, the first open step. */
export function stepInHand({ steps }: OnboardingRecord, { kind, id }: CaseKey): ShownStep | undefined {
  return kind === 'onboarding_step'
    ? steps.find((step) => step.id === id)
    : steps.find(({ waits_for_analyst }) => waits_for_analyst)
}

/** The key of the case in which a step is decided. */
export const stepKey = ({ user_id, onboarding }: OnboardingRecord, { id }: ShownStep): CaseKey => ({
  kind: 'onboarding_step',
  id,
  user_id,
  under_id: onboarding.id,
})

/**
 * The name of a representative on this page: masked until revealed, and with a number, because two masked names may be
 * equal. Undefined when it is the person itself.
 */
export function nameOf(
  { representatives }: Pick<OnboardingRecord, 'representatives'>,
  id: string | undefined,
): string | undefined {
  const at = representatives.findIndex((one) => one.id === id)
  return at < 0 ? undefined : `${at + 1}. ${representatives[at]!.name.replaceAll('***', '•••')}`
}

/** The representative or owner of a step. Undefined when it is the account holder. */
export function personOf(
  record: OnboardingRecord,
  { legal_representative_id, shareholder_id }: ShownStep,
): string | undefined {
  const owner = record.shareholders.find(({ id }) => id === shareholder_id)
  return owner ? owner.name.replaceAll('***', '•••') : nameOf(record, legal_representative_id)
}
