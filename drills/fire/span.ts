import { type Entry, outcomeOf } from './log.ts'

/** What the central bank calls unavailable: so many of the requests fail. */
const UNAVAILABLE = 0.8

export interface Spans {
  /** The longest time in which at least four of five answers were errors, or were none. */
  unavailable_ms: number
  /** The longest time without a success. */
  without_success_ms: number
  /** Answers that were errors, or were none. */
  errors: number
}

/** A repeat that is refused is served, and so is a mistake of the caller. */
function isError({ answered }: Entry): boolean {
  const outcome = outcomeOf(answered)
  return outcome === 'failed' || outcome === 'unknown'
}

/**
 * Read in the order in which answers came. A span reaches from the last answer before it to the first after it: a service that
 * fails at once and one that lets people wait and then fails are away for the same time.
 */
export function spansOf(entries: Entry[]): Spans {
  const ended = entries.toSorted((one, other) => one.answered.at - other.answered.at)
  const times = ended.map(({ answered }) => answered.at)
  const failed = ended.map((entry) => (isError(entry) ? 1 : 0))
  const before = [0]
  for (const each of failed) before.push(before.at(-1)! + each)
  let unavailable_ms = 0
  for (let from = 0; from < ended.length; from += 1) {
    // A span that does not begin with an error is shorter by that much, and as bad.
    if (failed[from] === 0) continue
    for (let to = ended.length - 1; to >= from; to -= 1) {
      const length = (times[to + 1] ?? times[to]!) - (times[from - 1] ?? times[from]!)
      if (length <= unavailable_ms) break
      if (before[to + 1]! - before[from]! >= UNAVAILABLE * (to - from + 1)) unavailable_ms = length
    }
  }
  const successes = times.filter((_, at) => failed[at] === 0)
  const gaps = successes.slice(1).map((time, at) => time - successes[at]!)
  return { unavailable_ms, without_success_ms: Math.max(0, ...gaps), errors: before.at(-1)! }
}
