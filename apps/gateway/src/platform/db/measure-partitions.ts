import sql from 'sql-template-tag'
import type { Collector } from '../observability/collector.ts'
import { partitionsAhead } from './metrics.ts'

/** Computed from the names of the partitions, not from their rows. */
export const measurePartitions: Collector = {
  name: 'partitions',
  async take({ operator, metrics }) {
    const { rows } = await operator.query<{ name: string; days: number }>(
      sql`select name, until - (now() at time zone 'UTC')::date as days from partitions_last_until()`,
    )
    metrics.replace(
      partitionsAhead,
      rows.map(({ name, days }) => ({ labels: { table: name }, value: days })),
    )
  },
}
