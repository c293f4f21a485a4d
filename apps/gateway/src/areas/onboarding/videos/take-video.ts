import { empty } from 'sql-template-tag'
import { forUpdate } from '../../../http/repository.ts'
import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion, withoutVersionBump } from '../../../platform/record-version.ts'
import { type KeptFile, saveKeptFile } from '../../storage/keep-file.ts'
import { onboardingNotFound, representativeNotFound } from '../errors.ts'
import { linkChosen, livenessClosed, videoInPlace, videoTooLate } from '../liveness/errors.ts'
import { type Liveness, newLiveness } from '../liveness/liveness.ts'
import { addLiveness, findLiveness, saveLiveness } from '../liveness/liveness-store.ts'
import { counts, type MediaFacts, type Video } from '../liveness/video.ts'
import { videosOf } from '../liveness/video-store.ts'
import { isOverdue, type Onboarding, type PersonType } from '../onboarding.ts'
import { findOnboarding, saveOnboarding } from '../onboarding-store.ts'
import { findRepresentative } from '../representatives/representative-store.ts'
import { sentFor } from '../required-parts.ts'
import { hasEnded, takesChanges } from '../status.ts'
import { keepVideo } from './keep-video.ts'

/** Whose liveness it is: the person's, or that of one representative of the company. */
export interface LivenessSubject {
  person_type: PersonType
  onboarding_id: string
  legal_representative_id: string | null
}

export interface SentVideo extends MediaFacts {
  kept: KeptFile
  liveness_provider: string
  liveness_provider_transaction_id: string
  captured_at: string
}

/** The errors of routes that accept a video. */
export const takeVideoErrors = [
  onboardingNotFound,
  representativeNotFound,
  livenessClosed,
  linkChosen,
  videoTooLate,
  videoInPlace,
]

/**
 * Records a video that the integrator sent. The onboarding is locked first, so that of two concurrent first videos one
 * sets the method and the other finds it set.
 */
export async function takeVideo(tx: Tx, subject: LivenessSubject, sent: SentVideo): Promise<Video> {
  const { onboarding, liveness, same } = await placeOf(tx, subject, sent.kept.sha256, forUpdate)
  const { id: file_id } = await saveKeptFile(tx, sent.kept, sentFor({ ...subject, product_id: onboarding.product_id }))
  if (same) return same

  if (!onboarding.liveness_method)
    saveOnboarding(tx, withoutVersionBump(onboarding, { liveness_method: 'VIDEO_UPLOAD' }, tx.now))
  const submitted = submitLiveness(tx, onboarding, liveness, subject.legal_representative_id)
  const { kept, ...said } = sent
  return keepVideo(tx, onboarding, submitted, { ...said, file_id, sha256: kept.sha256 })
}

/**
 * Returns the existing video with the same bytes, or throws if a video would be rejected. It is called before the
 * video is parsed, the most expensive work here, and again under the lock.
 */
export async function findSameVideo(tx: Tx, subject: LivenessSubject, sha256: string): Promise<Video | undefined> {
  return (await placeOf(tx, subject, sha256)).same
}

/** Throws when there is no such onboarding or representative. It is called before any byte is received. */
export async function foundSubject(
  tx: Tx,
  { person_type, onboarding_id, legal_representative_id }: LivenessSubject,
  lock = empty,
): Promise<Onboarding> {
  const onboarding = await findOnboarding(tx, onboarding_id, lock)
  if (onboarding?.person_type !== person_type) throw onboardingNotFound()
  if (legal_representative_id && !(await isActive(tx, onboarding_id, legal_representative_id)))
    throw representativeNotFound()
  return onboarding
}

/** The liveness for a video, and the existing video with the same bytes. Throws when there is no place for it. */
async function placeOf(
  tx: Tx,
  subject: LivenessSubject,
  sha256: string,
  lock = empty,
): Promise<{ onboarding: Onboarding; liveness: Liveness | undefined; same: Video | undefined }> {
  const { onboarding_id, legal_representative_id } = subject
  const onboarding = await foundSubject(tx, subject, lock)
  const liveness = await findLiveness(tx, onboarding_id, legal_representative_id, lock)
  const videos = liveness ? await videosOf(tx, onboarding_id, liveness.id) : []
  // A discarded video is no repeat: the caller states again whose it is.
  const same = videos.find((video) => video.sha256 === sha256 && video.state !== 'DISCARDED')
  // A repeat is always accepted, even after the end, because the first response was lost.
  if (!same) refuseOutOfTurn(onboarding, liveness, videos[0], tx.now)
  return { onboarding, liveness, same }
}

async function isActive(tx: Tx, onboarding_id: string, representative_id: string): Promise<boolean> {
  const representative = await findRepresentative(tx, representative_id)
  return representative?.onboarding_id === onboarding_id && representative.active
}

/**
 * The order rules: one method for an onboarding, the first video before submission, and no replacement of a valid
 * video.
 */
function refuseOutOfTurn(
  onboarding: Onboarding,
  liveness: Liveness | undefined,
  last: Video | undefined,
  now: Date,
): void {
  if (hasEnded(onboarding.status) || isOverdue(onboarding, now)) throw livenessClosed()
  if ((liveness?.method ?? onboarding.liveness_method) === 'LINK') throw linkChosen()
  if (!last && !takesChanges(onboarding.status)) throw videoTooLate()
  if (last && counts(last)) throw videoInPlace()
}

function submitLiveness(
  tx: Tx,
  { id: onboarding_id, product_id, status }: Onboarding,
  stored: Liveness | undefined,
  legal_representative_id: string | null,
): Liveness {
  // Before submission there are no steps that could check it.
  const submitted = {
    status: takesChanges(status) ? 'PENDING' : 'IN_ANALYSIS',
    method: 'VIDEO_UPLOAD',
    submitted_at: tx.now.toISOString(),
  } as const
  if (stored) {
    const changed = withNextVersion(stored, submitted, tx.now)
    saveLiveness(tx, changed)
    return changed
  }
  const made = {
    ...newLiveness({ product_id, onboarding_id, legal_representative_id, ...submitted }, tx.now),
    version: 1,
  }
  addLiveness(tx, made)
  return made
}
