import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import type { ActionResult } from '../backoffice-route.ts'
import type { AuditLogEntry } from './entry.ts'
import { writeJournal } from './write-audit-log.ts'

/** The subject of a command, for the journal. */
export interface CommandAct {
  /** The command as it is typed. */
  operation: string
  subject: { type: string; id: string }
  user_id?: string | undefined
  reason?: string | undefined
}

/**
 * Bootstrap and break-glass acts by command line, before anyone can log in at the desk or when there is no desk: the change
 * and its journal entry, in one transaction, with the bootstrap login. Only that login is recorded, and the database
 * enforces the entry. Personal data is left out, because this process has no key to encrypt it.
 */
export function keep<T>(
  bootstrap: pg.Pool,
  act: CommandAct,
  work: (tx: Transaction) => Promise<Omit<ActionResult<T>, 'sealed'>>,
): Promise<T> {
  return runTransaction(bootstrap, {
    async work(tx) {
      const done = await work(tx)
      await noteCommand(tx, act, done)
      return done.answer
    },
  })
}

/** The same within an open transaction. */
export async function noteCommand(
  tx: Transaction,
  { operation, subject, user_id, reason }: CommandAct,
  { changes = {}, records = [] }: Pick<ActionResult<unknown>, 'changes' | 'records'>,
): Promise<void> {
  const [login] = await tx.query<{ name: string }>(sql`select session_user as name`)
  const act: AuditLogEntry = {
    actor_id: login!.name,
    actor_name: login!.name,
    actor_kind: 'bootstrap',
    role: 'bootstrap',
    credential_id: null,
    network: null,
    operation,
    reason: reason ?? null,
    user_id: user_id ?? null,
    subject_type: subject.type,
    subject_id: subject.id,
    proposal_id: null,
    request_id: `bootstrap-${randomUUID()}`,
    changes,
    sealed: null,
    records,
  }
  writeJournal(tx, undefined, act)
}
