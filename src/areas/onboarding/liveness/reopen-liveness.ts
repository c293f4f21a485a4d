import sql from 'sql-template-tag'
import { nextVersion } from '../../../base/version.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { livenessStepped } from './liveness.ts'
import { findLiveness, saveLiveness } from './liveness-store.ts'
import { latestVideo, saveVideo } from './video-store.ts'

/**
 * The video says nothing, or not enough: another may be sent, under the same link. When it is an analyst who asks, the
 * tries of the page begin anew, because the person did nothing wrong.
 */
export async function reopenLiveness(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
  asked: boolean,
): Promise<void> {
  await judgeVideo(tx, onboarding_id, legal_representative_id, 'FAILED', {
    status: 'WAITING_SUBMISSION',
    submitted_at: null,
    ...(asked && { attempts: 0 }),
  })
}

/** Leaves the verdict on a liveness and on the video it was made from. */
export async function closeLiveness(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
  status: 'APPROVED' | 'REJECTED',
): Promise<void> {
  await judgeVideo(tx, onboarding_id, legal_representative_id, 'COMPLETED', { status })
}

async function judgeVideo(
  tx: Tx,
  onboarding_id: string,
  legal_representative_id: string | null,
  state: 'COMPLETED' | 'FAILED',
  changes: Parameters<typeof livenessStepped>[1],
): Promise<void> {
  const liveness = await findLiveness(tx, onboarding_id, legal_representative_id, sql`for update`)
  if (!liveness) return
  const video = await latestVideo(tx, liveness.id, onboarding_id)
  saveLiveness(tx, livenessStepped(liveness, changes, tx.now))
  if (video) saveVideo(tx, { ...video, ...nextVersion(video, tx.now), state })
}
