/** Something that was asked for, what it leaves in the database when it is done, and when both was. */
export interface Written {
  /** What is found of it: `change <request_id>`, `begun <file_id>`, `kept <file_id>`. */
  leaves: string
  /** By the clock of the machine, which is the server's too. In milliseconds, rounded away from each other. */
  asked: number
  acknowledged: number
}

export interface Compared {
  /** Acknowledged before the moment. */
  before: number
  /** Asked for after it. */
  after: number
  /** Neither: either is right. */
  underWay: number
  /** Acknowledged before, and not there. */
  missing: string[]
  /** Asked for after, and there all the same. */
  later: string[]
  /** There, and asked for by nobody. */
  unasked: string[]
}

/**
 * Holds what a restored database has against the ledger. Whoever was answered before the moment had a commit before it, and
 * whoever asked after it had none; between the two the server alone knows.
 */
export function compare(ledger: Written[], found: ReadonlySet<string>, moment: number): Compared {
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
