import { describe, expect, it } from 'vitest'
import {
  hasEnded,
  isJudged,
  nextStatus,
  type OnboardingStatus,
  onboardingMoves,
  onboardingStatuses,
  takesChanges,
} from './status.ts'

const none = onboardingMoves.map(() => '-')

/** Every status and every move; a dash is a rejection. The order is that of `onboardingMoves`. */
const table: Record<OnboardingStatus, string[]> = {
  pending: ['in_process', '-', '-', '-', '-', '-', '-', '-', 'expired', 'withdrawn'],
  invalid: ['in_process', '-', '-', '-', '-', '-', 'rejected', '-', 'expired', 'withdrawn'],
  in_process: ['-', 'in_process_delayed', '-', 'invalid', 'approved', 'finished', 'rejected', 'failed', '-', '-'],
  in_process_delayed: ['-', '-', 'in_process', 'invalid', 'approved', 'finished', 'rejected', 'failed', '-', '-'],
  approved: ['-', 'in_process_delayed', '-', 'invalid', '-', 'finished', 'rejected', 'failed', '-', '-'],
  finished: none,
  rejected: none,
  failed: none,
  expired: none,
  withdrawn: none,
}

describe('the status machine of an onboarding', () => {
  it.each(onboardingStatuses)('%s', (status) => {
    expect(onboardingMoves.map((move) => nextStatus(status, move) ?? '-')).toEqual(table[status])
  })

  it('has five final statuses, two open ones, and three in which checks run', () => {
    expect(onboardingStatuses.filter(hasEnded)).toEqual(['finished', 'rejected', 'failed', 'expired', 'withdrawn'])
    expect(onboardingStatuses.filter(takesChanges)).toEqual(['pending', 'invalid'])
    expect(onboardingStatuses.filter(isJudged)).toEqual(['in_process', 'in_process_delayed', 'approved'])
  })
})
