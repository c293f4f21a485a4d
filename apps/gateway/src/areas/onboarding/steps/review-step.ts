import type { Tx } from '../../../http/transaction.ts'
import { advanceAt } from './advance-onboarding.job.ts'
import { type AppliedDecision, applyJudgement } from './apply-decision.ts'
import type { Patience } from './decide-step.ts'
import type { Step } from './step.ts'

export interface Review {
  onboarding_id: string
  step_id: string
  decision: 'APPROVED' | 'REJECTED' | 'RESUBMIT'
  /** The reason. The integrator can read it unless the decision is an approval. */
  reason: string
  /** The analyst. */
  actor: string
  /** The version of the step that the analyst reviewed. */
  seen: number
}

/** Retry settings apply only to partner calls, so a decision of an analyst does not use them. */
const unused: Patience = {
  ONBOARDING_CHECKS_TRIES: 1,
  ONBOARDING_CHECKS_PAUSE_SECONDS: 0,
  ONBOARDING_CHECKS_PENDING_HOURS: 0,
}

/** Whether the step is in manual review, or waits for a failed partner in whose place an analyst may decide. */
export function waitsForAnalyst({ status, finished_at }: Pick<Step, 'status' | 'finished_at'>): boolean {
  return (status === 'MANUAL_REVIEW' || status === 'ERROR') && finished_at === null
}

/**
 * Records an analyst's decision about a step in manual review, or about one whose partner does not respond. Returns
 * undefined when the step is not the reviewed version: another analyst has decided, or its documents were replaced.
 */
export async function reviewStep(tx: Tx, review: Review): Promise<AppliedDecision | undefined> {
  const { onboarding_id, step_id, decision, reason, actor, seen } = review
  const waits = (step: Step) => waitsForAnalyst(step) && step.version === seen
  const said = { verdict: decision, by: 'analyst', reason, actor: `analyst ${actor}` } as const
  const applied = await applyJudgement(tx, { onboarding_id, step_id }, waits, said, unused)
  if (applied?.due) await advanceAt(tx, onboarding_id, applied.due)
  return applied
}
