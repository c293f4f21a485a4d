import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Metrics } from './metrics.ts'

/** What the database is asked through, across users. */
export interface MeasureGround {
  operator: pg.Pool
  clock: Clock
  metrics: Metrics
}

/**
 * Readings that only the database knows. They are taken once a minute by one worker, and not by each process whenever it is
 * asked; what is counted is found by an index and only so far, so that it costs the same over a billion rows.
 */
export interface Measure {
  name: string
  take(ground: MeasureGround): Promise<void>
}
