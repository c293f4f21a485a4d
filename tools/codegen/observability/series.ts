import type { Histogram, Metric } from '@eclusa/gateway/src/platform/observability/metric.ts'

/** Label matchers: a value, or `!=value`, `=~pattern`, `!~pattern`. */
type Where<Label extends string> = Partial<Record<Label, string>>

/** A metric in PromQL. Only its declared labels can be used. */
export function of<Label extends string>({ name }: Metric<Label>, where: Where<Label> = {}): string {
  const matchers = Object.entries<string | undefined>(where).flatMap(([label, value]) => {
    if (value === undefined) return []
    const [, how = '=', what = ''] = /^(=~|!~|!=)?(.*)$/s.exec(value)!
    return [`${label}${how}"${what}"`]
  })
  return matchers.length === 0 ? name : `${name}{${matchers.join(',')}}`
}

/** The count of a histogram. */
export const countOf = <Label extends string>(metric: Histogram<Label>, where: Where<Label> = {}) =>
  of({ ...metric, name: `${metric.name}_count` }, where)

/** The buckets of a histogram, or one of them. */
export const bucketOf = <Label extends string>(metric: Histogram<Label>, where: Where<Label | 'le'> = {}) =>
  of<Label | 'le'>({ ...metric, name: `${metric.name}_bucket` }, where)
