import type pg from 'pg'
import type { Clock } from '../../base/clock.ts'
import { job } from '../../base/jobs/job.ts'
import type { Log } from '../../base/observability/log.ts'
import { anchorHead, JournalDisagrees } from './anchor-head.ts'
import type { Anchoring } from './anchor-place.ts'

interface AnchorServices {
  operator: pg.Pool
  clock: Clock
  log: Log
  /** Absent when nobody said where anchors are to be put. */
  anchoring: Anchoring | undefined
}

/** Signs the head of the journal and puts it outside. What fails is tried again with the next minute. */
export const anchorJournal = job('anchor-journal', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: AnchorServices) {
    if (!services.anchoring) return
    try {
      await anchorHead(services, services.anchoring)
    } catch (error) {
      // Its words hold numbers of entries and nothing else, and whoever is on duty needs them.
      if (error instanceof JournalDisagrees) services.log.error('journal_disagrees', { reason: error.message })
      throw error
    }
  },
})
