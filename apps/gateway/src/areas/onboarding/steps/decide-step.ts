import type { DomainEvent } from '../../../events/event.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import { failedMessages } from '../failed-messages.ts'
import type { Onboarding } from '../onboarding.ts'
import { hasEnded, type OnboardingMove } from '../status.ts'
import type { Evidence } from './bc-protege-store.ts'
import { users } from './events.ts'
import { type Moved, moveOnboarding } from './move-onboarding.ts'
import type { stepSettings } from './settings.ts'
import { currentOrder, type Step } from './step.ts'

/**
 * The result for a step. Four are verdicts. PENDING means that there is none yet, UNUSABLE that the material cannot be
 * checked, UNAVAILABLE that the partner did not respond, and RESUBMIT that an analyst requests material again.
 */
export interface Judgement {
  verdict: 'APPROVED' | 'REJECTED' | 'MANUAL_REVIEW' | 'PENDING' | 'UNUSABLE' | 'UNAVAILABLE' | 'RESUBMIT'
  by: 'partner' | 'analyst'
  reason: string | null
  /** Only for BC Protege+. */
  evidence?: Evidence
}

/** No analyst can decide BC Protege+: without an answer the opening waits, however long that takes. */
export const isForRegisterAlone = ({ name }: Pick<Step, 'name'>) => name === 'BC_PROTEGE'

/** Retry and timeout settings for partner calls. */
export type Patience = Settings<typeof stepSettings>

export interface StepDecisionOutcome {
  onboarding: Onboarding
  /** The judged step, and the steps that begin because of it. */
  changed: Step[]
  /** The event about the liveness, emitted before the moves of the onboarding. */
  face: DomainEvent | undefined
  moves: Moved[]
}

const PAUSE_MS_MAX = 3_600_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The minimum time for a person who is asked for something, so that our own delay ends no onboarding. */
const DAYS_TO_ACT = 3
/**
 * The maximum age of a BC Protege+ answer when the account is opened. A person can activate the protection at any
 * moment, and an opening may wait weeks for a video. It is no setting, so that no installation opens accounts on older
 * answers.
 */
export const BC_PROTEGE_HOURS = 24

/**
 * State machine of the checks: the step, the onboarding, the events and the next steps after a judgement. Pure: it
 * uses no clock and no store.
 */
export function judgeStep(
  { onboarding, steps }: { onboarding: Onboarding; steps: Step[] },
  step_id: string,
  judgement: Judgement,
  patience: Patience,
  now: Date,
): StepDecisionOutcome {
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

/** When everything is approved, the BC Protege+ answers that are too old to open an account; they are queried again. */
function outdatedAnswers(steps: Step[], now: Date): Step[] {
  if (currentOrder(steps) !== undefined) return []
  const oldest = new Date(now.getTime() - BC_PROTEGE_HOURS * HOUR_MS).toISOString()
  return steps
    .filter(({ name, finished_at }) => name === 'BC_PROTEGE' && finished_at! < oldest)
    .map((step) =>
      withNextVersion(
        step,
        { status: 'PENDING', reason: null, finished_at: null, next_action_at: now.toISOString() },
        now,
      ),
    )
}

/**
 * The liveness event, beside the moves of the onboarding. A person who is asked for another video gets a later
 * deadline.
 */
function faceJudged(
  stored: Onboarding,
  { legal_representative_id }: Step,
  { verdict, reason }: Judgement,
  now: Date,
): Omit<Moved, 'move'> | undefined {
  switch (verdict) {
    case 'APPROVED': {
      const onboarding = withNextVersion(stored, {}, now)
      const details = { liveness_status: verdict, legal_representative_id }
      return { onboarding, happening: users.onboarding.liveness_updated(onboarding, details) }
    }
    case 'UNUSABLE':
    case 'RESUBMIT': {
      const failed_message = verdict === 'UNUSABLE' ? failedMessages.videoUnusable : reason
      const onboarding = withNextVersion(stored, { failed_message, expires_at: timeToAct(stored, now) }, now)
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
    withNextVersion(stored, { failures: 0, pending_since: null, next_action_at: null, reason, ...changes }, now)
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
      // An unreadable video contains no information about the person.
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

/** The moves of the onboarding, in order. Moves that its status does not allow are skipped. */
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

/** The code identifies by role whose BC Protege+ protection is active, because only that person can deactivate it. */
function rejectedMessage({ name, legal_representative_id, shareholder_id }: Step): string {
  if (name !== 'BC_PROTEGE') return failedMessages.rejected(name)
  if (legal_representative_id) return failedMessages.blocked('LEGAL_REPRESENTATIVE')
  return failedMessages.blocked(shareholder_id ? 'SHAREHOLDER' : 'ACCOUNT_HOLDER')
}

/** Whether the step waits for an analyst or for a failed partner, also during a retry. */
function isDelayed({ status, failures }: Step): boolean {
  return status === 'MANUAL_REVIEW' || failures > 0
}

/** When the last step of an order was approved, the steps of the next order are due at once. */
function begun(before: Step[], after: Step[], now: Date): Step[] {
  const order = currentOrder(after)
  if (order === undefined || order === currentOrder(before)) return []
  return after
    .filter((step) => step.order === order && step.status === 'PENDING')
    .map((step) => withNextVersion(step, { next_action_at: now.toISOString() }, now))
}

/** The new deadline of an onboarding that waits for a person from now on. */
export function timeToAct({ status, expires_at }: Onboarding, now: Date): string | null {
  if (hasEnded(status)) return null
  const least = new Date(now.getTime() + DAYS_TO_ACT * DAY_MS).toISOString()
  return expires_at === null || expires_at > least ? expires_at : least
}
