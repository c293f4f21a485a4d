import { readFromDict, writeToDict } from './call.ts'
import type { Dict } from './dict.ts'
import { withIndirect } from './participants.ts'
import {
  PAGE_LIMIT,
  type RefundAnalysisResult,
  type RefundReason,
  type RefundRejectionReason,
  type RefundStatus,
} from './values.ts'
import { cents, flag, instant, listOf, optional, record, text } from './xml/shape.ts'
import { reais } from './xml/write.ts'

/** Where the money of a later layer is to go. BACEN's schema says TaxIdNumber, its examples TaxId. */
const refundAccount = record({
  tax_id_number: optional(text),
  tax_id: optional(text),
  participant: text,
  branch: optional(text),
  account_number: text,
  account_type: text,
})

/** A bank asks another to send money back (solicitação de devolução). In a funds recovery DICT makes one for each bank. */
export type Refund = ReturnType<typeof refund>

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
  /** What was really sent, in a funds recovery; `refund_amount` is only what was asked. */
  effective_refunded_amount: optional(cents),
  /** Present when the money goes to another account than it came from: by a payment of its own, and not by a return. */
  refund_account: optional(refundAccount),
  /** Whether the account is to be watched for later credits; so it is when DICT does not say. */
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
  /** From the page before. */
  cursor?: string
}

/** Refunds we are a party of, oldest change first. */
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

/** Asks for a payment of ours to be sent back. One at a time for each payment, which is what makes it safe to repeat. */
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
  /** The id under which the money was sent: D… of a return, or E… of a payment of its own. */
  refund_transaction_id?: string
  /** In cents. Required by DICT when the refund is of a funds recovery. */
  effective_refunded_amount?: number
}

/** Ends a refund others asked of us. It must be OPEN. Safe to repeat with the same answer. */
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

/** Withdraws a refund we asked for, while it is OPEN and of no funds recovery. Safe to repeat. */
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
