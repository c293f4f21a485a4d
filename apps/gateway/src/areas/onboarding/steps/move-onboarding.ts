import type { DomainEvent } from '../../../events/event.ts'
import { withNextVersion } from '../../../platform/record-version.ts'
import type { Onboarding } from '../onboarding.ts'
import { nextStatus, type OnboardingMove } from '../status.ts'
import { users } from './events.ts'

/** The event of each move. */
const events: Record<OnboardingMove, (onboarding: Onboarding) => DomainEvent> = {
  submitted: users.onboarding.submitted,
  delayed: users.onboarding.delayed,
  resumed: users.onboarding.resumed,
  resubmission_asked: users.onboarding.resubmission_asked,
  checks_approved: users.onboarding.checks_approved,
  // The code that admits the person adds the target user.
  finished: (onboarding) => users.onboarding.finished(onboarding, {}),
  rejected: users.onboarding.rejected,
  failed: users.onboarding.failed,
  expired: users.onboarding.expired,
  withdrawn: users.onboarding.withdrawn,
}

export interface Moved {
  move: OnboardingMove
  onboarding: Onboarding
  happening: DomainEvent
}

/** The onboarding after a move, with its event. Returns undefined when its status does not allow the move. */
export function moveOnboarding(
  stored: Onboarding,
  move: OnboardingMove,
  changes: Partial<Onboarding>,
  now: Date,
): Moved | undefined {
  const status = nextStatus(stored.status, move)
  if (!status) return undefined
  const onboarding = withNextVersion(stored, { ...changes, status }, now)
  return { move, onboarding, happening: events[move](onboarding) }
}
