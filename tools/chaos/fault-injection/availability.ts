import { type FaultInjectionEntry, isError, outcomeOf } from './log.ts'

/** The central bank's definition of an outage: this share of requests fails. */
const UNAVAILABLE = 0.8

export interface Spans {
  /** The longest time of consecutive seconds with at least four of five responses as errors, or without any. */
  unavailable_ms: number
  /** The longest time without a success. */
  without_success_ms: number
  /** Error responses, or missing ones. */
  errors: number
  /** When the last failed request was sent. */
  failed_at: number
  /** The same for a ledger, which has no balancer: it tries the next worker. */
  ledger_errors: number
}

const hasFailed = ({ answered }: FaultInjectionEntry) => isError(outcomeOf(answered))

/**
 * Computed by second of the response. A second without responses belongs to its neighbours, so failing at once and failing
 * after a wait count as the same outage. It is not a share over the whole span: rejected requests are retried at once, and a
 * minute of such errors would outweigh fifteen good seconds.
 */
export function spansOf(all: FaultInjectionEntry[]): Spans {
  const entries = all.filter(({ work }) => work !== 'ingestTransactions')
  const first = Math.min(...entries.map(({ answered }) => answered.at))
  const seconds = Map.groupBy(entries, ({ answered }) => Math.floor((answered.at - first) / 1_000))
  let [longest, current] = [0, 0]
  for (let second = 0; second <= Math.max(...seconds.keys()); second += 1) {
    const answers = seconds.get(second) ?? []
    const isAway = answers.filter(hasFailed).length >= UNAVAILABLE * answers.length
    current = isAway ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  const failed = entries.filter(hasFailed)
  const errors = failed.length
  const successes = entries.filter((entry) => !hasFailed(entry)).map(({ answered }) => answered.at)
  const gaps = successes.toSorted((one, other) => one - other).map((time, at, all) => time - (all[at - 1] ?? time))
  const without_success_ms = gaps.reduce((one, other) => Math.max(one, other), 0)
  return {
    unavailable_ms: errors === 0 ? 0 : Math.max(longest * 1_000, without_success_ms),
    without_success_ms,
    errors,
    failed_at: Math.max(0, ...failed.map(({ at }) => at)),
    ledger_errors: all.filter((entry) => entry.work === 'ingestTransactions' && hasFailed(entry)).length,
  }
}
