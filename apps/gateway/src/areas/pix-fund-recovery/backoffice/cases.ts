import type { CaseKind } from '../../../backoffice/cases/case-kind.ts'
import { documentsOfPayment } from '../../../backoffice/cases/same-document.ts'
import { oneOf, present } from '../../../cases/case-rule.ts'

/** Recoveries that DICT keeps rejecting temporarily: an analyst has to find the cause. */
export const recoveryCases: CaseKind = {
  name: 'recovery',
  table: 'fund_recovery_requests',
  of: 'wallet',
  aboutPayment: true,
  waits: { waiting_code: present, status: oneOf('CREATED') },
  // Each attempt updates the record, so the wait is counted from its creation.
  since: 'created_at',
  shows: {
    amount: 'transaction_amount',
    opened_at: 'created_at',
    topic: 'reason',
    subject: 'transaction_third_part_name',
  },
  foundBy: { end_to_end_id: 'end_to_end_id' },
  documents: documentsOfPayment('recovery'),
}
