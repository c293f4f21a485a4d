import type { Tx } from '../../../http/transaction.ts'
import { activityOf } from '../activity-store.ts'
import { documentsOfOne } from '../documents/document-store.ts'
import { findLiveness } from '../liveness/liveness-store.ts'
import { latestVideo } from '../liveness/video-store.ts'
import type { Judgement } from './decide-step.ts'
import { hasSameBytes } from './same-bytes-store.ts'
import type { Step } from './step.ts'

/** A judgement with the actor that the activity records. */
export type ActorJudgement = Judgement & { actor: string }

/** The gateway's own rule by which an approved step still goes to manual review. */
export type SameBytesReason = 'SAME_DOCUMENT_BYTES' | 'SAME_VIDEO_BYTES'

/**
 * Turns an approval into manual review when another person sent the same bytes. Only an analyst can approve the step
 * then.
 */
export function heldBack(judgement: ActorJudgement, reason: SameBytesReason | undefined): ActorJudgement {
  if (!reason || judgement.verdict !== 'APPROVED' || judgement.by !== 'partner') return judgement
  return { ...judgement, verdict: 'MANUAL_REVIEW', reason, actor: 'gateway' }
}

/**
 * Why a step that a partner approved needs manual review: another person sent the same bytes.
 * Two concurrent judgements need no lock. A file is committed before the judgement of its person begins, and this
 * query runs in the transaction of the judgement. So the later of the two queries sees both files.
 */
export async function findSameBytesReason(
  tx: Tx,
  step: Step,
  steps: Step[],
  { verdict, by }: ActorJudgement,
): Promise<SameBytesReason | undefined> {
  if (verdict !== 'APPROVED' || by !== 'partner') return undefined
  if (step.name === 'CAF') return (await papersAreShared(tx, step)) ? 'SAME_DOCUMENT_BYTES' : undefined
  if (step.name !== 'LIVENESS') return undefined
  if (await videoIsShared(tx, step)) return 'SAME_VIDEO_BYTES'
  // Documents are compared again: another person may have sent the same ones after the partner approved these. An
  // analyst's approval is not reviewed again.
  return (await isApprovedByPartner(tx, papersStepOf(step, steps))) && (await papersAreShared(tx, step))
    ? 'SAME_DOCUMENT_BYTES'
    : undefined
}

const papersStepOf = ({ legal_representative_id }: Step, steps: Step[]) =>
  steps.find((one) => one.name === 'CAF' && one.legal_representative_id === legal_representative_id)!

async function isApprovedByPartner(tx: Tx, { id, onboarding_id }: Step): Promise<boolean> {
  const activity = await activityOf(tx, onboarding_id)
  const approved = activity.findLast(({ what, step_id }) => what === 'step_approved' && step_id === id)
  return approved?.actor === 'partner'
}

async function papersAreShared(tx: Tx, { onboarding_id, legal_representative_id }: Step): Promise<boolean> {
  const papers = await documentsOfOne(tx, onboarding_id, legal_representative_id)
  const file_ids = papers.map(({ file_id }) => file_id)
  return hasSameBytes(tx, file_ids)
}

async function videoIsShared(tx: Tx, { onboarding_id, legal_representative_id }: Step): Promise<boolean> {
  const liveness = await findLiveness(tx, onboarding_id, legal_representative_id)
  const video = liveness && (await latestVideo(tx, onboarding_id, liveness.id))
  return video !== undefined && hasSameBytes(tx, [video.file_id])
}
