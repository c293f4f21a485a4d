import { type Entry, isError, outcomeOf } from './log.ts'

/** What the central bank calls unavailable: so many of the requests fail. */
const UNAVAILABLE = 0.8

export interface Spans {
  /** The longest time in each second of which at least four of five answers were errors, or there was none. */
  unavailable_ms: number
  /** The longest time without a success. */
  without_success_ms: number
  /** Answers that were errors, or were none. */
  errors: number
  /** When somebody asked who was the last to be told so. */
  failed_at: number
  /** The same to a ledger, which has no balancer before it: it asks the next worker. */
  ledger_errors: number
}

const hasFailed = ({ answered }: Entry) => isError(outcomeOf(answered))

/**
 * Told by the second in which answers came. One in which nobody was answered belongs to what is around it: a service that fails at
 * once and one that lets people wait and then fails are away for the same time. Not over all answers of a span: what is refused
 * at once is asked again at once, and a minute of such errors would outweigh a quarter of a minute in which everything worked.
 */
export function spansOf(all: Entry[]): Spans {
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
