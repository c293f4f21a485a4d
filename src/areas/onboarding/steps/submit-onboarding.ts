import { record } from '../../../events/record.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { happened, type Onboarding, stepped } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { nextStatus } from '../status.ts'
import { planSteps } from './step.ts'
import { insertSteps, stepsOf } from './step-store.ts'

/** The job that takes an onboarding as far as it goes without a person. */
export const ADVANCE_ONBOARDING = 'advance-onboarding'

/**
 * Everything is there: the checks begin, in the transaction that completed it. A second submission, after an analyst
 * asked for something again, goes on with the steps that are there.
 */
export async function submitOnboarding(
  tx: Tx,
  onboarding: Onboarding,
  representative_ids: string[],
): Promise<Onboarding> {
  const status = nextStatus(onboarding.status, 'submitted')
  if (!status) throw new Error(`an onboarding that is ${onboarding.status} was submitted`)
  const submitted = stepped(onboarding, { status, submitted_at: tx.now.toISOString() }, tx.now)
  const steps = await stepsOf(tx, onboarding.id)
  if (steps.length === 0) insertSteps(tx, planSteps(onboarding.id, onboarding.person_type, representative_ids, tx.now))
  saveOnboarding(tx, submitted)
  record(tx, happened('submitted', submitted))
  await tx.enqueue(ADVANCE_ONBOARDING, { user_id: tx.scope.user_id, onboarding_id: onboarding.id })
  return submitted
}
