import type { Tx } from '../../../gate/transaction.ts'
import { type Applied, applyJudgement } from './apply-judgement.ts'
import type { CheckTerms } from './settle.ts'

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

/** An analyst is heard at once: the terms of asking partners never come into it. */
const unused: CheckTerms = { triesMax: 1, pauseMs: 0, pendingMs: 0 }

/**
 * What an analyst decides about a step that waits for one, or for a partner that does not answer. Undefined when the step
 * is not the one that was looked at: somebody else has decided, or it is about other papers by now.
 */
export function reviewStep(tx: Tx, { decision, reason, actor, seen, ...key }: Review): Promise<Applied | undefined> {
  const waits = ({ status, version, finished_at }: Applied['step']) =>
    (status === 'MANUAL_REVIEW' || status === 'ERROR') && finished_at === null && version === seen
  return applyJudgement(tx, key, waits, { verdict: decision, by: 'analyst', reason, actor: `analyst ${actor}` }, unused)
}
