import sql from 'sql-template-tag'
import Type, { type Static } from 'typebox'
import { scopeFilter } from '../../http/repository.ts'
import { DateTime, Uuid } from '../../http/schema.ts'
import type { Tx } from '../../http/transaction.ts'

const HISTORY_MAX = 100

export const HistoryEntry = Type.Object(
  {
    sequence: Type.Integer(),
    source: Type.String({
      description: 'The source of the entry: gateway, rules, operator, or the name of a provider.',
    }),
    event_type: Type.String(),
    status: Type.String(),
    reference_id: Type.Optional(Type.String({ ...Uuid, description: 'The client, or the account it is about.' })),
    metadata: Type.Object({}, { additionalProperties: true, description: 'The rules or the reason behind the entry.' }),
    event_created_at: DateTime,
    authenticated_user_id: Type.Optional(Uuid),
    request_id: Type.String({ description: 'The same as in the audit log, if a backoffice user did it.' }),
  },
  { title: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

/** The history of a client and its accounts, newest first, up to the number that a page shows. */
export function historyOf(tx: Tx, client_id: string): Promise<HistoryEntry[]> {
  return tx.query<HistoryEntry>(sql`
    select sequence, source, event_type, status, reference_id, metadata, event_created_at, authenticated_user_id, request_id
    from client_activity where ${scopeFilter(tx)} and client_id = ${client_id}
    order by sequence desc limit ${HISTORY_MAX}`)
}
