import { LATENCY_BUCKETS, type Metric } from './metric.ts'

/** The two ways in which Prometheus is told: whoever asks for the newer one is told of traces as well. */
export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
export const PLAIN_TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/** A measurement that stands for its bucket, and the trace it was taken in. */
export interface Exemplar {
  trace_id: string
  value: number
  /** Milliseconds since 1970. */
  at: number
}

export interface HistogramSeries {
  /** How many were in each bucket and in no smaller one; the last is for what is above all of them. */
  counts: number[]
  sum: number
  exemplars: (Exemplar | undefined)[]
}

/** A metric and all that is known of it, by its labels as they are told. */
export interface Family {
  metric: Metric
  series: Map<string, number | HistogramSeries>
}

/** The whole page. OpenMetrics names a counter without its ending in the head, and ends with a line that says so. */
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
