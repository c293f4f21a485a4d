import sql, { type Sql } from 'sql-template-tag'
import { forUpdate } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import type { Onboarding } from '../onboarding.ts'
import { findOnboarding, isServed } from '../onboarding-store.ts'
import type { LivenessKey } from './address.ts'
import { isOpen, type Liveness } from './liveness.ts'
import { findLivenessById } from './liveness-store.ts'
import { counts, type Video } from './video.ts'
import { videosOf } from './video-store.ts'

/** The records of a valid link. */
export interface OpenedAddress {
  onboarding: Onboarding
  liveness: Liveness
  /**
   * The video of this upload, if it is completed. It is set when the client lost the first response and repeats the
   * request.
   */
  video: Video | undefined
}

/**
 * Looks up, in the scope of its user, whether a link opens. Returns undefined otherwise, whatever the reason:
 * replaced, revoked, used, its onboarding has ended, or its user is deactivated. A used link still opens for the
 * upload that used it.
 */
export async function openAddress(
  tx: Tx,
  { onboarding_id, liveness_id, generation }: LivenessKey,
  upload_id?: string,
  lock?: typeof forUpdate,
): Promise<OpenedAddress | undefined> {
  const [onboarding, served, liveness, videos] = await Promise.all([
    findOnboarding(tx, onboarding_id, lock),
    isServed(tx, onboarding_id),
    findLivenessById(tx, onboarding_id, liveness_id),
    videosOf(tx, onboarding_id, liveness_id),
  ])
  if (!onboarding || !served || !liveness || liveness.generation !== generation || liveness.revoked_at) return undefined
  const video = videos.find(({ id }) => id === upload_id)
  const used = video !== undefined && counts(video)
  return used || isOpen(onboarding, liveness, tx.now) ? { onboarding, liveness, video } : undefined
}

/** Like `openAddress`, and locks the onboarding until the transaction ends. */
export function lockAddress(tx: Tx, key: LivenessKey, upload_id?: string): Promise<OpenedAddress | undefined> {
  return openAddress(tx, key, upload_id, forUpdate)
}

/** Whether a video was already received through a link that was neither replaced nor revoked since. */
export async function wasSubmitted(tx: Tx, { onboarding_id, liveness_id, generation }: LivenessKey): Promise<boolean> {
  const [served, liveness] = await Promise.all([
    isServed(tx, onboarding_id),
    findLivenessById(tx, onboarding_id, liveness_id),
  ])
  if (!served || !liveness) return false
  const current = liveness.method === 'LINK' && liveness.generation === generation && !liveness.revoked_at
  return current && liveness.submitted_at !== null
}

/**
 * Runs right before COMMIT: fails the transaction when the user is no longer active. A revocation waits for every
 * transaction that has asserted this.
 */
export function assertServed(user_id: string, id: string): Sql {
  return sql`select assert_served(user_id, product_id, grant_id) from onboardings where user_id = ${user_id} and id = ${id}`
}
