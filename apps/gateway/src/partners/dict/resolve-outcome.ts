import { isDictAway, type Outcome } from './outcome.ts'

/** The state of a record at DICT after a write. */
export type WriteOutcome<Value> =
  /** DICT's record; with the reason if it rejected the write. */
  | { held: Value; refused?: string }
  /** DICT is unavailable for every request. */
  | { away: true }
  /** DICT responded, but has no such record for us, or its response was invalid. */
  | { lost: string }

/**
 * Resolves the outcome of a write: after a rejection or an unknown outcome it queries the record, because an earlier
 * attempt may have succeeded.
 */
export async function hear<Value>(
  told: Outcome<Value>,
  ask: () => Promise<Outcome<Value>>,
): Promise<WriteOutcome<Value>> {
  if (told.outcome === 'done') return { held: told.value }
  if (isDictAway(told)) return { away: true }
  const asked = await ask()
  if (asked.outcome === 'done') return { held: asked.value, ...(told.outcome === 'refused' && { refused: told.type }) }
  if (isDictAway(asked)) return { away: true }
  return { lost: asked.outcome === 'refused' ? asked.type : asked.reason }
}
