import type { Settings } from '../../../base/config/settings.ts'
import { stepped } from '../../../base/version.ts'
import type { Happening } from '../../../events/event.ts'
import { failedMessages } from '../failed-messages.ts'
import type { Onboarding } from '../onboarding.ts'
import { hasEnded, type OnboardingMove } from '../status.ts'
import type { Evidence } from './bc-protege-store.ts'
import { users } from './events.ts'
import { type Moved, moveOnboarding } from './move-onboarding.ts'
import type { stepSettings } from './settings.ts'
import { currentOrder, type Step } from './step.ts'

/**
 * What was said of a step. Four are verdicts of whoever judges it; PENDING is none yet; UNUSABLE says that it cannot be
 * judged by what there is; UNAVAILABLE that nobody was heard; RESUBMIT that an analyst wants to see something again.
 */
export interface Judgement {
  verdict: 'APPROVED' | 'REJECTED' | 'MANUAL_REVIEW' | 'PENDING' | 'UNUSABLE' | 'UNAVAILABLE' | 'RESUBMIT'
  by: 'partner' | 'analyst'
  reason: string | null
  /** Of BC Protege+. */
  evidence?: Evidence
}

/** No analyst judges BC Protege+: without an answer the opening waits, however long that takes. */
export const isForRegisterAlone = ({ name }: Pick<Step, 'name'>) => name === 'BC_PROTEGE'

/** How patient the gateway is with whoever judges. */
export type Patience = Settings<typeof stepSettings>

export interface Outcome {
  onboarding: Onboarding
  /** The step that was judged, and those that begin because of it. */
  changed: Step[]
  /** What is told of a face, before everything that moves the onboarding. */
  face: Happening | undefined
  moves: Moved[]
}

const PAUSE_MS_MAX = 3_600_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Whoever is asked for something has this long, however late the asking was: our own slowness ends nobody's onboarding. */
const DAYS_TO_ACT = 3
/**
 * How old an answer of BC Protege+ may be when the account is opened. A person can switch the protection on at any moment,
 * and an opening may wait for weeks for a face. No setting, so that no installation opens accounts on older answers.
 */
export const BC_PROTEGE_HOURS = 24

/** What follows from a judgement: the step, the onboarding, what is told of it, and what begins. No clock, no store. */
export function judgeStep(
  { onboarding, steps }: { onboarding: Onboarding; steps: Step[] },
  step_id: string,
  judgement: Judgement,
  patience: Patience,
  now: Date,
): Outcome {
  const stored = steps.find(({ id }) => id === step_id)!
  const step = judged(stored, judgement, patience, now)
  const judgedSteps = steps.map((one) => (one.id === step_id ? step : one))
  const outdated = outdatedAnswers(judgedSteps, now)
  const after = judgedSteps.map((one) => outdated.find(({ id }) => id === one.id) ?? one)
  const face = step.name === 'LIVENESS' ? faceJudged(onboarding, step, judgement, now) : undefined
  const moves: Moved[] = []
  let current = face?.onboarding ?? onboarding
  for (const [move, changes] of movesOf(onboarding, after, step, judgement, now)) {
    const moved = moveOnboarding(current, move, changes, now)
    if (!moved) continue
    current = moved.onboarding
    moves.push(moved)
  }
  const changed = [step, ...outdated, ...begun(steps, judgedSteps, now)]
  return { onboarding: current, changed, face: face?.happening, moves }
}

/** With everything approved, the answers of BC Protege+ that are too old to open an account on: asked for again. */
function outdatedAnswers(steps: Step[], now: Date): Step[] {
  if (currentOrder(steps) !== undefined) return []
  const oldest = new Date(now.getTime() - BC_PROTEGE_HOURS * HOUR_MS).toISOString()
  return steps
    .filter(({ name, finished_at }) => name === 'BC_PROTEGE' && finished_at! < oldest)
    .map((step) =>
      stepped(step, { status: 'PENDING', reason: null, finished_at: null, next_action_at: now.toISOString() }, now),
    )
}

/** What a face does beside the moves of the onboarding. Whoever is asked for another video gets time to make it. */
function faceJudged(
  stored: Onboarding,
  { legal_representative_id }: Step,
  { verdict, reason }: Judgement,
  now: Date,
): Omit<Moved, 'move'> | undefined {
  switch (verdict) {
    case 'APPROVED': {
      const onboarding = stepped(stored, {}, now)
      const details = { liveness_status: verdict, legal_representative_id }
      return { onboarding, happening: users.onboarding.liveness_updated(onboarding, details) }
    }
    case 'UNUSABLE':
    case 'RESUBMIT': {
      const failed_message = verdict === 'UNUSABLE' ? failedMessages.videoUnusable : reason
      const onboarding = stepped(stored, { failed_message, expires_at: timeToAct(stored, now) }, now)
      return { onboarding, happening: users.onboarding.liveness_reopened(onboarding, { legal_representative_id }) }
    }
    default:
      return undefined
  }
}

function judged(stored: Step, { verdict, reason }: Judgement, patience: Patience, now: Date): Step {
  const pauseMs = patience.ONBOARDING_CHECKS_PAUSE_SECONDS * 1000
  const at = now.toISOString()
  const later = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const change = (changes: Partial<Step>) =>
    stepped(stored, { failures: 0, pending_since: null, next_action_at: null, reason, ...changes }, now)
  switch (verdict) {
    case 'APPROVED':
    case 'REJECTED':
      return change({ status: verdict, finished_at: at })
    case 'MANUAL_REVIEW':
      return change({ status: verdict })
    case 'PENDING': {
      const pending_since = stored.pending_since ?? at
      const pending = { status: 'PROCESSING', pending_since, next_action_at: later(pauseMs) } as const
      if (now.getTime() - Date.parse(pending_since) < patience.ONBOARDING_CHECKS_PENDING_HOURS * HOUR_MS)
        return change(pending)
      if (isForRegisterAlone(stored))
        return change({ ...pending, failures: stored.failures + 1, next_action_at: later(PAUSE_MS_MAX) })
      return change({ status: 'MANUAL_REVIEW', reason: 'PENDING_TOO_LONG' })
    }
    case 'RESUBMIT':
      return change({ status: 'PENDING' })
    case 'UNUSABLE':
      // A video that cannot be read says nothing of the person in it.
      return stored.name === 'LIVENESS' ? change({ status: 'PENDING' }) : change({ status: 'ERROR', finished_at: at })
    case 'UNAVAILABLE': {
      const failures = stored.failures + 1
      if (failures >= patience.ONBOARDING_CHECKS_TRIES && !isForRegisterAlone(stored))
        return change({ status: 'MANUAL_REVIEW' })
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
): [OnboardingMove, Partial<Onboarding>][] {
  const { name, legal_representative_id, shareholder_id } = step
  if (verdict === 'REJECTED') {
    const why =
      by === 'analyst'
        ? { failed_code: 'ONBOARDING_REJECTED_BY_COMPLIANCE' as const, failed_message: reason }
        : { failed_code: 'ONBOARDING_REJECTED' as const, failed_message: rejectedMessage(step) }
    const who = { rejected_legal_representative_id: legal_representative_id, rejected_shareholder_id: shareholder_id }
    return [['rejected', { ...why, ...who, expires_at: null }]]
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

/** BC Protege+ says who has it switched on, by role: only that person can switch it off. */
function rejectedMessage({ name, legal_representative_id, shareholder_id }: Step): string {
  if (name !== 'BC_PROTEGE') return failedMessages.rejected(name)
  if (legal_representative_id) return failedMessages.blocked('LEGAL_REPRESENTATIVE')
  return failedMessages.blocked(shareholder_id ? 'SHAREHOLDER' : 'ACCOUNT_HOLDER')
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
    .map((step) => stepped(step, { next_action_at: now.toISOString() }, now))
}

/** The deadline of an onboarding that waits for somebody from now on. */
export function timeToAct({ status, expires_at }: Onboarding, now: Date): string | null {
  if (hasEnded(status)) return null
  const least = new Date(now.getTime() + DAYS_TO_ACT * DAY_MS).toISOString()
  return expires_at === null || expires_at > least ? expires_at : least
}
