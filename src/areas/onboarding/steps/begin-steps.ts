import { stepped } from '../../../base/version.ts'
import type { Tx } from '../../../gate/transaction.ts'
import { findLiveness } from '../liveness/liveness-store.ts'
import type { Video } from '../liveness/video.ts'
import { latestVideo } from '../liveness/video-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { isJudged } from '../status.ts'
import { facesShown } from './faces-shown.ts'
import { currentOrder, type Step } from './step.ts'
import { restSteps, saveStep, stepsOf } from './step-store.ts'

/** A step that whoever judges it is about to be asked about, and the video, where it is about a face. */
export interface Begun {
  step: Step
  onboarding: Onboarding
  video?: Video
}

/** A company may have 250 subjects: more questions at once would wait for a connection beyond their time-out. */
export const STEPS_AT_ONCE = 16

/**
 * Says durably which steps are asked about now, before anybody is asked: a second worker then asks about none of them
 * until `leaseMs` have passed and nothing was heard. Faces that nobody has shown yet are asked for instead.
 */
export async function beginSteps(tx: Tx, onboarding_id: string, leaseMs: number): Promise<Begun[]> {
  const [onboarding, steps] = await Promise.all([lockOnboarding(tx, onboarding_id), stepsOf(tx, onboarding_id)])
  if (!onboarding) return []
  if (!isJudged(onboarding.status)) {
    restSteps(tx, onboarding_id, steps)
    return []
  }
  const order = currentOrder(steps)
  const due = steps.filter((step) => step.order === order && isDue(step, tx.now))
  const faces = due.filter(({ name, status }) => name === 'LIVENESS' && status === 'PENDING')
  const shown = await facesShown(tx, onboarding, faces)
  const leased = new Date(tx.now.getTime() + leaseMs).toISOString()
  const begun: Begun[] = []
  for (const step of due) {
    if (step.name !== 'LIVENESS' && begun.length === STEPS_AT_ONCE) break
    const video = step.name === 'LIVENESS' ? (shown.get(step.id) ?? (await videoOf(tx, step))) : undefined
    if (step.name === 'LIVENESS' && !video) continue
    const attempts = isSameAttempt(step) ? step.attempts : step.attempts + 1
    const asked = stepped(step, { status: 'PROCESSING', attempts, next_action_at: leased }, tx.now)
    saveStep(tx, asked)
    begun.push({ step: asked, onboarding, ...(video && { video }) })
  }
  return begun
}

/** Ways not to hear an answer. The partner may have been asked for all we know, and judged. */
const unanswered = new Set(['TIMED_OUT', 'UNREACHABLE', 'CIRCUIT_OPEN', 'UNEXPECTED'])

/** What is being judged, or may be, is asked about under the same name, so that it is judged and paid for once. */
function isSameAttempt({ status, reason, attempts }: Step): boolean {
  return status === 'PROCESSING' || (status === 'ERROR' && attempts > 0 && unanswered.has(reason ?? ''))
}

/** What waits for nothing, and what was asked for so long ago that it is asked again. */
function isDue({ status, next_action_at }: Step, now: Date): boolean {
  if (status === 'PENDING') return true
  return (status === 'PROCESSING' || status === 'ERROR') && next_action_at !== null && new Date(next_action_at) <= now
}

/** The video of a face that was being judged before. */
async function videoOf(tx: Tx, { status, onboarding_id, legal_representative_id }: Step): Promise<Video | undefined> {
  if (status === 'PENDING') return undefined
  const liveness = await findLiveness(tx, onboarding_id, legal_representative_id)
  return liveness && latestVideo(tx, onboarding_id, liveness.id)
}
