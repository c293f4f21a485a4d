import { stepped } from '../../../base/version.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { registers } from './step.ts'
import { saveStep, stepsOf } from './step-store.ts'

/** What the registers approved was another number: the next submission asks them about this one, as a new attempt. */
export async function judgeNumberAgain(tx: Tx, onboarding_id: string): Promise<void> {
  const fresh = { status: 'PENDING', finished_at: null } as const
  for (const step of await stepsOf(tx, onboarding_id))
    if (registers.has(step.name) && step.status === 'APPROVED') saveStep(tx, stepped(step, fresh, tx.now))
}
