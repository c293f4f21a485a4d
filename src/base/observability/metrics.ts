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
  /** A delivery that waits because the secret of its endpoint does not open. */
  webhookSecretUnreadable(): void
  /** Rows that are sealed under another key than the newest. */
  sealedLeft(purpose: string, column: string, count: number): void
  /** API keys that may be used, by the pepper they are hashed under. */
  apiKeys(pepper: string, count: number): void
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
  const unreadable = meter.createCounter('webhook_secret_unreadable', {
    description:
      'attempts that were not made because the secret of the endpoint does not open under any key that is set',
  })
  const left = meter.createGauge('sealed_left', {
    description:
      'rows sealed under another key than the newest, by purpose and column; counted up to 100000 for each key',
  })
  const keys = meter.createGauge('api_keys', {
    description:
      'active API keys by the name of the pepper they are hashed under; unknown for those not used since it has one',
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
    webhookSecretUnreadable: () => unreadable.add(1),
    sealedLeft: (purpose, column, count) => left.record(count, { purpose, column }),
    apiKeys: (pepper, count) => keys.record(count, { pepper }),
    journalUnanchored: (seconds) => unanchored.record(seconds),
    handle: (request, response) => exporter.getMetricsRequestHandler(request, response),
    close: () => provider.shutdown(),
  }
}
