import sql from 'sql-template-tag'
import { deadlineOf } from '../../cases/case-rule.ts'
import type { Deadline } from '../../platform/db/statement-deadline.ts'
import { refundCases, unclaimedRefundCases } from './backoffice/cases.ts'

/** Six to forty-eight hours: the core pays or rejects, and then DICT receives the result. */
export const refundDeadlines: Deadline[] = [
  deadlineOf(refundCases, 2),
  { kind: 'refund_answer', table: 'refund_requests', waits: sql`status = 'ANSWERED'`, by: 'due_date', nearHours: 2 },
  deadlineOf(unclaimedRefundCases, 2),
]
