import type { Tx } from '../../../gate/transaction.ts'
import { advanceAt } from './advance-onboarding.job.ts'
import { type Applied, applyJudgement } from './apply-judgement.ts'
import type { Patience } from './judge-step.ts'
import type { Step } from './step.ts'

export interface Review {
  onboarding_id: string
  step_id: string
  decision: 'APPROVED' | 'REJECTED' | 'RESUBMIT'
  /** Why. When it is not an approval, the integrator reads it. */
  reason: string
  /** Which analyst. */
  actor: string
  /** The version of the step that was looked at. */
  seen: number
}

/** An analyst is heard at once: how patient the gateway is with partners never comes into it. */
const unused: Patience = {
  ONBOARDING_CHECKS_TRIES: 1,
  ONBOARDING_CHECKS_PAUSE_SECONDS: 0,
  ONBOARDING_CHECKS_PENDING_HOURS: 0,
}

/** One that waits for an analyst, or for a partner that does not answer and whose word an analyst may say. */
export function waitsForAnalyst({ status, finished_at }: Pick<Step, 'status' | 'finished_at'>): boolean {
  return (status === 'MANUAL_REVIEW' || status === 'ERROR') && finished_at === null
}

/**
 * What an analyst decides about a step that waits for one, or for a partner that does not answer. Undefined when the step
 * is not the one that was looked at: somebody else has decided, or it is about other papers by now.
 */
export async function reviewStep(tx: Tx, review: Review): Promise<Applied | undefined> {
  const { onboarding_id, step_id, decision, reason, actor, seen } = review
  const waits = (step: Step) => waitsForAnalyst(step) && step.version === seen
  const said = { verdict: decision, by: 'analyst', reason, actor: `analyst ${actor}` } as const
  const applied = await applyJudgement(tx, { onboarding_id, step_id }, waits, said, unused)
  if (applied?.due) await advanceAt(tx, onboarding_id, applied.due)
  return applied
}
