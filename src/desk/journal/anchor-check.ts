import type pg from 'pg'
import { type Check, degraded, ready } from '../../base/http/readiness.ts'
import type { Metrics } from '../../base/observability/metrics.ts'
import { unanchoredSeconds } from './anchor-store.ts'
import { journalUnanchoredAge } from './metrics.ts'

/** Ten runs of the job: longer than a store is away for no reason. */
export const LATE_SECONDS = 600

const trouble = {
  reason: 'how far the journal is anchored cannot be told',
  action: 'see that the database answers and is migrated',
}

/**
 * Whether what was written into the journal gets its anchor. Every worker looks, whichever of them does the work. Degraded
 * and no more: a journal whose place is away is anchored later, and the work of the gateway goes on.
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
        'read the log for journal_disagrees, and then run `eclusa journal verify`; else see that the place of the anchors takes them'
      return degraded(`entries of the journal wait for an anchor for ${Math.round(seconds / 60)} minutes`, action)
    },
  }
}
