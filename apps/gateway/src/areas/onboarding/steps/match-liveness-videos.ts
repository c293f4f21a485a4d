import { record } from '../../../events/record.ts'
import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion, withoutVersionBump } from '../../../platform/record-version.ts'
import { note } from '../activity-store.ts'
import { type Liveness, newLiveness } from '../liveness/liveness.ts'
import { addLiveness, livenessesOf, saveLiveness } from '../liveness/liveness-store.ts'
import type { Video } from '../liveness/video.ts'
import { latestVideo, saveVideo } from '../liveness/video-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { timeToAct } from './decide-step.ts'
import { users } from './events.ts'
import type { Step } from './step.ts'
import { saveStep } from './step-store.ts'

/** Assigns the received videos to their steps, and requests the missing ones, all in one event. */
export async function facesShown(tx: Tx, onboarding: Onboarding, faces: Step[]): Promise<Map<string, Video>> {
  const shown = new Map<string, Video>()
  if (faces.length === 0) return shown
  const known = await livenessesOf(tx, onboarding.id)
  const released: Liveness[] = []
  for (const step of faces) {
    const liveness = known.find((one) => one.legal_representative_id === step.legal_representative_id)
    const video = liveness && isSubmitted(liveness) ? await latestVideo(tx, onboarding.id, liveness.id) : undefined
    if (liveness && video?.state === 'UPLOADED') {
      saveLiveness(tx, withoutVersionBump(liveness, { status: 'IN_ANALYSIS' }, tx.now))
      const processing = withNextVersion(video, { state: 'PROCESSING' }, tx.now)
      saveVideo(tx, processing)
      shown.set(step.id, processing)
    } else {
      if (step.next_action_at) saveStep(tx, withNextVersion(step, { next_action_at: null }, tx.now))
      if (!liveness || liveness.status === 'PENDING') released.push(release(tx, onboarding, step, liveness))
    }
  }
  // While a requested video is missing, the message keeps the reason.
  const asked = faces.some(({ id, reason }) => reason !== null && !shown.has(id))
  const heard = onboarding.failed_message !== null && shown.size > 0 && !asked
  const current = heard ? tellResumed(tx, onboarding) : onboarding
  if (released.length > 0) tellReleased(tx, current, released)
  return shown
}

const isSubmitted = ({ status, submitted_at }: Liveness) => status === 'IN_ANALYSIS' || submitted_at !== null

function release(tx: Tx, onboarding: Onboarding, step: Step, stored: Liveness | undefined): Liveness {
  if (stored) {
    const waiting = withoutVersionBump(stored, { status: 'WAITING_SUBMISSION' }, tx.now)
    saveLiveness(tx, waiting)
    return waiting
  }
  const { legal_representative_id } = step
  const method = onboarding.liveness_method ?? 'LINK'
  const { id: onboarding_id, product_id } = onboarding
  const begun = { product_id, onboarding_id, legal_representative_id, method, submitted_at: null }
  const liveness = newLiveness({ ...begun, status: 'WAITING_SUBMISSION' }, tx.now)
  addLiveness(tx, liveness)
  return liveness
}

/** Emits the event that the requested videos have arrived. */
function tellResumed(tx: Tx, onboarding: Onboarding): Onboarding {
  const resumed = withNextVersion(onboarding, { failed_message: null }, tx.now)
  saveOnboarding(tx, resumed)
  record(tx, users.onboarding.resumed(resumed))
  return resumed
}

/** Emits whose videos are requested, by id. The link is excluded, because anyone who has it can act as the person. */
function tellReleased(tx: Tx, onboarding: Onboarding, released: Liveness[]): void {
  const method = onboarding.liveness_method ?? 'LINK'
  const waiting = withNextVersion(
    onboarding,
    { liveness_method: method, expires_at: timeToAct(onboarding, tx.now) },
    tx.now,
  )
  saveOnboarding(tx, waiting)
  note(tx, waiting, { what: 'liveness_released', actor: 'gateway' })
  const liveness_ids = released.map(({ id }) => id)
  const representatives = released.flatMap(({ legal_representative_id }) => legal_representative_id ?? [])
  const legal_representative_ids = representatives.length > 0 ? representatives : null
  record(tx, users.onboarding.liveness_released(waiting, { liveness_ids, legal_representative_ids }))
}
