import type { Tx } from '../../../http/transaction.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { findLiveness } from '../liveness/liveness-store.ts'
import type { Video } from '../liveness/video.ts'
import { latestVideo } from '../liveness/video-store.ts'
import type { Onboarding } from '../onboarding.ts'
import { lockOnboarding } from '../onboarding-store.ts'
import { isJudged } from '../status.ts'
import { facesShown } from './match-liveness-videos.ts'
import { currentOrder, type Step } from './step.ts'
import { pauseSteps, saveStep, stepsOf } from './step-store.ts'

/** A step that is about to be sent to its partner, with the video if it is a liveness step. */
export interface StartedStep {
  step: Step
  onboarding: Onboarding
  video?: Video
}

/** A company may have 250 subjects. More concurrent calls would wait for a connection beyond their timeout. */
export const STEPS_AT_ONCE = 16

/**
 * Leases the due steps before any partner is called: another worker skips them until `leaseMs` have passed without a
 * result. For a liveness step without a video, it requests the video instead.
 */
export async function beginSteps(tx: Tx, onboarding_id: string, leaseMs: number): Promise<StartedStep[]> {
  const [onboarding, steps] = await Promise.all([lockOnboarding(tx, onboarding_id), stepsOf(tx, onboarding_id)])
  if (!onboarding) return []
  if (!isJudged(onboarding.status)) {
    pauseSteps(tx, onboarding_id, steps)
    return []
  }
  const order = currentOrder(steps)
  const due = steps.filter((step) => step.order === order && isDue(step, tx.now))
  const faces = due.filter(({ name, status }) => name === 'LIVENESS' && status === 'PENDING')
  const shown = await facesShown(tx, onboarding, faces)
  const leased = new Date(tx.now.getTime() + leaseMs).toISOString()
  const begun: StartedStep[] = []
  for (const step of due) {
    if (step.name !== 'LIVENESS' && begun.length === STEPS_AT_ONCE) break
    const video = step.name === 'LIVENESS' ? (shown.get(step.id) ?? (await videoOf(tx, step))) : undefined
    if (step.name === 'LIVENESS' && !video) continue
    const attempts = isSameAttempt(step) ? step.attempts : step.attempts + 1
    const asked = withNextVersion(step, { status: 'PROCESSING', attempts, next_action_at: leased }, tx.now)
    saveStep(tx, asked)
    begun.push({ step: asked, onboarding, ...(video && { video }) })
  }
  return begun
}

/** Errors after which the partner may have received the query and decided. */
const unanswered = new Set(['TIMED_OUT', 'UNREACHABLE', 'CIRCUIT_OPEN', 'UNEXPECTED'])

/**
 * A query that may have been decided is repeated with the same attempt id, so that the partner decides and charges
 * once.
 */
function isSameAttempt({ status, reason, attempts }: Step): boolean {
  return status === 'PROCESSING' || (status === 'ERROR' && attempts > 0 && unanswered.has(reason ?? ''))
}

/** Whether the step can be sent now, or was sent so long ago that its lease has expired. */
function isDue({ status, next_action_at }: Step, now: Date): boolean {
  if (status === 'PENDING') return true
  return (status === 'PROCESSING' || status === 'ERROR') && next_action_at !== null && new Date(next_action_at) <= now
}

/** The video of a liveness step that was already being checked. */
async function videoOf(tx: Tx, { status, onboarding_id, legal_representative_id }: Step): Promise<Video | undefined> {
  if (status === 'PENDING') return undefined
  const liveness = await findLiveness(tx, onboarding_id, legal_representative_id)
  return liveness && latestVideo(tx, onboarding_id, liveness.id)
}
