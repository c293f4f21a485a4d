/** Series as they are given to promtool: `of(…)` on the left, values minute by minute on the right. */
export type Given = Record<string, string>

export interface Quiet {
  given: Given
  at: string
}

export interface Fires extends Quiet {
  labels?: Record<string, string>
}

/**
 * Something somebody should hear of. `page` is for now, at whatever hour; `ticket` for the next working day. Its section in
 * docs/guides/incidents.md, in both languages, says what to do about it.
 */
export interface Alert<Name extends string = string> {
  name: Name
  severity: 'page' | 'ticket'
  expr: string
  /** How long it has to be so. */
  for: string
  /** One sentence. `{{ $labels.job }}` is what the series says. */
  summary: string
  /** Series under which it fires at that time, with these labels; nothing is an alert that was never seen to fire. */
  fires: Fires | Fires[]
  /** Series under which it does not: as near to firing as makes no difference. */
  quiet: Quiet | Quiet[]
}

/** Alerts whose names the compiler knows too: what is to be there for each of them cannot be forgotten for one. */
export const named = <const Name extends string>(alerts: Alert<Name>[]): Alert<Name>[] => alerts

/** A series that is worked out ahead, because several alerts and panels ask for it. */
export interface Recording {
  record: string
  expr: string
}

const GUIDE = '/docs/guides/incidents'

/** The gateway serves its own guides. Where it is found is told by an external label of Prometheus. */
export const guideOf = ({ name }: Pick<Alert, 'name'>, base: string) => `${base}${GUIDE}#${name.toLowerCase()}`
