import type { Collector } from '../../platform/observability/collector.ts'
import { waitingDeliveries } from './delivery-store.ts'
import { webhooksOldestAge, webhooksWaiting } from './metrics.ts'

/**
 * Counts due deliveries endpoint by endpoint, as they are claimed, up to a limit each. Failing endpoints have a label of their
 * own, because the gateway cannot make their deliveries faster.
 */
export const measureDeliveries: Collector = {
  name: 'webhooks',
  async take({ operator, metrics }) {
    const found = new Map((await waitingDeliveries(operator)).map((each) => [each.endpoint, each]))
    const read = (value: 'count' | 'age') =>
      ['healthy', 'failing'].map((endpoint) => ({ labels: { endpoint }, value: found.get(endpoint)?.[value] ?? 0 }))
    metrics.replace(webhooksWaiting, read('count'))
    metrics.replace(webhooksOldestAge, read('age'))
  },
}
