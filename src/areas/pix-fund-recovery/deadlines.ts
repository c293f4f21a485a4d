/** How long things may take. Configuration, because the sources disagree and BACEN changes its manuals. */
export interface RecoveryPeriods {
  /** From the payment to the request. */
  contestDays: number
  /** From the request to the other banks' verdicts. */
  analysisDays: number
  /** From the verdicts to our asking for the money. */
  refundHours: number
}

export const recoveryPeriods: RecoveryPeriods = { contestDays: 80, analysisDays: 7, refundHours: 6 }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days are counted as so many times 24 hours: a deadline must not depend on where the clock that reads it hangs. */
export const contestEndsAt = (paidAt: Date, { contestDays }: Pick<RecoveryPeriods, 'contestDays'>) =>
  new Date(paidAt.getTime() + contestDays * DAY_MS)

export const analysisEndsAt = (createdAt: Date, { analysisDays }: Pick<RecoveryPeriods, 'analysisDays'>) =>
  new Date(createdAt.getTime() + analysisDays * DAY_MS)

type RefundPeriod = Pick<RecoveryPeriods, 'refundHours'>

export const refundEndsAt = (analysedAt: Date, { refundHours }: RefundPeriod) =>
  new Date(analysedAt.getTime() + refundHours * HOUR_MS)

/** Half of the time is gone: early enough for somebody to do something about it. */
export const refundWarnsAt = (analysedAt: Date, { refundHours }: RefundPeriod) =>
  new Date(analysedAt.getTime() + (refundHours * HOUR_MS) / 2)

/** Before the last chance is gone DICT is asked once more, however long it told us to wait. */
const LAST_CHANCE_MS = 60_000

export function waitAtMost(waitMs: number, refundLimit: string | null, now: Date): number {
  const chanceMs = refundLimit === null ? 0 : Date.parse(refundLimit) - LAST_CHANCE_MS - now.getTime()
  return chanceMs > 0 ? Math.min(waitMs, chanceMs) : waitMs
}

/** The last instant belongs to the period. */
export const isContestable = (paidAt: Date, now: Date, periods: Pick<RecoveryPeriods, 'contestDays'>) =>
  now <= contestEndsAt(paidAt, periods)
