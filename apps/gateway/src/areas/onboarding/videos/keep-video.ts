import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { note } from '../activity-store.ts'
import { users } from '../liveness/events.ts'
import type { Liveness } from '../liveness/liveness.ts'
import { type MediaFacts, newVideo, type Video } from '../liveness/video.ts'
import { addVideo } from '../liveness/video-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { advanceAt } from '../steps/advance-onboarding.job.ts'

/** A video whose file is saved. */
export interface SavedVideo extends MediaFacts {
  id?: string
  file_id: string
  sha256: string
  liveness_provider: string | null
  liveness_provider_transaction_id: string | null
  captured_at: string
}

/** Inserts the video in the transaction that moves its liveness, with one event, and enqueues its check. */
export async function keepVideo(tx: Tx, onboarding: Onboarding, liveness: Liveness, saved: SavedVideo): Promise<Video> {
  const { id: liveness_id, product_id, onboarding_id, legal_representative_id } = liveness
  const captured_at = new Date(saved.captured_at).toISOString()
  const video = newVideo(
    { ...saved, product_id, onboarding_id, liveness_id, legal_representative_id, captured_at },
    tx.now,
  )
  addVideo(tx, video)
  record(tx, users.liveness.submitted(liveness, { liveness_video_id: video.id }))
  const actor = liveness.method === 'LINK' ? 'person' : 'integrator'
  note(tx, onboarding, { what: 'liveness_submitted', actor, legal_representative_id })
  // In analysis the step is advanced now. An onboarding that is not yet submitted has no steps.
  if (liveness.status === 'IN_ANALYSIS') await advanceAt(tx, onboarding_id, tx.now)
  return video
}
