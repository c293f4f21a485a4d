import sql, { empty, type Sql } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JournalEntry } from './audit-entry.ts'

export interface JournalFilters {
  actor_id?: string
  subject_id?: string
  operation?: string
}

type EntryRow = JournalEntry & { id: string }

const entries = sql`(
  select *, at as created_at, sequence as id, sealed is not null as has_sealed from audit_log) entry`
const shown = sql`sequence, id, created_at, actor_id, actor_name, actor_kind, role, credential_id, network, operation, reason,
  user_id, subject_type, subject_id, proposal_id, request_id, changes, has_sealed, encode(previous_hash, 'hex') as previous_hash,
  encode(hash, 'hex') as hash`

/** Each filter has its own index, which continues by time. */
export function listEntries(tx: Transaction, filters: JournalFilters, page: Page): Promise<EntryRow[]> {
  const { actor_id, subject_id, operation } = filters
  const conditions: Sql[] = [
    actor_id === undefined ? empty : sql`and actor_id = ${actor_id}`,
    subject_id === undefined ? empty : sql`and subject_id = ${subject_id}`,
    operation === undefined ? empty : sql`and operation = ${operation}`,
  ]
  return tx.query<EntryRow>(sql`
    select ${shown} from ${entries} where true ${conditions[0]} ${conditions[1]} ${conditions[2]} ${page.clause}`)
}

export async function findEntry(tx: Transaction, sequence: string): Promise<EntryRow | undefined> {
  const [entry] = await tx.query<EntryRow>(sql`select ${shown} from ${entries} where sequence = ${sequence}`)
  return entry
}

/** The encrypted part, and the request id that it is bound to. */
export async function findSealed(tx: Transaction, sequence: string) {
  const [entry] = await tx.query<{ sealed: Buffer | null; request_id: string; user_id: string | null }>(
    sql`select sealed, request_id from audit_log where sequence = ${sequence}`,
  )
  return entry
}
