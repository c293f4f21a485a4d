import sql from 'sql-template-tag'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Cipher } from '../../platform/encryption.ts'
import type { AuditLogEntry } from './entry.ts'

/** The purpose of the key for encrypted parts. Another text gives another key. */
export const JOURNAL = 'journal'

/**
 * Writes an act to the journal after the rows it is about, committed together. Entries are one chain, so writers run in
 * turn: nothing slow may follow in the transaction.
 */
export function writeJournal(tx: Transaction, seal: Cipher | undefined, { sealed, ...act }: AuditLogEntry): void {
  if (sealed && !seal) throw new Error('personal data must be encrypted in the journal')
  const closed = sealed && seal!.close(Buffer.from(JSON.stringify(sealed)), act.request_id)
  tx.write(sql`select write_audit_log(${act}::jsonb, ${closed})`)
}

/** An entry by the gateway itself, without a person. It contains no personal data, so nothing is encrypted. */
export function writeGatewayAct(
  tx: Transaction,
  act: Pick<AuditLogEntry, 'operation' | 'subject_type' | 'subject_id' | 'request_id' | 'changes'> &
    Partial<Pick<AuditLogEntry, 'records'>>,
): void {
  writeJournal(tx, undefined, {
    actor_id: 'eclusa',
    actor_name: 'eclusa',
    actor_kind: 'gateway',
    role: 'gateway',
    credential_id: null,
    network: null,
    reason: null,
    user_id: null,
    proposal_id: null,
    sealed: null,
    records: [],
    ...act,
  })
}
