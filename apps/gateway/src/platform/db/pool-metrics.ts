import type pg from 'pg'
import type { Metrics } from '../observability/metrics.ts'
import { poolConnections } from './metrics.ts'

/** Registers gauges for the connections of each pool and for the callers that wait for one. */
export function watchPools(metrics: Metrics, pools: Record<string, pg.Pool>): void {
  metrics.watch(poolConnections, () =>
    Object.entries(pools).flatMap(
      ([
        pool,
        {
          totalCount,
          idleCount,
          waitingCount,
          options: { max },
        },
      ]) => [
        { labels: { pool, state: 'open' }, value: totalCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'most' }, value: max },
        { labels: { pool, state: 'waiting' }, value: waitingCount },
      ],
    ),
  )
}
