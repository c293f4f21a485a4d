import { nextVersion, type Versioned } from '../../base/version.ts'

/** A further version of a record, with what has changed. */
export function stepped<Row extends Versioned>(stored: Row, changes: Partial<Row>, now: Date): Row {
  return { ...stored, ...changes, ...nextVersion(stored, now) }
}
