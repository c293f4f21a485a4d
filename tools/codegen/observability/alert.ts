/** Series in promtool's notation: `of(…)` on the left, values minute by minute on the right. */
export type AlertInput = Record<string, string>

export interface Quiet {
  given: AlertInput
  at: string
}

export interface Fires extends Quiet {
  labels?: Record<string, string>
}

/**
 * A declared alert. `page` is for now, at any hour; `ticket` for the next working day. Its section in
 * docs/guides/incidents.md, in both languages, is the runbook.
 */
export interface Alert<Name extends string = string> {
  name: Name
  severity: 'page' | 'ticket'
  expr: string
  /** How long the condition has to hold. */
  for: string
  /** One sentence. `{{ $labels.job }}` is a label of the series. */
  summary: string
  /** Test series with which it fires at that time, with these labels: an untested alert proves nothing. */
  fires: Fires | Fires[]
  /** Test series just below the threshold, with which it does not fire. */
  quiet: Quiet | Quiet[]
}

/** Alerts whose names are types: a missing entry in a table by alert does not compile. */
export const named = <const Name extends string>(alerts: Alert<Name>[]): Alert<Name>[] => alerts

/** A recording rule, because several alerts and panels use it. */
export interface Recording {
  record: string
  expr: string
}

const GUIDE = '/docs/guides/incidents'

/** The gateway serves its own guides. An external label of Prometheus has its address. */
export const guideOf = ({ name }: Pick<Alert, 'name'>, base: string) => `${base}${GUIDE}#${name.toLowerCase()}`
