import sql from 'sql-template-tag'
import type { Deadline } from '../../platform/db/statement-deadline.ts'

/** Once the analyses are complete, refunds can be requested within 72 hours and never again. */
export const recoveryDeadlines: Deadline[] = [
  {
    kind: 'recovery',
    table: 'fund_recovery_requests',
    waits: sql`status = 'ANALYSED' and failed_code is null`,
    by: 'refund_limit_date',
    nearHours: 12,
  },
]
