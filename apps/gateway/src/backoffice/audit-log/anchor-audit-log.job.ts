import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/observability/log.ts'
import { anchorHead, JournalDisagrees } from './anchor-head.ts'
import type { Anchoring } from './anchor-place.ts'

interface AnchorServices {
  operator: pg.Pool
  clock: Clock
  log: Log
  /** Absent when no anchor store is configured. */
  anchoring: Anchoring | undefined
}

/** Signs the head of the journal and stores it outside. A failure is retried in the next minute. */
export const anchorAuditLog = job('anchor-audit-log', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: AnchorServices) {
    if (!services.anchoring) return
    try {
      await anchorHead(services, services.anchoring)
    } catch (error) {
      // The message contains only numbers of entries, and the operator on duty needs it.
      if (error instanceof JournalDisagrees) services.log.error('journal_disagrees', { reason: error.message })
      throw error
    }
  },
})
