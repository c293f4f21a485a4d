import sql from 'sql-template-tag'
import { deadlineOf } from '../../cases/case-rule.ts'
import type { Deadline } from '../../platform/db/statement-deadline.ts'
import { infractionCases, unclaimedReportCases } from './backoffice/cases.ts'

/** DICT must be answered within seven days: an analyst decides, and then the verdict is sent. */
export const infractionDeadlines: Deadline[] = [
  deadlineOf(infractionCases, 24),
  {
    kind: 'infraction_verdict',
    table: 'infraction_notifications',
    waits: sql`status = 'IN_ANALYSIS' and decided_at is not null`,
    by: 'due_date',
    nearHours: 6,
  },
  deadlineOf(unclaimedReportCases, 24),
]
