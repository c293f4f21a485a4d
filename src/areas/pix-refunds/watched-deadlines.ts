import sql from 'sql-template-tag'
import type { Deadline } from '../../base/db/deadline.ts'
import { waitingRefunds } from './unclaimed-refunds.ts'

/** Six to forty-eight hours: the core pays or refuses, and then DICT is told. */
export const refundDeadlines: Deadline[] = [
  { kind: 'refund', table: 'refund_requests', waits: sql`status = 'OPEN'`, by: 'due_date', nearHours: 2 },
  { kind: 'refund_answer', table: 'refund_requests', waits: sql`status = 'ANSWERED'`, by: 'due_date', nearHours: 2 },
  { kind: 'unclaimed_refund', table: 'unclaimed_refunds', waits: waitingRefunds, by: 'due_date', nearHours: 2 },
]
