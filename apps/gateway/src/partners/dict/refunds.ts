import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import {
  PAGE_LIMIT,
  type RefundAnalysisResult,
  type RefundReason,
  type RefundRejectionReason,
  type RefundStatus,
} from './enums.ts'
import { withIndirect } from './participants.ts'
import { cents, flag, instant, listOf, optional, record, text } from './xml/shape.ts'
import { reais } from './xml/write.ts'

/** The destination of money of a later layer. BACEN's schema has TaxIdNumber, its examples TaxId. */
const refundAccount = record({
  tax_id_number: optional(text),
  tax_id: optional(text),
  participant: text,
  branch: optional(text),
  account_number: text,
  account_type: text,
})

/**
 * A participant requests money back from another (solicitação de devolução). In a funds recovery DICT creates one for
 * each participant.
 */
export type DictRefundRequest = ReturnType<typeof refund>

export const refund = record({
  id: text,
  transaction_id: text,
  refund_reason: text,
  refund_amount: cents,
  refund_details: optional(text),
  status: text,
  requesting_participant: text,
  contested_participant: text,
  infraction_report_id: optional(text),
  funds_recovery_id: optional(text),
  analysis_result: optional(text),
  analysis_details: optional(text),
  refund_rejection_reason: optional(text),
  refund_transaction_id: optional(text),
  /** The amount that was actually sent, in a funds recovery; `refund_amount` is the requested one. */
  effective_refunded_amount: optional(cents),
  /**
   * Present when the money goes to another account than it came from, as a separate payment instead of a devolution.
   */
  refund_account: optional(refundAccount),
  /** Whether the account must be monitored for later credits; true when DICT omits it. */
  monitor_account: optional(flag),
  creation_time: instant,
  last_modified: instant,
})

const one = record({ refund })
const page = record({ has_more_elements: flag, next_cursor: optional(text), refunds: listOf('Refund', refund) })

export interface RefundQuery {
  participant_role: 'REQUESTING' | 'CONTESTED'
  status?: RefundStatus[]
  modified_after?: string
  modified_before?: string
  limit?: number
  /** From the previous page. */
  cursor?: string
}

/** Refunds in which we take part, oldest change first. */
export function listRefunds(dict: Dict, { limit = PAGE_LIMIT, ...filters }: RefundQuery) {
  return readFromDict(dict, {
    policy: 'REFUND_LIST_WITH_ROLE',
    path: '/refunds/',
    query: { participant: dict.participant, ...withIndirect(dict), include_details: true, limit, ...filters },
    answer: 'ListRefundsResponse',
    read: page,
  })
}

export function getRefund(dict: Dict, id: string) {
  return readFromDict(dict, {
    policy: 'REFUNDS_READ',
    path: `/refunds/${encodeURIComponent(id)}`,
    answer: 'GetRefundResponse',
    read: one,
    about: (value) => value.refund.id === id,
  })
}

export interface NewRefund {
  transaction_id: string
  refund_reason: RefundReason
  /** In cents. */
  refund_amount: number
  /** Required by DICT when the reason is OPERATIONAL_FLAW. */
  refund_details?: string
}

/** Requests a refund of one of our payments. DICT allows one open request per payment, so a repeat is safe. */
export function createRefund(dict: Dict, { transaction_id, refund_reason, refund_amount, refund_details }: NewRefund) {
  return writeToDict(dict, {
    policy: 'REFUNDS_WRITE',
    path: '/refunds/',
    request: 'CreateRefundRequest',
    content: {
      participant: dict.participant,
      refund: { transaction_id, refund_reason, refund_amount: reais(refund_amount), refund_details },
    },
    answer: 'CreateRefundResponse',
    read: one,
    about: (value) => value.refund.transaction_id === transaction_id,
  })
}

export interface RefundAnalysis {
  refund_analysis_result: RefundAnalysisResult
  refund_analysis_details?: string
  refund_rejection_reason?: RefundRejectionReason
  /** The id of the sent payment: D… for a devolution, or E… for a separate payment. */
  refund_transaction_id?: string
  /** In cents. Required by DICT when the refund belongs to a funds recovery. */
  effective_refunded_amount?: number
}

/** Closes a refund that was requested from us. It must be OPEN. Idempotent with the same answer. */
export function closeRefund(dict: Dict, id: string, analysis: RefundAnalysis) {
  const { effective_refunded_amount: effective, ...rest } = analysis
  const { refund_analysis_result, refund_analysis_details, refund_rejection_reason, refund_transaction_id } = rest
  return change(dict, id, 'Close', {
    refund_analysis_result,
    refund_analysis_details,
    refund_rejection_reason,
    refund_transaction_id,
    effective_refunded_amount: effective === undefined ? undefined : reais(effective),
  })
}

/** Cancels a refund that we requested, while it is OPEN and belongs to no funds recovery. Idempotent. */
export function cancelRefund(dict: Dict, id: string) {
  return change(dict, id, 'Cancel', {})
}

function change(dict: Dict, id: string, verb: 'Close' | 'Cancel', answer: Record<string, string | undefined>) {
  return writeToDict(dict, {
    policy: 'REFUNDS_WRITE',
    path: `/refunds/${encodeURIComponent(id)}/${verb.toLowerCase()}`,
    request: `${verb}RefundRequest`,
    content: { refund_id: id, participant: dict.participant, ...answer },
    answer: `${verb}RefundResponse`,
    read: one,
    about: (value) => value.refund.id === id,
  })
}
