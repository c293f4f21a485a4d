import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion, withoutVersionBump } from '../../../platform/record-version.ts'
import { note } from '../activity-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { users } from './events.ts'
import { livenessesOf, lockLiveness, saveLiveness } from './liveness-store.ts'
import { counts } from './video.ts'
import { latestVideo, saveVideo } from './video-store.ts'

/**
 * The document number changed since the liveness was requested, so the video may show another person. The video is
 * discarded, its link is closed, and a new video is requested when the liveness step is due.
 */
export async function discardFace(tx: Tx, onboarding: Onboarding, representative_id: string | null): Promise<void> {
  const stored = await lockLiveness(tx, onboarding.id, representative_id)
  if (!stored) return
  const video = await latestVideo(tx, onboarding.id, stored.id)
  if (video && counts(video)) saveVideo(tx, withNextVersion(video, { state: 'DISCARDED' }, tx.now))
  const fresh = { status: 'PENDING', submitted_at: null, attempts: 0, generation: stored.generation + 1 } as const
  const liveness = withNextVersion(stored, fresh, tx.now)
  saveLiveness(tx, liveness)
  note(tx, onboarding, {
    what: 'liveness_discarded',
    actor: 'gateway',
    reason: 'document',
    legal_representative_id: representative_id,
  })
  record(tx, users.liveness.discarded(liveness))
}

/** Closes the liveness of a withdrawn representative, and its link. */
export async function closeFace(tx: Tx, onboarding_id: string, representative_id: string): Promise<void> {
  const livenesses = await livenessesOf(tx, onboarding_id)
  const stored = livenesses.find(({ legal_representative_id }) => legal_representative_id === representative_id)
  if (stored) saveLiveness(tx, withoutVersionBump(stored, { revoked_at: tx.now.toISOString() }, tx.now))
}
