/**
 * The public life of an onboarding, apart from everything else: no clock, no store, no partner.
 *
 *   pending             the integrator is still sending data and documents
 *   invalid             an analyst asks for some of it again; as open as pending
 *   in_process          the checks run
 *   in_process_delayed  the same, but one of them waits for a person or for a partner that does not answer
 *   approved            every check but the faces is approved: the persons are awaited
 *   withdrawn           the integrator took it back while it was open
 *   finished, rejected, failed, expired, withdrawn   the end
 */
export const onboardingStatuses = [
  'pending',
  'invalid',
  'in_process',
  'in_process_delayed',
  'approved',
  'finished',
  'rejected',
  'failed',
  'expired',
  'withdrawn',
] as const

export type OnboardingStatus = (typeof onboardingStatuses)[number]

/** Moves of the status machine. */
export const onboardingMoves = [
  'submitted',
  'delayed',
  'resumed',
  'resubmission_asked',
  'checks_approved',
  'finished',
  'rejected',
  'failed',
  'expired',
  'withdrawn',
] as const

export type OnboardingMove = (typeof onboardingMoves)[number]

const running = {
  resubmission_asked: 'invalid',
  checks_approved: 'approved',
  finished: 'finished',
  rejected: 'rejected',
  failed: 'failed',
} as const

const moves: Record<OnboardingStatus, Partial<Record<OnboardingMove, OnboardingStatus>>> = {
  pending: { submitted: 'in_process', expired: 'expired', withdrawn: 'withdrawn' },
  invalid: { submitted: 'in_process', rejected: 'rejected', expired: 'expired', withdrawn: 'withdrawn' },
  in_process: { ...running, delayed: 'in_process_delayed' },
  in_process_delayed: { ...running, resumed: 'in_process' },
  approved: {
    delayed: 'in_process_delayed',
    resubmission_asked: 'invalid',
    finished: 'finished',
    rejected: 'rejected',
    failed: 'failed',
  },
  finished: {},
  rejected: {},
  failed: {},
  expired: {},
  withdrawn: {},
}

/** The status after the move, or undefined when the move is not allowed in the current status. */
export function nextStatus(from: OnboardingStatus, move: OnboardingMove): OnboardingStatus | undefined {
  return moves[from][move]
}

export const hasEnded = (status: OnboardingStatus) => Object.keys(moves[status]).length === 0

/** Whether the integrator may still add and change data. */
export const takesChanges = (status: OnboardingStatus) => moves[status].submitted !== undefined

/** Whether a verdict on one of its steps still has an effect. */
export const isJudged = (status: OnboardingStatus) => moves[status].finished !== undefined

export const failedCodes = [
  'ONBOARDING_REJECTED',
  'ONBOARDING_REJECTED_BY_COMPLIANCE',
  'ONBOARDING_FAILED',
  'ONBOARDING_REJECTED_LIVENESS_EXPIRED',
] as const
