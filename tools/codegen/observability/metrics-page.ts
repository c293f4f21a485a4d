import { metrics } from '@eclusa/gateway/src/metrics.ts'
import { table } from '../table.ts'
import { alerts } from './alerts.ts'

const opening = `# Metrics

Made from the declarations by \`npm run contract\`: change those. Each process tells its own at \`/metrics\` of its internal port;
who asks for OpenMetrics is told of traces as well. Readings of the database are taken once a minute by one worker and told
by that one alone for three minutes: ask for the largest (\`max by\`) over all workers.

Alerts are in \`deploy/prometheus/\`, each with its section in [incidents](../guides/incidents.md); dashboards are in
\`deploy/grafana/\`. A duration is a histogram: \`_bucket\`, \`_sum\` and \`_count\`.
`

/** Every metric, in the order in which they are declared. */
export function metricsPage(): string {
  const rows = metrics.map(({ name, kind, labels, by, help }) => [
    `\`${name}\``,
    kind,
    labels.map((label) => `\`${label}\``).join(', '),
    by.join(', '),
    help,
    alerts
      .filter(({ expr }) => new RegExp(`\\b${name}(_count|_bucket)?\\b`).test(expr))
      .map((alert) => `[${alert.name}](../guides/incidents.md#${alert.name.toLowerCase()})`)
      .join(', '),
  ])
  return `${opening}\n${table(['name', 'kind', 'labels', 'told by', 'what it tells', 'alerts'], rows)}\n`
}
