import sql from 'sql-template-tag'
import type { Deadline } from '../../base/db/deadline.ts'
import { deadlineOf } from '../../cases/case-rule.ts'
import { infractionCases, unclaimedReportCases } from './desk/cases.ts'

/** DICT is to be answered within seven days: somebody decides, and then DICT is told. */
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
