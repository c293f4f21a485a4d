import { LATENCY_BUCKETS, type Metric } from './metric.ts'

/** The two text formats of Prometheus: a scraper that accepts the newer one gets exemplars as well. */
export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
export const PLAIN_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/** Exemplar: a measurement of its bucket, with the trace it was taken in. */
export interface Exemplar {
  trace_id: string
  value: number
  /** Milliseconds since 1970. */
  at: number
}

export interface HistogramSeries {
  /** The count of each bucket without the smaller ones; the last is for values above all of them. */
  counts: number[]
  sum: number
  exemplars: (Exemplar | undefined)[]
}

/** A metric and its values, by their rendered labels. */
export interface Family {
  metric: Metric
  series: Map<string, number | HistogramSeries>
}

/** The whole page. OpenMetrics omits the suffix of a counter in the head, and ends with a closing line. */
export function expose(families: Family[], open: boolean): string {
  const lines = families.flatMap(({ metric, series }) => {
    if (series.size === 0) return []
    const told = [...series].flatMap(([labels, value]) =>
      typeof value === 'number' ? [line(metric.name, labels, value)] : histogramLines(metric.name, labels, value, open),
    )
    return [...head(metric, open), ...told]
  })
  return [...lines, ...(open ? ['# EOF'] : []), ''].join('\n')
}

function head({ name, kind, unit, help }: Metric, open: boolean): string[] {
  const family = open && kind === 'counter' ? name.replace(/_total$/, '') : name
  return [
    `# HELP ${family} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${family} ${kind}`,
    ...(open && unit && family.endsWith(`_${unit}`) ? [`# UNIT ${family} ${unit}`] : []),
  ]
}

function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${value}`
}

function histogramLines(name: string, labels: string, { counts, sum, exemplars }: HistogramSeries, open: boolean) {
  const before = labels === '' ? '' : `${labels},`
  let total = 0
  const buckets = counts.map((count, place) => {
    total += count
    const most = LATENCY_BUCKETS[place] ?? '+Inf'
    return line(`${name}_bucket`, `${before}le="${most}"`, total) + (open ? exemplarText(exemplars[place]) : '')
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)]
}

function exemplarText(exemplar: Exemplar | undefined): string {
  if (!exemplar) return ''
  return ` # {trace_id="${exemplar.trace_id}"} ${exemplar.value} ${exemplar.at / 1000}`
}
