import { oneOf, present } from '../../../cases/case-rule.ts'
import type { CaseKind } from '../../../desk/cases/case-kind.ts'
import { documentsOfPayment } from '../../../desk/cases/same-document.ts'

/** Recoveries that DICT does not take, though they are sent again and again: somebody has to find out why. */
export const recoveryCases: CaseKind = {
  name: 'recovery',
  table: 'fund_recovery_requests',
  of: 'wallet',
  aboutPayment: true,
  waits: { waiting_code: present, status: oneOf('CREATED') },
  // Each further attempt touches the record; what it waits for began when it was made.
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
