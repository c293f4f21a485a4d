import { type Onboarding, stepped } from '../onboarding.ts'
import { hasEnded, nextStatus, type OnboardingEvent } from '../status.ts'
import { failedMessages } from './failed-messages.ts'
import { currentOrder, type Step, stepChanged } from './step.ts'

/**
 * What was said of a step. Four are verdicts of whoever judges it; PENDING is none yet; UNUSABLE says that it cannot be
 * judged by what there is; UNAVAILABLE that nobody was heard; RESUBMIT that an analyst wants to see something again.
 */
export interface Judgement {
  verdict: 'APPROVED' | 'REJECTED' | 'MANUAL_REVIEW' | 'PENDING' | 'UNUSABLE' | 'UNAVAILABLE' | 'RESUBMIT'
  by: 'partner' | 'analyst'
  reason: string | null
}

export interface CheckTerms {
  /** After so many times without an answer, a person looks. */
  triesMax: number
  /** Before a check is asked about again; doubled after each time without an answer. */
  pauseMs: number
  /** After so long without a verdict from somebody who keeps saying that there will be one, a person looks. */
  pendingMs: number
}

interface Told {
  what: OnboardingEvent | 'liveness_updated' | 'liveness_reopened'
  onboarding: Onboarding
  more?: Record<string, unknown>
}

export interface Settled {
  onboarding: Onboarding
  /** The step that was judged, and those that begin because of it. */
  changed: Step[]
  told: Told[]
}

const PAUSE_MS_MAX = 3_600_000
const DAY_MS = 86_400_000
/** Whoever is asked for something has this long, however late the asking was: our own slowness ends nobody's onboarding. */
const DAYS_TO_ACT = 3

/** What follows from a judgement: the step, the onboarding, what is told of it, and what begins. No clock, no store. */
export function settle(
  { onboarding, steps }: { onboarding: Onboarding; steps: Step[] },
  step_id: string,
  judgement: Judgement,
  terms: CheckTerms,
  now: Date,
): Settled {
  const stored = steps.find(({ id }) => id === step_id)!
  const step = judged(stored, judgement, terms, now)
  const after = steps.map((one) => (one.id === step_id ? step : one))
  const told: Told[] = []
  let current = onboarding
  if (step.name === 'LIVENESS') {
    const face = faceTold(onboarding, step, judgement, now)
    if (face) told.push(face)
    current = face?.onboarding ?? onboarding
  }
  for (const [what, changes] of movesOf(onboarding, after, step, judgement, now)) {
    const status = nextStatus(current.status, what)
    if (!status) continue
    current = stepped(current, { ...changes, status }, now)
    told.push({ what, onboarding: current })
  }
  return { onboarding: current, changed: [step, ...begun(steps, after, now)], told }
}

/** What is told of a face beside the moves of the onboarding. Whoever is asked for another video gets time to make it. */
function faceTold(onboarding: Onboarding, step: Step, { verdict, reason }: Judgement, now: Date): Told | undefined {
  const { legal_representative_id } = step
  const whose = legal_representative_id ? { legal_representative_id } : {}
  switch (verdict) {
    case 'APPROVED':
      return {
        what: 'liveness_updated',
        onboarding: stepped(onboarding, {}, now),
        more: { liveness_status: verdict, ...whose },
      }
    case 'UNUSABLE':
    case 'RESUBMIT': {
      const failed_message = verdict === 'UNUSABLE' ? failedMessages.videoUnusable : reason
      const asked = { failed_message, expires_at: timeToAct(onboarding, now) }
      return { what: 'liveness_reopened', onboarding: stepped(onboarding, asked, now), more: whose }
    }
    default:
      return undefined
  }
}

function judged(stored: Step, { verdict, reason }: Judgement, terms: CheckTerms, now: Date): Step {
  const { triesMax, pauseMs, pendingMs } = terms
  const at = now.toISOString()
  const later = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const change = (changes: Partial<Step>) =>
    stepChanged(stored, { failures: 0, pending_since: null, next_action_at: null, reason, ...changes }, now)
  switch (verdict) {
    case 'APPROVED':
    case 'REJECTED':
      return change({ status: verdict, finished_at: at })
    case 'MANUAL_REVIEW':
      return change({ status: verdict })
    case 'PENDING': {
      const pending_since = stored.pending_since ?? at
      if (now.getTime() - Date.parse(pending_since) >= pendingMs)
        return change({ status: 'MANUAL_REVIEW', reason: 'PENDING_TOO_LONG' })
      return change({ status: 'PROCESSING', pending_since, next_action_at: later(pauseMs) })
    }
    case 'RESUBMIT':
      return change({ status: 'PENDING' })
    case 'UNUSABLE':
      // A video that cannot be read says nothing of the person in it.
      return stored.name === 'LIVENESS' ? change({ status: 'PENDING' }) : change({ status: 'ERROR', finished_at: at })
    case 'UNAVAILABLE': {
      const failures = stored.failures + 1
      if (failures >= triesMax) return change({ status: 'MANUAL_REVIEW' })
      const waitMs = Math.min(pauseMs * 2 ** (failures - 1), PAUSE_MS_MAX)
      const { pending_since } = stored
      return change({ status: 'ERROR', failures, pending_since, next_action_at: later(waitMs) })
    }
  }
}

/** What would happen to the onboarding, in order. What its status does not allow does not happen. */
function movesOf(
  onboarding: Onboarding,
  after: Step[],
  step: Step,
  { verdict, by, reason }: Judgement,
  now: Date,
): [OnboardingEvent, Partial<Onboarding>][] {
  const { name, legal_representative_id: rejected_legal_representative_id } = step
  if (verdict === 'REJECTED') {
    const why =
      by === 'analyst'
        ? { failed_code: 'ONBOARDING_REJECTED_BY_COMPLIANCE' as const, failed_message: reason }
        : { failed_code: 'ONBOARDING_REJECTED' as const, failed_message: failedMessages.rejected(name) }
    return [['rejected', { ...why, rejected_legal_representative_id, expires_at: null }]]
  }
  if (name !== 'LIVENESS' && verdict === 'UNUSABLE') {
    const failed_message = failedMessages.unusable(name)
    return [['failed', { failed_code: 'ONBOARDING_FAILED', failed_message, expires_at: null }]]
  }
  if (name !== 'LIVENESS' && verdict === 'RESUBMIT')
    return [['resubmission_asked', { failed_message: reason, expires_at: timeToAct(onboarding, now) }]]
  const open = after.filter(({ status }) => status !== 'APPROVED')
  if (open.length === 0) {
    const at = now.toISOString()
    return [
      ['checks_approved', {}],
      ['finished', { finished_at: at, expires_at: null }],
    ]
  }
  if (open.every((one) => one.name === 'LIVENESS')) return [['checks_approved', {}]]
  return [[open.some(isDelayed) ? 'delayed' : 'resumed', {}]]
}

/** Waits for a person or for a partner that does not answer, even while that partner is being asked once more. */
function isDelayed({ status, failures }: Step): boolean {
  return status === 'MANUAL_REVIEW' || failures > 0
}

/** When the last of an order was approved, the next is due at once. */
function begun(before: Step[], after: Step[], now: Date): Step[] {
  const order = currentOrder(after)
  if (order === undefined || order === currentOrder(before)) return []
  return after
    .filter((step) => step.order === order && step.status === 'PENDING')
    .map((step) => stepChanged(step, { next_action_at: now.toISOString() }, now))
}

/** The deadline of an onboarding that waits for somebody from now on. */
export function timeToAct({ status, expires_at }: Onboarding, now: Date): string | null {
  if (hasEnded(status)) return null
  const least = new Date(now.getTime() + DAYS_TO_ACT * DAY_MS).toISOString()
  return expires_at === null || expires_at > least ? expires_at : least
}
