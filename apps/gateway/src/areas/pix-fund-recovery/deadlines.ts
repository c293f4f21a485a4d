import type { Settings } from '../../platform/config/settings.ts'
import type { followSettings, fundRecoverySettings } from './settings.ts'

/** The periods are settings, because the sources disagree and BACEN changes its manuals. */
type Periods = Settings<typeof fundRecoverySettings>
type RefundPeriod = Pick<Settings<typeof followSettings>, 'FUND_RECOVERY_REFUND_HOURS'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days are counted as multiples of 24 hours, so that a deadline does not depend on the time zone of the process. */
export const contestEndsAt = (paidAt: Date, { FUND_RECOVERY_CONTEST_DAYS: days }: Periods) =>
  new Date(paidAt.getTime() + days * DAY_MS)

export const analysisEndsAt = (createdAt: Date, { FUND_RECOVERY_ANALYSIS_DAYS: days }: Periods) =>
  new Date(createdAt.getTime() + days * DAY_MS)

export const refundEndsAt = (analysedAt: Date, { FUND_RECOVERY_REFUND_HOURS: hours }: RefundPeriod) =>
  new Date(analysedAt.getTime() + hours * HOUR_MS)

/** Half of the period is over, which leaves time to act. */
export const refundWarnsAt = (analysedAt: Date, { FUND_RECOVERY_REFUND_HOURS: hours }: RefundPeriod) =>
  new Date(analysedAt.getTime() + (hours * HOUR_MS) / 2)

/** Shortly before the period ends DICT is called once more, whatever retry delay it asked for. */
const LAST_CHANCE_MS = 60_000

export function waitAtMost(waitMs: number, refundLimit: string | null, now: Date): number {
  const chanceMs = refundLimit === null ? 0 : Date.parse(refundLimit) - LAST_CHANCE_MS - now.getTime()
  return chanceMs > 0 ? Math.min(waitMs, chanceMs) : waitMs
}

/** The last instant belongs to the period. */
export const isContestable = (paidAt: Date, now: Date, periods: Periods) => now <= contestEndsAt(paidAt, periods)
