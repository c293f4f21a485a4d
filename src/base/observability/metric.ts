/** The processes of an installation. */
export type Process = 'api' | 'desk' | 'worker'

type Unit = 'seconds' | 'days' | 'bytes' | 'ratio'

/**
 * A number the gateway tells of itself. It is declared once, in the `metrics.ts` of the folder that knows it: what is counted,
 * the page of the reference, the alerts and the dashboards all come from the declaration.
 */
export interface Metric<Label extends string = string> {
  /** Whole, as it is asked for. It ends with its unit, and that of a counter with `_total`. */
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  unit?: Unit
  labels: readonly Label[]
  help: string
  /** Who tells it. */
  by: readonly Process[]
}

export type Counter<Label extends string = string> = Metric<Label> & { kind: 'counter' }
export type Gauge<Label extends string = string> = Metric<Label> & { kind: 'gauge' }
export type Histogram<Label extends string = string> = Metric<Label> & { kind: 'histogram' }

interface Declaration<Label extends string> {
  help: string
  by: readonly Process[]
  unit?: Unit
  labels?: readonly Label[]
}

const declare =
  <Kind extends Metric['kind']>(kind: Kind) =>
  <Label extends string = never>(
    name: string,
    { labels = [], ...declaration }: Declaration<Label>,
  ): Metric<Label> & { kind: Kind } => ({ name, kind, labels, ...declaration })

/** What only grows. */
export const counter = declare('counter')
/** What goes up and down: a reading. */
export const gauge = declare('gauge')
/** How often, and how long each time. */
export const histogram = declare('histogram')

/** Seconds; from a cached read to the slowest thing a caller should ever wait for. */
export const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
