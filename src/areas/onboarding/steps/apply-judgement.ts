import sql from 'sql-template-tag'
import { record } from '../../../events/record.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { closeLiveness, reopenLiveness } from '../liveness/reopen-liveness.ts'
import { happened, type Onboarding } from '../onboarding.ts'
import { lockOnboarding, saveOnboarding, saveOnboardingNow } from '../onboarding-store.ts'
import { hasEnded, isJudged, takesChanges } from '../status.ts'
import { note } from './activity.ts'
import { type CheckTerms, type Judgement, settle } from './settle.ts'
import type { Step } from './step.ts'
import { closeSteps, restSteps, saveStep, stepsOf } from './step-store.ts'
import { ADVANCE_ONBOARDING } from './submit-onboarding.ts'

export interface Applied {
  onboarding: Onboarding
  step: Step
}

/**
 * Leaves a judgement on a step, with everything that follows from it, in one transaction. `stillMeant` looks at the step
 * under the lock: a judgement on what has changed since it was asked for changes nothing, and answers undefined.
 */
export async function applyJudgement(
  tx: Tx,
  { onboarding_id, step_id }: { onboarding_id: string; step_id: string },
  stillMeant: (step: Step) => boolean,
  judgement: Judgement & { actor: string },
  terms: CheckTerms,
): Promise<Applied | undefined> {
  const [stored, steps] = await Promise.all([lockOnboarding(tx, onboarding_id), stepsOf(tx, onboarding_id)])
  const before = steps.find(({ id }) => id === step_id)
  if (!stored || !before || !isJudged(stored.status) || !stillMeant(before)) return undefined

  const { onboarding, changed, told } = settle({ onboarding: stored, steps }, step_id, judgement, terms, tx.now)
  const step = changed[0]!
  await settleFace(tx, step, judgement)
  for (const one of changed) saveStep(tx, one)
  if (onboarding !== stored) saveOnboarding(tx, onboarding)
  noteJudgement(tx, step, onboarding, judgement)
  for (const { what, onboarding: then, more } of told) {
    if (!ofFace.has(what)) note(tx, then, { what, actor: 'gateway' })
    record(tx, happened(what, then, what === 'finished' ? { target_user_id: await admit(tx, onboarding) } : more))
  }
  if (hasEnded(onboarding.status)) closeSteps(tx, onboarding_id)
  else if (takesChanges(onboarding.status)) restSteps(tx, onboarding_id)
  else await enqueueNext(tx, changed)
  return { onboarding, step }
}

/** What is noted of these is the judgement itself. */
const ofFace = new Set(['liveness_updated', 'liveness_reopened'])

/** A face goes its own way beside its step. */
async function settleFace(tx: Tx, step: Step, { verdict }: Judgement): Promise<void> {
  const { name, onboarding_id, legal_representative_id } = step
  if (name !== 'LIVENESS') return
  if (verdict === 'APPROVED' || verdict === 'REJECTED')
    await closeLiveness(tx, onboarding_id, legal_representative_id, verdict)
  if (verdict === 'UNUSABLE' || verdict === 'RESUBMIT')
    await reopenLiveness(tx, onboarding_id, legal_representative_id, verdict === 'RESUBMIT')
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

function noteJudgement(
  tx: Tx,
  step: Step,
  onboarding: Onboarding,
  { verdict, reason, actor }: Judgement & Actor,
): void {
  // Who stays pending for too long is heard no further: that is the decision of the gateway.
  if (verdict === 'PENDING' && step.status === 'MANUAL_REVIEW')
    note(tx, onboarding, { what: noted.MANUAL_REVIEW, actor: 'gateway', reason: step.reason, step })
  const what = noted[verdict]
  if (what) note(tx, onboarding, { what, actor, reason, step })
}
interface Actor {
  actor: string
}

/**
 * The person becomes a target user of the product in the transaction that says the onboarding is finished, by a function
 * that makes the id of that user and admits nobody whose onboarding is not.
 */
async function admit(tx: Tx, onboarding: Onboarding): Promise<string> {
  const { account_id } = onboarding
  await saveOnboardingNow(tx, onboarding)
  tx.write(sql`
    update user_accounts set state = 'active', version = version + 1, updated_at = greatest(${tx.now}, updated_at)
    where user_id = ${tx.scope.user_id} and id = ${account_id} and state = 'pending'`)
  const [admitted] = await tx.query<{ id: string }>(sql`select admit_target_user(${account_id}) as id`)
  return admitted!.id
}

async function enqueueNext(tx: Tx, changed: Step[]): Promise<void> {
  const times = changed.flatMap(({ next_action_at }) => next_action_at ?? []).toSorted()
  if (!times[0]) return
  const startAfter = new Date(times[0])
  const key = { user_id: tx.scope.user_id, onboarding_id: changed[0]!.onboarding_id }
  await tx.enqueue(ADVANCE_ONBOARDING, key, startAfter > tx.now ? { startAfter } : {})
}
