/** Why DICT did nothing, as far as we can tell, and may be asked again. */
export type NotDoneReason =
  | 'OUR_BUCKET_EMPTY'
  | 'OUR_CERTIFICATE_NOT_VALID'
  | 'OUR_KEY_NOT_USABLE'
  | 'NOT_CONNECTED'
  | 'RATE_LIMITED'
  | 'CONFLICT'
  | 'UNAVAILABLE'
  | 'NO_ANSWER_TO_BELIEVE'

/** Why we cannot tell whether DICT did it. */
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
 * What became of a request to DICT. There is no exception to catch: a caller that forgets one of the four does not
 * compile.
 *
 * `unknown` is only ever said of a write, for a read that fails changed nothing. An unknown write is settled by asking
 * DICT what it holds. Repeating one does nothing twice, by the state it finds or by `RequestId`; but some repeats are
 * refused where the first was done, so a refusal after an unknown outcome is a reason to ask, and not an answer.
 */
export type Outcome<T> =
  | { outcome: 'done'; value: T; correlation_id: string }
  | Refused
  | { outcome: 'not_done'; reason: NotDoneReason; retryAfterMs: number; doubt?: Doubt }
  | { outcome: 'unknown'; reason: Doubt; status?: number }

export interface Refused {
  outcome: 'refused'
  /** The last part of the problem's type, as DICT spells it: `FundsRecoveryOperationInvalid`. */
  type: string
  status: number
  correlation_id?: string
  violations: Violation[]
}

/** Whether DICT would not hear anything else of us either, so that there is no use in asking about the next. */
export function isDictAway(outcome: Outcome<unknown>): boolean {
  return outcome.outcome === 'not_done' && !['CONFLICT', 'NO_ANSWER_TO_BELIEVE'].includes(outcome.reason)
}

/** Types this gateway acts upon by name. Others are passed on as they came: BACEN adds new ones without notice. */
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
