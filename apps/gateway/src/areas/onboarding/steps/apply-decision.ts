import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { type Admission, admitAccount, findAccount } from '../accounts/account-store.ts'
import { note } from '../activity-store.ts'
import { bcProtegeNotApprovable } from '../errors.ts'
import { closeLiveness, reopenLiveness, revokeLivenesses } from '../liveness/decide-liveness.ts'
import type { Liveness } from '../liveness/liveness.ts'
import type { Onboarding } from '../onboarding.ts'
import { finishOnboarding, lockOnboarding, saveOnboarding } from '../onboarding-store.ts'
import { hasEnded, isJudged, takesChanges } from '../status.ts'
import { addBcProtegeAnswer } from './bc-protege-store.ts'
import { isForRegisterAlone, type Judgement, judgeStep, type Patience } from './decide-step.ts'
import { users } from './events.ts'
import { type ActorJudgement, findSameBytesReason, heldBack } from './hold-same-bytes.ts'
import type { Step } from './step.ts'
import { closeSteps, pauseSteps, saveStep, stepsOf } from './step-store.ts'

export interface AppliedDecision {
  onboarding: Onboarding
  step: Step
  /** When the onboarding is to be advanced, if a job has to do it. */
  due: Date | undefined
}

/**
 * Records a judgement on a step, with all its consequences, in one transaction. `stillMeant` checks the step under the
 * lock: if it has changed since the partner was called, the judgement is ignored and the result is undefined.
 */
export async function applyJudgement(
  tx: Tx,
  { onboarding_id, step_id }: { onboarding_id: string; step_id: string },
  stillMeant: (step: Step) => boolean,
  said: ActorJudgement,
  patience: Patience,
): Promise<AppliedDecision | undefined> {
  const [stored, steps] = await Promise.all([lockOnboarding(tx, onboarding_id), stepsOf(tx, onboarding_id)])
  const before = steps.find(({ id }) => id === step_id)
  if (before && said.by === 'analyst' && said.verdict === 'APPROVED' && isForRegisterAlone(before))
    throw bcProtegeNotApprovable()
  if (!stored || !before || !isJudged(stored.status) || !stillMeant(before)) return undefined

  const judgement = heldBack(said, await findSameBytesReason(tx, before, steps, said))
  const { onboarding, changed, face, moves } = judgeStep(
    { onboarding: stored, steps },
    step_id,
    judgement,
    patience,
    tx.now,
  )
  const step = changed[0]!
  const liveness = await judgeFace(tx, step, judgement)
  for (const one of changed) saveStep(tx, one)
  const admission = onboarding.status === 'finished' ? await admit(tx, onboarding) : {}
  if (onboarding !== stored) saveOnboarding(tx, { ...onboarding, ...admission })
  noteJudgement(tx, step, onboarding, judgement)
  if (judgement.evidence && (step.status === 'APPROVED' || step.status === 'REJECTED'))
    addBcProtegeAnswer(tx, step, step.status, judgement.evidence)
  if (face) record(tx, face)
  for (const { move, onboarding: then, happening } of moves) {
    note(tx, then, { what: move, actor: 'gateway' })
    record(tx, move === 'finished' ? users.onboarding.finished(then, admission) : happening)
  }
  const current = steps.map((one) => changed.find(({ id }) => id === one.id) ?? one)
  if (hasEnded(onboarding.status)) {
    closeSteps(tx, current)
    await revokeLivenesses(tx, onboarding_id, liveness)
    return { onboarding, step, due: undefined }
  }
  if (!takesChanges(onboarding.status)) return { onboarding, step, due: firstDue(changed) }
  pauseSteps(tx, onboarding_id, current)
  return { onboarding, step, due: undefined }
}

/** Updates the liveness of the step, which has its own statuses. */
async function judgeFace(tx: Tx, step: Step, { verdict }: Judgement): Promise<Liveness | undefined> {
  if (step.name !== 'LIVENESS') return undefined
  if (verdict === 'APPROVED' || verdict === 'REJECTED') return closeLiveness(tx, step, verdict)
  if (verdict === 'UNUSABLE' || verdict === 'RESUBMIT') return reopenLiveness(tx, step, verdict === 'RESUBMIT')
  return undefined
}

const noted = {
  APPROVED: 'step_approved',
  REJECTED: 'step_rejected',
  MANUAL_REVIEW: 'step_sent_to_review',
  UNUSABLE: 'step_unusable',
  UNAVAILABLE: 'step_unheard',
  RESUBMIT: 'step_sent_back',
  PENDING: undefined,
} as const

function noteJudgement(tx: Tx, step: Step, onboarding: Onboarding, { verdict, reason, actor }: ActorJudgement): void {
  // The gateway itself moves a step that stays pending for too long to manual review.
  if (verdict === 'PENDING' && step.status === 'MANUAL_REVIEW')
    note(tx, onboarding, { what: noted.MANUAL_REVIEW, actor: 'gateway', reason: step.reason, step })
  const what = noted[verdict]
  if (what) note(tx, onboarding, { what, actor, reason, step })
}

/** Creates the target user of the product in the transaction that finishes the onboarding. */
async function admit(tx: Tx, { id, product_id, account_id }: Onboarding): Promise<Admission> {
  const [account] = await Promise.all([findAccount(tx, product_id, account_id), finishOnboarding(tx, id)])
  if (!account) throw new Error('an onboarding without an account was finished')
  return admitAccount(tx, account)
}

function firstDue(changed: Step[]): Date | undefined {
  const [first] = changed.flatMap(({ next_action_at }) => next_action_at ?? []).toSorted()
  return first === undefined ? undefined : new Date(first)
}
