import type { CaseKind } from '../../../backoffice/cases/case-kind.ts'
import { documentsOfPayment } from '../../../backoffice/cases/same-document.ts'
import { noneOf, oneOf } from '../../../cases/case-rule.ts'

/** Refunds that the core has neither paid nor rejected. The central bank's service levels give hours. */
export const refundCases: CaseKind = {
  name: 'refund',
  table: 'refund_requests',
  of: 'wallet',
  aboutPayment: true,
  waits: { status: oneOf('OPEN') },
  since: 'created_at',
  due_at: 'due_date',
  shows: { amount: 'amount', opened_at: 'created_at', topic: 'reason' },
  foundBy: { end_to_end_id: 'end_to_end_id' },
  documents: documentsOfPayment('refund'),
}

/** Refund requests for payments that no ledger has reported. */
export const unclaimedRefundCases: CaseKind = {
  name: 'unclaimed_refund',
  table: 'unmatched_refunds',
  waits: { status: noneOf('CLOSED', 'CANCELLED') },
  since: 'first_seen_at',
  due_at: 'due_date',
  shows: { amount: "(refund->>'refund_amount')", opened_at: 'first_seen_at', topic: "(refund->>'refund_reason')" },
  foundBy: { end_to_end_id: 'end_to_end_id' },
}
