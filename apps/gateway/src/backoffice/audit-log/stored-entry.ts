import { chainHash, jsonbString } from '../../platform/db/chain-hash.ts'

/** An entry as it is hashed: every value as the database writes it, so that nothing is lost by conversion. */
export interface HashedEntry {
  sequence: string
  at_epoch: string
  at: string
  actor_id: string
  actor_name: string
  actor_kind: string
  role: string
  credential_id: string | null
  network: string | null
  operation: string
  reason: string | null
  user_id: string | null
  subject_type: string
  subject_id: string
  proposal_id: string | null
  request_id: string
  changes: string
  sealed: Buffer | null
  records: string
  previous_hash: Buffer
  hash: Buffer
}

/** Casts and no functions: the owner of the schema can shadow a function, but not a cast. */
export const hashedColumns = `sequence::text, extract(epoch from at)::text as at_epoch, at::text, actor_id, actor_name,
  actor_kind, role, credential_id, network, operation, reason, user_id::text, subject_type, subject_id, proposal_id::text,
  request_id, changes::text, sealed, records::text, previous_hash, hash`

/** The same members in the same order as `audit_log_hash` in the database. */
export function hashEntry(entry: HashedEntry): Buffer {
  return chainHash(entry.previous_hash, [
    entry.sequence,
    entry.at_epoch,
    jsonbString(entry.actor_id),
    jsonbString(entry.actor_name),
    jsonbString(entry.actor_kind),
    jsonbString(entry.role),
    jsonbString(entry.credential_id),
    jsonbString(entry.network),
    jsonbString(entry.operation),
    jsonbString(entry.reason),
    jsonbString(entry.user_id),
    jsonbString(entry.subject_type),
    jsonbString(entry.subject_id),
    jsonbString(entry.proposal_id),
    jsonbString(entry.request_id),
    entry.changes,
    jsonbString(entry.sealed && entry.sealed.toString('hex')),
    entry.records,
  ])
}
