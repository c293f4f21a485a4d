/** Why DICT did nothing, as far as we can know, and may be called again. A 429 or 503 counts without a signature. */
export type NotDoneReason =
  | 'OUR_BUCKET_EMPTY'
  | 'OUR_CERTIFICATE_NOT_VALID'
  | 'OUR_KEY_NOT_USABLE'
  | 'NOT_CONNECTED'
  | 'RATE_LIMITED'
  | 'CONFLICT'
  | 'UNAVAILABLE'
  | 'NO_ANSWER_TO_BELIEVE'

/** Why it is unknown whether DICT processed the request. */
export type Doubt =
  | 'CONNECTION_LOST'
  | 'TIMED_OUT'
  | 'SERVER_ERROR'
  | 'SIGNATURE_NOT_BELIEVED'
  | 'ANSWER_TOO_LARGE'
  | 'ANSWER_NOT_READABLE'

export interface Violation {
  property?: string
  reason: string
}

/**
 * The outcome of a request to DICT. It is a return value and not an exception, so a caller that omits one of the four
 * cases does not compile.
 * Only a write can be `unknown`, because a failed read changes nothing. An unknown write is resolved by querying DICT.
 * A repeat never has a second effect, because of the record's state or the `RequestId`. But some repeats are rejected
 * when the first one succeeded, so after an unknown outcome a rejection requires a query.
 */
export type Outcome<T> =
  | { outcome: 'done'; value: T; correlation_id: string }
  | Refused
  | { outcome: 'not_done'; reason: NotDoneReason; retryAfterMs: number; doubt?: Doubt }
  | { outcome: 'unknown'; reason: Doubt; status?: number }

export interface Refused {
  outcome: 'refused'
  /** The last part of the problem's type, in DICT's spelling: `FundsRecoveryOperationInvalid`. */
  type: string
  status: number
  correlation_id?: string
  violations: Violation[]
}

/** Whether DICT is unavailable for every request, so that the caller should stop for now. */
export function isDictAway(outcome: Outcome<unknown>): boolean {
  return outcome.outcome === 'not_done' && !['CONFLICT', 'NO_ANSWER_TO_BELIEVE'].includes(outcome.reason)
}

/**
 * Error types that this gateway handles by name. Others are passed on unchanged, because BACEN adds new ones without
 * notice.
 */
export const DictError = {
  notFound: 'NotFound',
  forbidden: 'Forbidden',
  badRequest: 'BadRequest',
  conflict: 'ResourceConflict',
  deprecated: 'DeprecatedResource',
  requestSignatureInvalid: 'RequestSignatureInvalid',
  requestIdAlreadyUsed: 'RequestIdAlreadyUsed',
  infractionOperationInvalid: 'InfractionReportOperationInvalid',
  infractionAlreadyOpen: 'InfractionReportAlreadyBeingProcessedForTransaction',
  infractionAlreadyClosed: 'InfractionReportAlreadyProcessedForTransaction',
  refundOperationInvalid: 'RefundOperationInvalid',
  recoveryInvalid: 'FundsRecoveryInvalid',
  recoveryOperationInvalid: 'FundsRecoveryOperationInvalid',
  recoveryAlreadyExists: 'FundsRecoveryForTransactionAlreadyExists',
  recoveryTransactionNotIndexed: 'FundsRecoveryTransactionNotIndexed',
  recoveryTransactionNotEligible: 'FundsRecoveryTransactionNotEligible',
  recoveryTransactionNotSettled: 'FundsRecoveryTransactionNotSettled',
  recoveryTrackingTimeout: 'FundsRecoveryTrackingTimeout',
} as const
