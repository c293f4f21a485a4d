import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { note } from '../activity-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { advanceAt } from './advance-onboarding.job.ts'
import { moveOnboarding } from './move-onboarding.ts'
import { planSteps, replanSteps } from './step.ts'
import { addStep, deleteStep, saveReplannedStep, stepsOf } from './step-store.ts'
import type { People } from './subjects.ts'

/**
 * Starts the checks, in the transaction that completed the data. A second submission, after an analyst requested
 * something again, keeps the approvals of registries and repeats the other checks.
 */
export async function submitOnboarding(tx: Tx, stored: Onboarding, people: People): Promise<Onboarding> {
  // Removes the message about what was requested again.
  const changes = { submitted_at: tx.now.toISOString(), failed_message: null }
  const moved = moveOnboarding(stored, 'submitted', changes, tx.now)
  if (!moved) throw new Error(`an onboarding that is ${stored.status} was submitted`)
  const planned = planSteps(stored, people, tx.now)
  const { removed, changed, added } = replanSteps(await stepsOf(tx, stored.id), planned, tx.now)
  for (const step of removed) deleteStep(tx, step)
  for (const step of changed) saveReplannedStep(tx, step)
  for (const step of added) addStep(tx, step)
  saveOnboarding(tx, moved.onboarding)
  note(tx, moved.onboarding, { what: 'submitted', actor: 'integrator' })
  record(tx, moved.happening)
  await advanceAt(tx, stored.id, tx.now)
  return moved.onboarding
}
