import type { Schemas } from '../../contract/client.ts'
import type { CaseKey } from '../case-key.ts'

export type OnboardingRecord = Schemas['OnboardingCase']
export type Step = Schemas['StepOfCase']
export type Face = Schemas['FaceOfCase']

/** The step that the page is opened for; without one, the first that waits. */
export function stepInHand({ steps }: OnboardingRecord, { kind, id }: CaseKey): Step | undefined {
  return kind === 'onboarding_step'
    ? steps.find((step) => step.id === id)
    : steps.find(({ waits_for_analyst }) => waits_for_analyst)
}

/** Where a step is decided. */
export const stepKey = ({ user_id, onboarding }: OnboardingRecord, { id }: Step): CaseKey => ({
  kind: 'onboarding_step',
  id,
  user_id,
  under_id: onboarding.id,
})

/**
 * What a representative is called on this page: masked until revealed, and by number, since two may be masked alike.
 * Undefined when it is about the person itself.
 */
export function nameOf(
  { representatives }: Pick<OnboardingRecord, 'representatives'>,
  id: string | undefined,
): string | undefined {
  const at = representatives.findIndex((one) => one.id === id)
  return at < 0 ? undefined : `${at + 1}. ${representatives[at]!.name.replaceAll('***', '•••')}`
}

/** The representative or owner that a step is about. Undefined when it is about the account holder. */
export function personOf(
  record: OnboardingRecord,
  { legal_representative_id, shareholder_id }: Step,
): string | undefined {
  const owner = record.shareholders.find(({ id }) => id === shareholder_id)
  return owner ? owner.name.replaceAll('***', '•••') : nameOf(record, legal_representative_id)
}
