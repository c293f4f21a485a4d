import sql from 'sql-template-tag'
import type { CaseKind } from '../../../desk/cases/case-kind.ts'
import { documentsOfPayment } from '../../../desk/cases/same-document.ts'

/** Recoveries that DICT does not take, though they are sent again and again: somebody has to find out why. */
export const recoveryCases: CaseKind = {
  name: 'recovery',
  table: 'fund_recovery_requests',
  waits: sql`waiting_code is not null and status = 'CREATED'`,
  // Each further attempt touches the record; what it waits for began when it was made.
  deadline: { since: 'created_at' },
  shows: {
    user_id: 'user_id',
    amount: 'transaction_amount',
    opened_at: 'created_at',
    version: 'version',
    topic: 'reason',
    subject: 'transaction_third_part_name',
  },
  foundBy: { end_to_end_id: 'end_to_end_id' },
  documents: documentsOfPayment('recovery'),
}
