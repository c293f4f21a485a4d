import type { Clock } from '../../platform/clock.ts'

/**
 * DICT's rate limits as token buckets: refill per minute and capacity. The values are from version 2.12.1 and apply
 * until DICT states others. Funds recoveries have no row there; their two limits are our own, similar to the
 * neighbouring ones.
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
  FRAUD_MARKERS_LIST: { refillPerMinute: 600, capacity: 18_000 },
  EVENT_LIST: { refillPerMinute: 40, capacity: 200 },
  POLICIES_READ: { refillPerMinute: 60, capacity: 200 },
  POLICIES_LIST: { refillPerMinute: 6, capacity: 20 },
  FUNDS_RECOVERIES_READ: { refillPerMinute: 600, capacity: 18_000 },
  FUNDS_RECOVERIES_WRITE: { refillPerMinute: 1_200, capacity: 36_000 },
} as const

export type Policy = keyof typeof policies

interface Rate {
  refillPerMinute: number
  capacity: number
}

export interface Buckets {
  /** Takes a token and returns 0, or returns the milliseconds until one is available. */
  take(policy: Policy): number
  /** Empties the bucket after DICT responded with 429. */
  drain(policy: Policy): void
  /**
   * Applies the level and the rate that DICT states. Only a lower level is accepted, because other processes share the
   * bucket; the rate is always accepted. Returns whether the rate changed.
   */
  learn(policy: Policy, stated: Rate & { available: number }): boolean
  /** The level of each bucket, from 0 to 1. */
  levels(): Record<Policy, number>
}

export interface BucketSettings {
  clock: Clock
  /** The share of the participant's limits for this process; with four workers, a quarter each. */
  share?: number
}

/**
 * Token buckets that mirror DICT's rate limits, so that no limit is exceeded. A token is taken before a request is
 * sent, and is not returned when it fails. A new process starts with one minute's refill, because a process that
 * restarts repeatedly would otherwise use a full bucket each time.
 */
export function countBuckets({ clock, share = 1 }: BucketSettings): Buckets {
  // Levels are stored as time: a number of milliseconds equals one token. For BACEN's rates it is an integer, and sums
  // of integers do not drift as fractions would.
  const rates: Record<Policy, Rate> = { ...policies }
  const tokenMs = (policy: Policy) => 60_000 / (rates[policy].refillPerMinute * share)
  const capacityMs = (policy: Policy) => rates[policy].capacity * share * tokenMs(policy)
  const startMs = clock.now().getTime()
  const names = Object.keys(policies) as Policy[]
  const levels = new Map<Policy, { ms: number; atMs: number }>(
    names.map((policy) => [policy, { ms: Math.min(capacityMs(policy), 60_000), atMs: startMs }]),
  )

  function levelOf(policy: Policy) {
    const level = levels.get(policy)!
    const nowMs = clock.now().getTime()
    level.ms = Math.min(capacityMs(policy), level.ms + Math.max(0, nowMs - level.atMs))
    level.atMs = nowMs
    return level
  }

  return {
    take(policy) {
      const level = levelOf(policy)
      const lacking = tokenMs(policy) - level.ms
      if (lacking > 0) return Math.ceil(lacking)
      level.ms = -lacking
      return 0
    },
    drain: (policy) => void (levelOf(policy).ms = 0),
    levels: () =>
      Object.fromEntries(names.map((policy) => [policy, levelOf(policy).ms / capacityMs(policy)])) as Record<
        Policy,
        number
      >,
    learn(policy, { available, refillPerMinute, capacity }) {
      const level = levelOf(policy)
      const tokens = level.ms / tokenMs(policy)
      const known = rates[policy]
      // A rate of zero is invalid: DICT's own example has zeros, and we would never call again.
      const changed =
        refillPerMinute > 0 &&
        capacity > 0 &&
        (refillPerMinute !== known.refillPerMinute || capacity !== known.capacity)
      if (changed) rates[policy] = { refillPerMinute, capacity }
      level.ms = Math.min(tokens, available * share) * tokenMs(policy)
      return changed
    },
  }
}
