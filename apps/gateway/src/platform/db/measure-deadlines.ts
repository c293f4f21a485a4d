import type { Collector } from '../observability/collector.ts'
import { deadlines } from './metrics.ts'
import { countDeadline, type Deadline } from './statement-deadline.ts'

export const measureDeadlines = (declared: readonly Deadline[]): Collector => ({
  name: 'deadlines',
  async take({ operator, metrics, clock }) {
    const counted = await Promise.all(
      declared.map(async (deadline) => ({
        kind: deadline.kind,
        ...(await countDeadline(operator, deadline, clock.now())),
      })),
    )
    metrics.replace(
      deadlines,
      counted.flatMap(({ kind, near, missed }) => [
        { labels: { kind, state: 'near' }, value: near },
        { labels: { kind, state: 'missed' }, value: missed },
      ]),
    )
  },
})
