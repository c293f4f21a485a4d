import type { Settings } from '../../base/config/settings.ts'
import type { FundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import type { RefundRequest } from './refund-request.ts'
import type { refundSettings } from './settings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The service levels of IN BCB 654: how long the receiver's institution has, from the opening of the request. */
const hours = {
  /** The report was agreed with: there is nothing more to analyse. */
  recovery: 6,
  OPERATIONAL_FLAW: 24,
  /** Not named there; an error of an institution, and treated as the other kind of that. */
  PIX_AUTOMATICO: 24,
  FRAUD: 48,
}

type Asked = Pick<RefundRequest, 'reason' | 'funds_recovery_id'>

/** Until when it is to be paid or refused. A reason we do not know has the shortest time. */
export function dueAt({ reason, funds_recovery_id }: Asked, createdAt: Date): Date {
  const allowed = funds_recovery_id ? hours.recovery : (hours[reason] ?? hours.recovery)
  return new Date(createdAt.getTime() + allowed * HOUR_MS)
}

/**
 * Money that reaches a monitored account later is sent back as well, for as long as a payment can be returned: 80 days since
 * September 2026. Counted from the request, which is younger than the payment: rather watched too long than too short.
 */
export const monitoredUntil = (createdAt: Date) => new Date(createdAt.getTime() + 80 * DAY_MS)

/** The payer's institution has 72 hours to ask once every report is closed; and DICT's list may be behind. */
const ASKING_MS = 73 * HOUR_MS

/** Whether refunds can still be asked for, by what DICT says of the recovery. A state that BACEN added since may lead to it. */
export function canStillBeAsked({ status, last_modified }: Pick<FundsRecovery, 'status' | 'last_modified'>, now: Date) {
  if (status === 'COMPLETED' || status === 'CANCELLED') return false
  return status !== 'ANALYSED' || now.getTime() - Date.parse(last_modified) < ASKING_MS
}

export const heldUntil = (reportedAt: Date, { REFUND_HOLD_DAYS: days }: Settings<typeof refundSettings>) =>
  new Date(reportedAt.getTime() + days * DAY_MS)
