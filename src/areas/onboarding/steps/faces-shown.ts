import { uuidv7 } from '../../../base/ids.ts'
import { nextVersion } from '../../../base/version.ts'
import { record } from '../../../events/record.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { type Liveness, livenessStepped } from '../liveness/liveness.ts'
import { insertLiveness, livenessesOf, saveLiveness } from '../liveness/liveness-store.ts'
import type { Video } from '../liveness/video.ts'
import { latestVideo, saveVideo } from '../liveness/video-store.ts'
import { happened, type Onboarding, stepped } from '../onboarding.ts'
import { saveOnboarding } from '../onboarding-store.ts'
import { note } from './activity.ts'
import { timeToAct } from './settle.ts'
import { type Step, stepChanged } from './step.ts'
import { saveStep } from './step-store.ts'

/** Takes the videos that have come, and asks for those that have not: all of them in one message. */
export async function facesShown(tx: Tx, onboarding: Onboarding, faces: Step[]): Promise<Map<string, Video>> {
  const shown = new Map<string, Video>()
  if (faces.length === 0) return shown
  const known = await livenessesOf(tx, onboarding.id)
  const released: Liveness[] = []
  for (const step of faces) {
    const liveness = known.find((one) => one.legal_representative_id === step.legal_representative_id)
    const video = liveness && isSubmitted(liveness) ? await latestVideo(tx, liveness.id, onboarding.id) : undefined
    if (liveness && video?.state === 'UPLOADED') {
      saveLiveness(tx, livenessStepped(liveness, { status: 'IN_ANALYSIS' }, tx.now))
      const processing = { ...video, ...nextVersion(video, tx.now), state: 'PROCESSING' as const }
      saveVideo(tx, processing)
      shown.set(step.id, processing)
    } else {
      if (step.next_action_at) saveStep(tx, stepChanged(step, { next_action_at: null }, tx.now))
      if (!liveness || liveness.status === 'PENDING') released.push(release(tx, onboarding, step, liveness))
    }
  }
  // Asked for again and not yet shown: until then the message says why.
  const asked = faces.some(({ id, reason }) => reason !== null && !shown.has(id))
  const heard = onboarding.failed_message !== null && shown.size > 0 && !asked
  const current = heard ? stepped(onboarding, { failed_message: null }, tx.now) : onboarding
  if (released.length > 0) tellReleased(tx, current, released)
  else if (heard) saveOnboarding(tx, current)
  return shown
}

const isSubmitted = ({ status, submitted_at }: Liveness) => status === 'IN_ANALYSIS' || submitted_at !== null

function release(tx: Tx, onboarding: Onboarding, step: Step, stored: Liveness | undefined): Liveness {
  if (stored) {
    const waiting = livenessStepped(stored, { status: 'WAITING_SUBMISSION' }, tx.now)
    saveLiveness(tx, waiting)
    return waiting
  }
  const at = tx.now.toISOString()
  const liveness: Liveness = {
    id: uuidv7(tx.now.getTime()),
    onboarding_id: onboarding.id,
    legal_representative_id: step.legal_representative_id,
    status: 'WAITING_SUBMISSION',
    method: onboarding.liveness_method ?? 'LINK',
    generation: 1,
    revoked_at: null,
    attempts: 0,
    submitted_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
  insertLiveness(tx, liveness)
  return liveness
}

/** Who is awaited, by id and never by address: whoever has the address can act as the person. */
function tellReleased(tx: Tx, onboarding: Onboarding, released: Liveness[]): void {
  const method = onboarding.liveness_method ?? 'LINK'
  const waiting = stepped(onboarding, { liveness_method: method, expires_at: timeToAct(onboarding, tx.now) }, tx.now)
  const representatives = released.flatMap(({ legal_representative_id }) => legal_representative_id ?? [])
  saveOnboarding(tx, waiting)
  note(tx, waiting, { what: 'liveness_released', actor: 'gateway' })
  const liveness_ids = released.map(({ id }) => id)
  const named = representatives.length > 0 ? { legal_representative_ids: representatives } : {}
  record(tx, happened('liveness_released', waiting, { liveness_ids, ...named }))
}
