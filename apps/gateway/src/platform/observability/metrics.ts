import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import { type Exemplar, expose, type Family, type HistogramSeries, OPEN_METRICS, PLAIN_TEXT } from './exposition.ts'
import { type Counter, type Gauge, type Histogram, LATENCY_BUCKETS, type Metric } from './metric.ts'

export type Labels<Label extends string> = Record<Label, string | number>

export interface MetricSample<Label extends string = string> {
  labels: Labels<Label>
  value: number
}

/** Metrics registry of the process. An error in it never fails the measured work. */
export interface Metrics {
  count<Label extends string>(metric: Counter<Label>, labels: Labels<Label>, by?: number): void
  /** Seconds. `span` is stored as the exemplar, which links a slow bucket to a slow request. */
  observe<Label extends string>(metric: Histogram<Label>, labels: Labels<Label>, seconds: number, span?: Span): void
  set<Label extends string>(metric: Gauge<Label>, labels: Labels<Label>, value: number): void
  /** Replaces all values of the metric: label sets that are missing here are removed. */
  replace<Label extends string>(metric: Gauge<Label>, readings: MetricSample<Label>[]): void
  /** Values in memory are read at each scrape. */
  watch<Label extends string>(metric: Gauge<Label>, read: () => MetricSample<Label>[]): void
  /** The page in the requested format; OpenMetrics has exemplars. */
  text(open?: boolean): string
  handle(request: Pick<IncomingMessage, 'headers'>, response: ServerResponse): void
}

/** A measurement that was not renewed for this long is removed: another process takes it now, or it fails. */
const FRESH_MS = 180_000
/** Limit of label sets. Label values are from fixed sets; the limit protects the memory against a mistake. */
const SERIES_MAX = 10_000

interface TakenSample {
  value: number
  at: number
}

/** `declared` metrics without labels are exported from the start: one that was never counted is 0, and not missing. */
export function createMetrics(declared: readonly Metric[] = []): Metrics {
  const counters = new Map<Metric, Map<string, number>>()
  const histograms = new Map<Metric, Map<string, HistogramSeries>>()
  const gauges = new Map<Metric, Map<string, TakenSample>>()
  const watched: [Metric, () => MetricSample[]][] = []

  function count<Label extends string>(metric: Counter<Label>, labels: Labels<Label>, by = 1): void {
    const series = seriesOf(counters, metric)
    const key = keyOf(metric, labels)
    if (hasRoom(series, key)) series.set(key, (series.get(key) ?? 0) + by)
  }

  for (const metric of declared) {
    if (metric.kind === 'counter' && metric.labels.length === 0) count(metric as Counter<never>, {}, 0)
  }

  function families(): Family[] {
    const now = performance.now()
    const read = watched.map(([metric, readings]) => {
      const series = readings().map(({ labels, value }) => [keyOf(metric, labels), value] as const)
      return { metric, series: new Map(series) }
    })
    const taken = [...gauges].map(([metric, series]) => {
      const fresh = [...series].filter(([, { at }]) => now - at < FRESH_MS)
      return { metric, series: new Map(fresh.map(([key, { value }]) => [key, value])) }
    })
    const counted = [...counters, ...histograms].map(([metric, series]) => ({ metric, series }))
    return [...counted, ...taken, ...read]
  }

  const text = (open = false) => expose(families(), open)

  return {
    count,
    text,
    observe(metric, labels, seconds, span) {
      const all = seriesOf(histograms, metric)
      const key = keyOf(metric, labels)
      if (!hasRoom(all, key)) return
      const series = all.get(key) ?? newHistogram()
      all.set(key, series)
      const bucket = LATENCY_BUCKETS.findIndex((most) => seconds <= most)
      const place = bucket === -1 ? LATENCY_BUCKETS.length : bucket
      series.counts[place]! += 1
      series.sum += seconds
      const exemplar = exemplarOf(span, seconds)
      if (exemplar) series.exemplars[place] = exemplar
    },
    set(metric, labels, value) {
      const series = seriesOf(gauges, metric)
      const key = keyOf(metric, labels)
      if (hasRoom(series, key)) series.set(key, { value, at: performance.now() })
    },
    replace(metric, readings) {
      const at = performance.now()
      gauges.set(metric, new Map(readings.map(({ labels, value }) => [keyOf(metric, labels), { value, at }])))
    },
    watch: (metric, read) => void watched.push([metric, read]),
    handle({ headers }, response) {
      const open = headers.accept?.includes(OPEN_METRICS.split(';')[0]!) ?? false
      response.setHeader('content-type', open ? OPEN_METRICS : PLAIN_TEXT)
      response.end(text(open))
    },
  }
}

function seriesOf<Value>(all: Map<Metric, Map<string, Value>>, metric: Metric): Map<string, Value> {
  const series = all.get(metric) ?? new Map<string, Value>()
  all.set(metric, series)
  return series
}

const hasRoom = (series: Map<string, unknown>, key: string) => series.size < SERIES_MAX || series.has(key)

/** Rendered: `operation="getAccount",status="200"`. */
function keyOf<Label extends string>({ labels }: Metric<Label>, values: Labels<Label>): string {
  return labels.map((label) => `${label}="${escape(String(values[label]))}"`).join(',')
}

function escape(value: string): string {
  return /[\\"\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value
}

const newHistogram = (): HistogramSeries => ({
  counts: Array.from({ length: LATENCY_BUCKETS.length + 1 }, () => 0),
  sum: 0,
  exemplars: [],
})

/** Only of a sampled trace: no other can be found. */
function exemplarOf(span: Span | undefined, value: number): Exemplar | undefined {
  const context = span?.spanContext()
  if (!context || (context.traceFlags & 1) === 0) return undefined
  return { trace_id: context.traceId, value, at: Date.now() }
}
