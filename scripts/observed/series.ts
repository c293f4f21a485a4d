import type { Histogram, Metric } from '../../src/base/observability/metric.ts'

/** By what it is narrowed down: a value, or `!=value`, `=~pattern`, `!~pattern`. */
type Where<Label extends string> = Partial<Record<Label, string>>

/** A metric in the words of Prometheus. Only labels that it is declared with can be asked for. */
export function of<Label extends string>({ name }: Metric<Label>, where: Where<Label> = {}): string {
  const matchers = Object.entries<string | undefined>(where).flatMap(([label, value]) => {
    if (value === undefined) return []
    const [, how = '=', what = ''] = /^(=~|!~|!=)?(.*)$/s.exec(value)!
    return [`${label}${how}"${what}"`]
  })
  return matchers.length === 0 ? name : `${name}{${matchers.join(',')}}`
}

/** How often, of a duration. */
export const countOf = <Label extends string>(metric: Histogram<Label>, where: Where<Label> = {}) =>
  of({ ...metric, name: `${metric.name}_count` }, where)

/** How often within each bound, or within one of them. */
export const bucketOf = <Label extends string>(metric: Histogram<Label>, where: Where<Label | 'le'> = {}) =>
  of<Label | 'le'>({ ...metric, name: `${metric.name}_bucket` }, where)
