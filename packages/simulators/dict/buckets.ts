import { insist } from './problem.ts'
import type { World } from './state.ts'

/** DICT's rate limits from BACEN's table, written a second time: the client's copy is tested against this one. */
export const rates = {
  INFRACTION_REPORTS_READ: [600, 18_000],
  INFRACTION_REPORTS_WRITE: [1_200, 36_000],
  INFRACTION_REPORTS_LIST_WITH_ROLE: [40, 200],
  INFRACTION_REPORTS_LIST_WITHOUT_ROLE: [10, 50],
  REFUNDS_READ: [1_200, 36_000],
  REFUNDS_WRITE: [2_400, 72_000],
  REFUND_LIST_WITH_ROLE: [40, 200],
  FRAUD_MARKERS_READ: [600, 18_000],
  FRAUD_MARKERS_WRITE: [1_200, 36_000],
  FRAUD_MARKERS_LIST: [600, 18_000],
  EVENT_LIST: [40, 200],
  POLICIES_READ: [60, 200],
  POLICIES_LIST: [6, 20],
  // Not in BACEN's table: an assumption, similar to its neighbours.
  FUNDS_RECOVERIES_READ: [600, 18_000],
  FUNDS_RECOVERIES_WRITE: [1_200, 36_000],
} as const

export type Rate = keyof typeof rates

interface Level {
  tokens: number
  atMs: number
}

export interface Buckets {
  /** Rejects when the bucket is empty. */
  check(participant: string, rate: Rate): void
  /** Any response but a 500 costs a token. */
  charge(participant: string, rate: Rate, status: number): void
  set(participant: string, rate: Rate, tokens: number): void
  /** Sets other limits than the table's, for all participants. BACEN may do so without notice. */
  limit(rate: Rate, refillPerMinute: number, capacity: number): void
  /** The refill per minute, and the capacity. */
  limitsOf(rate: Rate): readonly [number, number]
  available(participant: string, rate: Rate): number
}

export function makeBuckets(world: World): Buckets {
  const levels = new Map<string, Level>()
  const limits: Record<Rate, readonly [number, number]> = { ...rates }

  function levelOf(participant: string, rate: Rate): Level {
    const [refillPerMinute, capacity] = limits[rate]
    const nowMs = world.clock.now().getTime()
    const level = levels.get(`${participant} ${rate}`) ?? { tokens: capacity, atMs: nowMs }
    level.tokens = Math.min(capacity, level.tokens + ((nowMs - level.atMs) / 60_000) * refillPerMinute)
    level.atMs = nowMs
    levels.set(`${participant} ${rate}`, level)
    return level
  }

  return {
    check: (participant, rate) => insist(levelOf(participant, rate).tokens >= 1, 'RateLimited'),
    charge(participant, rate, status) {
      const level = levelOf(participant, rate)
      if (status !== 500) level.tokens = Math.max(0, level.tokens - 1)
    },
    limit: (rate, refillPerMinute, capacity) => void (limits[rate] = [refillPerMinute, capacity]),
    limitsOf: (rate) => limits[rate],
    set: (participant, rate, tokens) => void (levelOf(participant, rate).tokens = tokens),
    available: (participant, rate) => Math.floor(levelOf(participant, rate).tokens),
  }
}
