import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Metrics } from './metrics.ts'

/** The pool for queries across users. */
export interface MeasureGround {
  operator: pg.Pool
  clock: Clock
  metrics: Metrics
}

/**
 * Measurements that only the database has. One worker takes them once a minute, and not each process at each scrape. Counts use
 * an index and stop at a maximum, so the cost is the same for a billion rows.
 */
export interface Collector {
  name: string
  take(ground: MeasureGround): Promise<void>
}
