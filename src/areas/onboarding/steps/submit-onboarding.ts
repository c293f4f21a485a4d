import { record } from '../../../events/record.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { happened, type Onboarding, stepped } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { nextStatus } from '../status.ts'
import { note } from './activity.ts'
import { planSteps, replanSteps } from './step.ts'
import { deleteStep, insertSteps, saveStep, stepsOf } from './step-store.ts'

/** The job that takes an onboarding as far as it goes without a person. */
export const ADVANCE_ONBOARDING = 'advance-onboarding'

/**
 * Everything is there: the checks begin, in the transaction that completed it. A second submission, after an analyst
 * asked for something again, keeps what the registers have approved and has the rest judged anew.
 */
export async function submitOnboarding(
  tx: Tx,
  onboarding: Onboarding,
  representative_ids: string[],
): Promise<Onboarding> {
  const status = nextStatus(onboarding.status, 'submitted')
  if (!status) throw new Error(`an onboarding that is ${onboarding.status} was submitted`)
  const now = tx.now
  // Until now the message said what was asked for again.
  const submitted = stepped(onboarding, { status, submitted_at: now.toISOString(), failed_message: null }, now)
  const planned = planSteps(onboarding.id, onboarding.person_type, representative_ids, now)
  const { removed, changed, added } = replanSteps(await stepsOf(tx, onboarding.id), planned, now)
  for (const step of removed) deleteStep(tx, step)
  for (const step of changed) saveStep(tx, step)
  insertSteps(tx, added)
  saveOnboarding(tx, submitted)
  note(tx, submitted, { what: 'submitted', actor: 'integrator' })
  record(tx, happened('submitted', submitted))
  await tx.enqueue(ADVANCE_ONBOARDING, { user_id: tx.scope.user_id, onboarding_id: onboarding.id })
  return submitted
}
