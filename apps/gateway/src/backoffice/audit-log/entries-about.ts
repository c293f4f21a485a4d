import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import { DateTime } from '../../http/schema.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { withMaskedWords } from '../masked.ts'

/** More than a person reads of one case. The journal itself has the rest. */
const ENTRIES_MAX = 100

/** An entry as a case shows it: who did what and why. Encrypted parts stay encrypted. */
export const EntryOfCase = Type.Object(
  {
    sequence: Type.Integer(),
    at: DateTime,
    actor_id: Type.String(),
    actor_name: Type.String(),
    role: Type.String(),
    operation: Type.String(),
    reason: Type.Optional(Type.String()),
    changes: Type.Object({}, { additionalProperties: true }),
    request_id: Type.String(),
  },
  { title: 'JournalEntryOfCase' },
)
export type EntryOfCase = Static<typeof EntryOfCase>

/** What staff did to one record of a user, newest first. */
export function entriesAbout(
  tx: Transaction,
  { user_id, type, id }: { user_id: string; type: string; id: string },
): Promise<EntryOfCase[]> {
  return tx.query<EntryOfCase>(sql`
    select sequence, at, actor_id, actor_name, role, operation, reason, changes, request_id from audit_log
    where subject_type = ${type} and subject_id = ${id} and user_id = ${user_id}
    order by sequence desc limit ${ENTRIES_MAX}`)
}

/** The same, masked until a person reveals the case. */
export const entriesMasked = (entries: EntryOfCase[]): EntryOfCase[] =>
  entries.map((entry) => ({ ...withMaskedWords(entry), changes: withMaskedWords(entry.changes) }))
