import sql from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { Seal } from '../../base/sealed.ts'
import type { Act } from './entry.ts'

/** What the key of the sealed parts is derived for. Another text is another key. */
export const JOURNAL = 'journal'

/**
 * Puts an act into the journal, after the rows it is about were written: it leaves with their COMMIT. Entries are one chain,
 * so that whoever writes one waits for who writes another: nothing slow may follow it in the transaction.
 */
export function writeJournal(tx: Transaction, seal: Seal | undefined, { sealed, ...act }: Act): void {
  if (sealed && !seal) throw new Error('what is personal is not put into the journal unsealed')
  const closed = sealed && seal!.close(Buffer.from(JSON.stringify(sealed)), act.request_id)
  tx.write(sql`select write_audit_log(${act}::jsonb, ${closed})`)
}

/** What the gateway itself puts there, by no person's hand. There is nothing personal in it, and so nothing sealed. */
export function writeGatewayAct(
  tx: Transaction,
  act: Pick<Act, 'operation' | 'subject_type' | 'subject_id' | 'request_id' | 'changes'> &
    Partial<Pick<Act, 'records'>>,
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
