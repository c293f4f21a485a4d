import sql from 'sql-template-tag'
import type { Deadline } from '../../base/db/deadline.ts'
import { undecided } from './across-users.ts'
import { waitingReports } from './unclaimed-reports.ts'

/** DICT is to be answered within seven days: somebody decides, and then DICT is told. */
export const infractionDeadlines: Deadline[] = [
  { kind: 'infraction', table: 'infraction_notifications', waits: undecided, by: 'due_date', nearHours: 24 },
  {
    kind: 'infraction_verdict',
    table: 'infraction_notifications',
    waits: sql`status = 'IN_ANALYSIS' and decided_at is not null`,
    by: 'due_date',
    nearHours: 6,
  },
  {
    kind: 'unclaimed_report',
    table: 'unclaimed_infraction_reports',
    waits: waitingReports,
    by: 'due_date',
    nearHours: 24,
  },
]
