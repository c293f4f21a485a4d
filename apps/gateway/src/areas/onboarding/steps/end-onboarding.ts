import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { note, type OnboardingActivityEntry } from '../activity-store.ts'
import { revokeLivenesses } from '../liveness/decide-liveness.ts'
import type { Onboarding } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { moveOnboarding } from './move-onboarding.ts'
import { closeSteps, stepsOf } from './step-store.ts'

interface OnboardingEnd extends Omit<OnboardingActivityEntry, 'what'> {
  move: 'expired' | 'rejected' | 'withdrawn'
  changes?: Partial<Onboarding>
}

/**
 * Ends an onboarding without a verdict, under its lock: all its steps are closed, and no link opens. Returns undefined
 * when its status does not allow the end.
 */
export async function endOnboarding(tx: Tx, stored: Onboarding, end: OnboardingEnd): Promise<Onboarding | undefined> {
  const { move, changes, ...entry } = end
  const moved = moveOnboarding(stored, move, { ...changes, expires_at: null }, tx.now)
  if (!moved) return undefined
  saveOnboarding(tx, moved.onboarding)
  closeSteps(tx, await stepsOf(tx, stored.id))
  await revokeLivenesses(tx, stored.id)
  note(tx, moved.onboarding, { ...entry, what: move })
  record(tx, moved.happening)
  return moved.onboarding
}
