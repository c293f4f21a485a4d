import type { Clock } from '../../base/clock.ts'

/**
 * BACEN's limits on requests: tokens that come back each minute, and the most that gather. From the table of version
 * 2.12.1. Funds recoveries have no row there; the two below are our own caution, of the size of their neighbours.
 */
export const policies = {
  INFRACTION_REPORTS_READ: { refillPerMinute: 600, capacity: 18_000 },
  INFRACTION_REPORTS_WRITE: { refillPerMinute: 1_200, capacity: 36_000 },
  INFRACTION_REPORTS_LIST_WITH_ROLE: { refillPerMinute: 40, capacity: 200 },
  INFRACTION_REPORTS_LIST_WITHOUT_ROLE: { refillPerMinute: 10, capacity: 50 },
  REFUNDS_READ: { refillPerMinute: 1_200, capacity: 36_000 },
  REFUNDS_WRITE: { refillPerMinute: 2_400, capacity: 72_000 },
  REFUND_LIST_WITH_ROLE: { refillPerMinute: 40, capacity: 200 },
  FRAUD_MARKERS_READ: { refillPerMinute: 600, capacity: 18_000 },
  FRAUD_MARKERS_WRITE: { refillPerMinute: 1_200, capacity: 36_000 },
  EVENT_LIST: { refillPerMinute: 40, capacity: 200 },
  POLICIES_READ: { refillPerMinute: 60, capacity: 200 },
  POLICIES_LIST: { refillPerMinute: 6, capacity: 20 },
  FUNDS_RECOVERIES_READ: { refillPerMinute: 600, capacity: 18_000 },
  FUNDS_RECOVERIES_WRITE: { refillPerMinute: 1_200, capacity: 36_000 },
} as const

export type Policy = keyof typeof policies

export interface Buckets {
  /** Takes a token and answers 0, or answers after how many milliseconds there will be one. */
  take(policy: Policy): number
  /** DICT said that there are no more, whatever we counted. */
  drain(policy: Policy): void
  /** DICT said how many there are. Counting down is believed, counting up is not: others may share the bucket. */
  learn(policy: Policy, available: number): void
}

export interface BucketSettings {
  clock: Clock
  /** Part of the participant's limits that this process may use; with four workers, a quarter each. */
  share?: number
}

/**
 * Our own count of DICT's buckets, so that a limit is never passed: the token is taken before the request leaves, and is
 * not given back when the request fails. A new process starts with one minute's refill and not with a full bucket, or a
 * process that is restarted over and over would spend a full bucket each time.
 */
export function countBuckets({ clock, share = 1 }: BucketSettings): Buckets {
  const levels = new Map<Policy, { tokens: number; atMs: number }>()

  function levelOf(policy: Policy) {
    const { refillPerMinute, capacity } = policies[policy]
    const nowMs = clock.now().getTime()
    const level = levels.get(policy) ?? { tokens: Math.min(capacity, refillPerMinute) * share, atMs: nowMs }
    const gained = (Math.max(0, nowMs - level.atMs) / 60_000) * refillPerMinute * share
    level.tokens = Math.min(capacity * share, level.tokens + gained)
    level.atMs = nowMs
    levels.set(policy, level)
    return level
  }

  return {
    take(policy) {
      const level = levelOf(policy)
      if (level.tokens >= 1) {
        level.tokens -= 1
        return 0
      }
      return Math.ceil(((1 - level.tokens) / (policies[policy].refillPerMinute * share)) * 60_000)
    },
    drain: (policy) => void (levelOf(policy).tokens = 0),
    learn(policy, available) {
      const level = levelOf(policy)
      level.tokens = Math.min(level.tokens, available * share)
    },
  }
}
