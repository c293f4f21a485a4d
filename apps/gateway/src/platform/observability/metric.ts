/** The process types of an installation. */
export type Process = 'api' | 'desk' | 'worker'

type Unit = 'seconds' | 'days' | 'bytes' | 'ratio'

/**
 * Declared metric, once, in the `metrics.ts` of its folder. The exporter, the reference page, the alerts and the dashboards all
 * use the declaration.
 */
export interface Metric<Label extends string = string> {
  /** The full name in queries. It ends with its unit, and a counter's name with `_total`. */
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  unit?: Unit
  labels: readonly Label[]
  help: string
  /** The processes that export it. */
  by: readonly Process[]
}

export type Counter<Label extends string = string> = Metric<Label> & { kind: 'counter' }
export type Gauge<Label extends string = string> = Metric<Label> & { kind: 'gauge' }
export type Histogram<Label extends string = string> = Metric<Label> & { kind: 'histogram' }

interface MetricDeclaration<Label extends string> {
  help: string
  by: readonly Process[]
  unit?: Unit
  labels?: readonly Label[]
}

const declare =
  <Kind extends Metric['kind']>(kind: Kind) =>
  <Label extends string = never>(
    name: string,
    { labels = [], ...declaration }: MetricDeclaration<Label>,
  ): Metric<Label> & { kind: Kind } => ({ name, kind, labels, ...declaration })

/** Only increases. */
export const counter = declare('counter')
/** Increases and decreases. */
export const gauge = declare('gauge')
/** Counts observations and their durations. */
export const histogram = declare('histogram')

/** Seconds: from a cached read to the longest time a caller should ever wait. */
export const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
