/** A request, its effect in the database, and the times of both. */
export interface WrittenEntry {
  /** Its effect: `change <request_id>`, `begun <file_id>`, `kept <file_id>`. */
  leaves: string
  /** Milliseconds by the clock of the machine, on which the server runs too. The interval is rounded outwards. */
  asked: number
  acknowledged: number
}

export interface Compared {
  /** Acknowledged before the target. */
  before: number
  /** Requested after it. */
  after: number
  /** Neither: both results are right. */
  underWay: number
  /** Acknowledged before, and missing. */
  missing: string[]
  /** Requested after, and present all the same. */
  later: string[]
  /** Present, and never requested. */
  unasked: string[]
}

/**
 * Compares a restored database with the ledger. A response before the target means a commit before it, and a request after
 * it means none; between the two only the server knows.
 */
export function compare(ledger: WrittenEntry[], found: ReadonlySet<string>, moment: number): Compared {
  const before = ledger.filter(({ acknowledged }) => acknowledged < moment)
  const after = ledger.filter(({ asked }) => asked > moment)
  const known = new Set(ledger.map(({ leaves }) => leaves))
  return {
    before: before.length,
    after: after.length,
    underWay: ledger.length - before.length - after.length,
    missing: before.map(({ leaves }) => leaves).filter((leaves) => !found.has(leaves)),
    later: after.map(({ leaves }) => leaves).filter((leaves) => found.has(leaves)),
    unasked: [...found].filter((leaves) => !known.has(leaves)),
  }
}
