import sql from 'sql-template-tag'
import type { Collector } from '../../platform/observability/collector.ts'
import { replaySlotBytes } from './metrics.ts'

/** Measured by file size, which grows with each claim and is zero after a truncation. */
export const measureRing: Collector = {
  name: 'replay ring',
  async take({ operator, metrics }) {
    const { rows } = await operator.query<{ ahead: number; bytes: number }>(sql`
      select ahead, pg_relation_size(format('replay_claims_%s', (replay_slot(now()) + ahead) % 4)::regclass) as bytes
      from generate_series(0, 3) ahead`)
    metrics.replace(
      replaySlotBytes,
      rows.map(({ ahead, bytes }) => ({ labels: { ahead }, value: bytes })),
    )
  },
}
