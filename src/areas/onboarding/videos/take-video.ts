import { empty } from 'sql-template-tag'
import { stepped, touched } from '../../../base/version.ts'
import { forUpdate } from '../../../gate/records.ts'
import type { Tx } from '../../../gate/transaction.ts'
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
import { sentFor } from '../sent-for.ts'
import { hasEnded, takesChanges } from '../status.ts'
import { keepVideo } from './keep-video.ts'

/** Whose face it is: the person's, or that of one representative of the company. */
export interface Subject {
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

/** What taking a video may refuse; for the errors of a route that does. */
export const takeVideoErrors = [
  onboardingNotFound,
  representativeNotFound,
  livenessClosed,
  linkChosen,
  videoTooLate,
  videoInPlace,
]

/**
 * Takes in a video that the integrator sent. The onboarding is locked first, so that of two first videos one chooses
 * the method and the other finds it chosen.
 */
export async function takeVideo(tx: Tx, subject: Subject, sent: SentVideo): Promise<Video> {
  const { onboarding, liveness, same } = await placeOf(tx, subject, sent.kept.sha256, forUpdate)
  const { id: file_id } = await saveKeptFile(tx, sent.kept, sentFor({ ...subject, product_id: onboarding.product_id }))
  if (same) return same

  if (!onboarding.liveness_method) saveOnboarding(tx, touched(onboarding, { liveness_method: 'VIDEO_UPLOAD' }, tx.now))
  const submitted = submitLiveness(tx, onboarding, liveness, subject.legal_representative_id)
  const { kept, ...said } = sent
  return keepVideo(tx, onboarding, submitted, { ...said, file_id, sha256: kept.sha256 })
}

/**
 * Whether a video of these bytes would be taken: the same one, if it was taken before. Asked before a film is looked
 * into, which costs more than anything else here, and asked again under the lock by whoever takes it.
 */
export async function findSameVideo(tx: Tx, subject: Subject, sha256: string): Promise<Video | undefined> {
  return (await placeOf(tx, subject, sha256)).same
}

/** Refuses for whom there is no onboarding, or no such representative. Asked before a byte is taken in. */
export async function foundSubject(
  tx: Tx,
  { person_type, onboarding_id, legal_representative_id }: Subject,
  lock = empty,
): Promise<Onboarding> {
  const onboarding = await findOnboarding(tx, onboarding_id, lock)
  if (onboarding?.person_type !== person_type) throw onboardingNotFound()
  if (legal_representative_id && !(await isActive(tx, onboarding_id, legal_representative_id)))
    throw representativeNotFound()
  return onboarding
}

/** Where a video goes, and the same one if it is there. Refuses for whom there is no place, and who comes out of turn. */
async function placeOf(
  tx: Tx,
  subject: Subject,
  sha256: string,
  lock = empty,
): Promise<{ onboarding: Onboarding; liveness: Liveness | undefined; same: Video | undefined }> {
  const { onboarding_id, legal_representative_id } = subject
  const onboarding = await foundSubject(tx, subject, lock)
  const liveness = await findLiveness(tx, onboarding_id, legal_representative_id, lock)
  const videos = liveness ? await videosOf(tx, onboarding_id, liveness.id) : []
  // One that was discarded is no repeat: it is said anew of whom it is.
  const same = videos.find((video) => video.sha256 === sha256 && video.state !== 'DISCARDED')
  // A repeat is not out of turn, even when it comes after the end: the answer to the first time was lost.
  if (!same) refuseOutOfTurn(onboarding, liveness, videos[0], tx.now)
  return { onboarding, liveness, same }
}

async function isActive(tx: Tx, onboarding_id: string, representative_id: string): Promise<boolean> {
  const representative = await findRepresentative(tx, representative_id)
  return representative?.onboarding_id === onboarding_id && representative.active
}

/** The rules of who comes when: one method for an onboarding, the first video before it is submitted, no second guess. */
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
  // Before the onboarding is submitted nobody looks at it yet.
  const submitted = {
    status: takesChanges(status) ? 'PENDING' : 'IN_ANALYSIS',
    method: 'VIDEO_UPLOAD',
    submitted_at: tx.now.toISOString(),
  } as const
  if (stored) {
    const changed = stepped(stored, submitted, tx.now)
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
