export interface Versioned {
  version: number
  updated_at: string
}

/** What every change moves: the version by one, and `updated_at` forward even when two come within one millisecond. */
export function nextVersion(stored: Versioned, now: Date): Versioned {
  const updated_at = new Date(Math.max(now.getTime(), Date.parse(stored.updated_at) + 1)).toISOString()
  return { version: stored.version + 1, updated_at }
}

/** A further version of a record, with what has changed. */
export function stepped<Row extends Versioned>(stored: Row, changes: Partial<Row>, now: Date): Row {
  return { ...stored, ...changes, ...nextVersion(stored, now) }
}
