import type pg from 'pg'
import { type Check, degraded, ready } from '../../platform/http/readiness.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { unanchoredSeconds } from './anchor-store.ts'
import { journalUnanchoredAge } from './metrics.ts'

/** Ten runs of the job. A store is not unavailable for that long without a reason. */
export const LATE_SECONDS = 600

const trouble = {
  reason: 'the newest anchor of the audit log cannot be determined',
  action: 'check that the database answers and is migrated',
}

/**
 * Readiness check: whether new journal entries get an anchor. Every worker checks, whichever of them does the anchoring.
 * Degraded and no more: a journal whose anchor store is unavailable is anchored later, and the gateway keeps working.
 */
export function anchorCheck(pool: pg.Pool, metrics: Metrics): Check {
  return {
    name: 'journal',
    unanswered: trouble,
    around: true,
    async look() {
      const seconds = await unanchoredSeconds(pool)
      metrics.set(journalUnanchoredAge, {}, seconds)
      if (seconds < LATE_SECONDS) return ready
      const action =
        'look for journal_disagrees in the log, and then run `eclusa journal verify`; otherwise check that the anchor store accepts anchors'
      return degraded(
        `entries of the audit log have been waiting for an anchor for ${Math.round(seconds / 60)} minutes`,
        action,
      )
    },
  }
}
