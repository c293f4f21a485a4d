import { uuidv7 } from '../../../base/ids.ts'
import type { PersonType } from '../onboarding.ts'

export const stepNames = ['BC_PROTEGE', 'CAF', 'LIVENESS', 'DICT', 'RUFRA'] as const
export type StepName = (typeof stepNames)[number]

export const stepStatuses = ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'ERROR', 'MANUAL_REVIEW'] as const
export type StepStatus = (typeof stepStatuses)[number]

export interface Step {
  id: string
  onboarding_id: string
  name: StepName
  status: StepStatus
  /** Steps of one order run side by side; those of the next begin when all of these are approved. */
  order: number
  /** Null when the step is about the person or the company itself. */
  legal_representative_id: string | null
  attempts: number
  reason: string | null
  finished_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** What costs a person nothing comes first: nobody is asked for their face before the registers have said yes. */
const order: Record<StepName, number> = { BC_PROTEGE: 1, DICT: 2, RUFRA: 3, CAF: 4, LIVENESS: 5 }

/** Which steps an onboarding has: the registers are asked about who opens the account, faces are those of people. */
export function planSteps(
  onboarding_id: string,
  person_type: PersonType,
  representative_ids: string[],
  now: Date,
): Step[] {
  const people = person_type === 'NATURAL_PERSON' ? [null] : representative_ids
  const subjects: [StepName, (string | null)[]][] = [
    ['BC_PROTEGE', [null]],
    ['DICT', [null]],
    ['RUFRA', [null]],
    ['CAF', person_type === 'NATURAL_PERSON' ? [null] : [null, ...people]],
    ['LIVENESS', people],
  ]
  const at = now.toISOString()
  return subjects.flatMap(([name, of]) =>
    of.map((legal_representative_id) => ({
      id: uuidv7(now.getTime()),
      onboarding_id,
      name,
      status: 'PENDING' as const,
      order: order[name],
      legal_representative_id,
      attempts: 0,
      reason: null,
      finished_at: null,
      version: 1,
      created_at: at,
      updated_at: at,
    })),
  )
}
