import type { FundsRecovery } from '../../partners/dict/funds-recoveries.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { RefundRequest } from './refund-request.ts'
import type { refundSettings } from './settings.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The service levels of IN BCB 654: the period of the receiver's institution, from the opening of the request. */
const hours = {
  /** The report was agreed, so there is nothing more to analyse. */
  recovery: 6,
  OPERATIONAL_FLAW: 24,
  /** Not listed there. It is an institution's error, so the period of the other operational errors applies. */
  PIX_AUTOMATICO: 24,
  FRAUD: 48,
}

type DeadlineInput = Pick<RefundRequest, 'reason' | 'funds_recovery_id'>

/** The deadline for payment or rejection. An unknown reason has the shortest period. */
export function dueAt({ reason, funds_recovery_id }: DeadlineInput, createdAt: Date): Date {
  const allowed = funds_recovery_id ? hours.recovery : (hours[reason] ?? hours.recovery)
  return new Date(createdAt.getTime() + allowed * HOUR_MS)
}

/**
 * The end of monitoring. Money that reaches a monitored account later is returned too, as long as a payment can be
 * returned: 80 days since September 2026. Counted from the request, which is newer than the payment, so monitoring may
 * last too long but never ends too early.
 */
export const monitoredUntil = (createdAt: Date) => new Date(createdAt.getTime() + 80 * DAY_MS)

/**
 * The payer's institution has 72 hours to request refunds after every report is closed, plus an allowance for the
 * delay of DICT's list.
 */
const ASKING_MS = 73 * HOUR_MS

/**
 * Whether refunds can still be requested, according to DICT's state of the recovery. An unknown state counts as
 * possible.
 */
export function canStillBeAsked({ status, last_modified }: Pick<FundsRecovery, 'status' | 'last_modified'>, now: Date) {
  if (status === 'COMPLETED' || status === 'CANCELLED') return false
  return status !== 'ANALYSED' || now.getTime() - Date.parse(last_modified) < ASKING_MS
}

export const heldUntil = (reportedAt: Date, { REFUND_HOLD_DAYS: days }: Settings<typeof refundSettings>) =>
  new Date(reportedAt.getTime() + days * DAY_MS)
