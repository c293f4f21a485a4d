import type { Clock } from '../../base/clock.ts'

/**
 * BACEN's limits on requests: tokens that come back each minute, and the most that gather. From the table of version
 * 2.12.1, and good until DICT states others. Funds recoveries have no row there; the two below are our own caution, of the
 * size of their neighbours.
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
  /** Takes a token and answers 0, or answers after how many milliseconds there will be one. */
  take(policy: Policy): number
  /** DICT said that there are no more, whatever we counted. */
  drain(policy: Policy): void
  /**
   * DICT said how many there are, and by which rate. Counting down is believed, counting up is not: others may share the
   * bucket. The rate is DICT's to say, and is believed whether it is more or less. Answers whether it was another.
   */
  learn(policy: Policy, stated: Rate & { available: number }): boolean
  /** How full each is, from 0 to 1. */
  levels(): Record<Policy, number>
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
  // Levels are kept as time: so many milliseconds of refill are one token. For BACEN's rates that is a whole number,
  // and sums of whole numbers do not drift as sums of fractions of tokens would.
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
      // A rate of nothing is no rate: DICT's own example has zeros, and we would never ask again.
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
