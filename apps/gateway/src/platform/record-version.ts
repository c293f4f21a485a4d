export interface RecordVersion {
  version: number
  updated_at: string
}

/** The assignments of every change: version + 1, and `updated_at` moves forward even for two changes in one millisecond. */
export function nextVersion(stored: RecordVersion, now: Date): RecordVersion {
  const updated_at = new Date(Math.max(now.getTime(), Date.parse(stored.updated_at) + 1)).toISOString()
  return { version: stored.version + 1, updated_at }
}

/**
 * A change of internal columns without an event. It keeps the version, because versions are event sequence numbers and a consumer
 * would wait forever for a missing one.
 */
export function withoutVersionBump<Row extends RecordVersion>(stored: Row, changes: Partial<Row>, now: Date): Row {
  return { ...withNextVersion(stored, changes, now), version: stored.version }
}

/** A new version of a record, with its changes. An event in the same transaction publishes it. */
export function withNextVersion<Row extends RecordVersion>(stored: Row, changes: Partial<Row>, now: Date): Row {
  return { ...stored, ...changes, ...nextVersion(stored, now) }
}
