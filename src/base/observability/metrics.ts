import type { IncomingMessage, ServerResponse } from 'node:http'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AggregationType, MeterProvider } from '@opentelemetry/sdk-metrics'

/** Seconds; from a cached read to the slowest thing a caller should ever wait for. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  request(labels: { operation: string; status: number; credential: string }, seconds: number): void
  poolWait(seconds: number): void
  transaction(seconds: number): void
  replayRefused(schema: string): void
  /** Lines of the request log that did not fit, or that the database refused. */
  requestLinesDropped(count: number): void
  webhookAttempt(outcome: string, seconds: number): void
  /** How long the oldest entry of the journal has waited that is under no anchor. */
  journalUnanchored(seconds: number): void
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

export function openMetrics(service: string): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true, prefix: 'eclusa' })
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    readers: [exporter],
    views: [
      {
        instrumentName: '*_duration',
        aggregation: { type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM, options: { boundaries: LATENCY_BUCKETS } },
      },
    ],
  })
  const meter = provider.getMeter('eclusa')
  const requests = meter.createHistogram('request_duration', {
    unit: 's',
    description: 'requests by operation, status and credential',
  })
  const poolWaits = meter.createHistogram('pool_wait_duration', {
    unit: 's',
    description: 'wait for a database connection',
  })
  const transactions = meter.createHistogram('transaction_duration', { unit: 's', description: 'BEGIN to COMMIT' })
  const replays = meter.createCounter('replay_refusals', { description: 'requests blocked as repeats, by schema' })
  const droppedLines = meter.createCounter('request_log_dropped', {
    description: 'lines of the request log that did not fit or could not be written',
  })
  const attempts = meter.createHistogram('webhook_attempt_duration', {
    unit: 's',
    description: 'attempts to deliver a webhook, by what became of the delivery',
  })
  const unanchored = meter.createGauge('journal_unanchored_age', {
    unit: 's',
    description: 'age of the oldest entry of the journal that no anchor holds yet; 0 when all are held',
  })
  return {
    request: (labels, seconds) => requests.record(seconds, labels),
    poolWait: (seconds) => poolWaits.record(seconds),
    transaction: (seconds) => transactions.record(seconds),
    replayRefused: (schema) => replays.add(1, { schema }),
    requestLinesDropped: (count) => droppedLines.add(count),
    webhookAttempt: (outcome, seconds) => attempts.record(seconds, { outcome }),
    journalUnanchored: (seconds) => unanchored.record(seconds),
    handle: (request, response) => exporter.getMetricsRequestHandler(request, response),
    close: () => provider.shutdown(),
  }
}
