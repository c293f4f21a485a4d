import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion, withoutVersionBump } from '../../../platform/record-version.ts'
import type { Liveness } from './liveness.ts'
import { livenessesOf, lockLiveness, saveLiveness } from './liveness-store.ts'
import { latestVideo, saveVideo } from './video-store.ts'

/** Identifies the person of a liveness. */
export type FaceKey = Pick<Liveness, 'onboarding_id' | 'legal_representative_id'>

/**
 * The video was unusable or insufficient: another may be sent through the same link. When an analyst requests it, the
 * attempt counter of the page restarts, because the person did nothing wrong.
 */
export function reopenLiveness(tx: Tx, key: FaceKey, asked: boolean): Promise<Liveness | undefined> {
  const again = { status: 'WAITING_SUBMISSION', submitted_at: null } as const
  return judge(tx, key, 'FAILED', asked ? { ...again, attempts: 0 } : again)
}

/** Records the verdict on a liveness and on its video. */
export function closeLiveness(tx: Tx, key: FaceKey, status: 'APPROVED' | 'REJECTED'): Promise<Liveness | undefined> {
  return judge(tx, key, 'COMPLETED', { status })
}

async function judge(
  tx: Tx,
  { onboarding_id, legal_representative_id }: FaceKey,
  state: 'COMPLETED' | 'FAILED',
  changes: Partial<Liveness>,
): Promise<Liveness | undefined> {
  const stored = await lockLiveness(tx, onboarding_id, legal_representative_id)
  if (!stored) return undefined
  const video = await latestVideo(tx, onboarding_id, stored.id)
  const liveness = withoutVersionBump(stored, changes, tx.now)
  saveLiveness(tx, liveness)
  if (video) saveVideo(tx, withNextVersion(video, { state }, tx.now))
  return liveness
}

/** Closes every link when the onboarding has ended. `judged` is the liveness that was decided in this transaction. */
export async function revokeLivenesses(tx: Tx, onboarding_id: string, judged?: Liveness): Promise<void> {
  const revoked_at = tx.now.toISOString()
  for (const stored of await livenessesOf(tx, onboarding_id)) {
    const decided = stored.id === judged?.id || stored.status === 'APPROVED' || stored.status === 'REJECTED'
    if (!decided && !stored.revoked_at) saveLiveness(tx, withoutVersionBump(stored, { revoked_at }, tx.now))
  }
}
