/** Each must be 0. What it is counted of is told beside it: a zero of nothing says nothing. */
export const counted = {
  acknowledged_lost: 'acknowledged, and not there',
  applied_twice: 'took effect more than once',
  replays_let_through: 'repeats that were answered as done',
  wrong_refusals: 'refused, though nothing was wrong with them',
  undeclared_5xx: 'answered with an error that nobody declared',
  repeats_of_nothing: 'refused as repeats of what is not there',
  failures_with_effect: 'said to have had no effect, and had one',
  rows_astray: 'rows that are not as the last effect left them',
  jobs_lost: 'waiting for a job that nobody has to do',
  events_lost: 'effects without their event',
  events_doubled: 'events without an effect of their own',
  deliveries_lost: 'events that the sink never took',
  objects_absent: 'files said to be kept whose bytes are not',
  not_once_at_dict: 'contested, and not there exactly once at DICT',
} as const

export type CountName = keyof typeof counted
export type Findings = Record<CountName, { count: number; of: number }>

const countNames = Object.keys(counted) as CountName[]

export const noFindings = () => Object.fromEntries(countNames.map((name) => [name, { count: 0, of: 0 }])) as Findings

export function add(findings: Findings, name: CountName, count: number, of: number): void {
  findings[name].count += count
  findings[name].of += of
}

/** Of several runs, or of several things that were looked at. */
export function addAll(findings: Findings, more: Findings): void {
  for (const name of countNames) add(findings, name, more[name].count, more[name].of)
}

export const wrongOf = (findings: Findings): CountName[] => countNames.filter((name) => findings[name].count > 0)
