import { type Ground, runForUser, type Tx } from '../../../../gate/transaction.ts'
import type { Onboarding } from '../../onboarding.ts'
import { findOnboarding, isServed, lockOnboarding } from '../../onboarding-store.ts'
import type { LivenessKey } from '../address.ts'
import type { Liveness } from '../liveness.ts'
import { findLivenessById } from '../liveness-store.ts'
import { isOpen } from '../shown-liveness.ts'
import type { Video } from '../video.ts'
import { videosOf } from '../video-store.ts'
import { PageRefusal } from './refusal.ts'

/** Somebody with an address that is good. */
export interface Visit {
  onboarding: Onboarding
  liveness: Liveness
  /** What this upload has become, when it is done: then the answer to whoever sent it was lost. */
  video: Video | undefined
}

/**
 * Looks up, under the scope of the user it was made for, whether an address opens. Undefined when it does not, whatever
 * the reason: replaced, revoked, used, its onboarding has ended, or who it belongs to is deactivated. Of a used one, the
 * upload that used it still hears.
 */
export async function findVisit(
  tx: Tx,
  { onboarding_id, liveness_id, generation }: LivenessKey,
  upload_id?: string,
  find: typeof findOnboarding = findOnboarding,
): Promise<Visit | undefined> {
  const [onboarding, served, liveness, videos] = await Promise.all([
    find(tx, onboarding_id),
    isServed(tx, onboarding_id),
    findLivenessById(tx, onboarding_id, liveness_id),
    videosOf(tx, liveness_id, onboarding_id),
  ])
  if (!onboarding || !served || !liveness || liveness.generation !== generation || liveness.revoked_at) return undefined
  const video = videos.find(({ id }) => id === upload_id)
  const open = isOpen(onboarding, liveness, tx.now)
  if (video?.state !== 'FAILED') return video || open ? { onboarding, liveness, video } : undefined
  // It was all there and says nothing: whoever asks for it again has to record another, while there may be one.
  if (open) throw new PageRefusal(422, 'VIDEO_UNUSABLE')
  return undefined
}

/** The same, and nothing of the onboarding changes until the transaction ends. */
export function lockVisit(tx: Tx, key: LivenessKey, upload_id: string): Promise<Visit | undefined> {
  return findVisit(tx, key, upload_id, lockOnboarding)
}

export interface Visited {
  ground: Ground
  now: Date
  request_id: string
}

/** Work on what an address leads to, as the user whose it is and no other. */
export function runVisit<T>({ ground, now, request_id }: Visited, key: LivenessKey, work: (tx: Tx) => Promise<T>) {
  return runForUser(ground, key.user_id, request_id, now, work)
}
