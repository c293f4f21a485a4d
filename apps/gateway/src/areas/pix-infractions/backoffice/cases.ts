import type { CaseKind } from '../../../backoffice/cases/case-kind.ts'
import { documentsOfPayment } from '../../../backoffice/cases/same-document.ts'
import { absent, noneOf, oneOf } from '../../../cases/case-rule.ts'

/** Reports without a verdict. DICT requires an answer within seven days. */
export const infractionCases: CaseKind = {
  name: 'infraction',
  table: 'infraction_notifications',
  of: 'wallet',
  aboutPayment: true,
  waits: { decided_at: absent, status: oneOf('OPEN', 'ACKNOWLEDGED', 'IN_ANALYSIS') },
  since: 'created_at',
  due_at: 'due_date',
  decidable: true,
  shows: {
    amount: 'amount',
    opened_at: 'created_at',
    topic: 'situation_type',
    subject: 'counterparty_name',
  },
  foundBy: { end_to_end_id: 'end_to_end_id' },
  documents: documentsOfPayment('infraction'),
}

/**
 * Reports about payments that no ledger has reported. An operator has to find the payment, or answer outside the
 * gateway.
 */
export const unclaimedReportCases: CaseKind = {
  name: 'unclaimed_report',
  table: 'unmatched_infraction_reports',
  waits: { status: noneOf('CLOSED', 'CANCELLED') },
  since: 'first_seen_at',
  due_at: 'due_date',
  shows: { amount: "(report->>'infraction_amount')", opened_at: 'first_seen_at', topic: "(report->>'reason')" },
  foundBy: { end_to_end_id: 'end_to_end_id' },
}
