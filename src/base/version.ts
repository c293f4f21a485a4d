export interface Versioned {
  version: number
  updated_at: string
}

/** What every change moves: the version by one, and `updated_at` forward even when two come within one millisecond. */
export function nextVersion(stored: Versioned, now: Date): Versioned {
  const updated_at = new Date(Math.max(now.getTime(), Date.parse(stored.updated_at) + 1)).toISOString()
  return { version: stored.version + 1, updated_at }
}

/**
 * A change of which nobody is told, of what only the gateway keeps: it is no version of its own, because versions are the
 * sequence of the events, and whoever waits for one that was never told waits for ever.
 */
export function touched<Row extends Versioned>(stored: Row, changes: Partial<Row>, now: Date): Row {
  return { ...stepped(stored, changes, now), version: stored.version }
}

/** A further version of a record, with what has changed. An event tells of it, in the same transaction. */
export function stepped<Row extends Versioned>(stored: Row, changes: Partial<Row>, now: Date): Row {
  return { ...stored, ...changes, ...nextVersion(stored, now) }
}
