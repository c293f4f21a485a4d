import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { runTransaction, type Transaction } from '../../base/db/transaction.ts'
import type { Done } from '../desk-route.ts'
import type { Act } from './entry.ts'
import { writeJournal } from './write-journal.ts'

/** What a command is about, for the journal. */
export interface CommandAct {
  /** The command as it is typed. */
  operation: string
  subject: { type: string; id: string }
  user_id?: string | undefined
  reason?: string | undefined
}

/**
 * What is done before there are people who could do it at the desk, or when there is no desk any more: the change and its
 * entry in the journal, in one transaction, by the login of the bootstrap commands. Only that login is known, and the
 * database holds the entry to it; what is personal is not said, for there is nobody here to seal it.
 */
export function keep<T>(
  bootstrap: pg.Pool,
  act: CommandAct,
  work: (tx: Transaction) => Promise<Omit<Done<T>, 'sealed'>>,
): Promise<T> {
  return runTransaction(bootstrap, {
    async work(tx) {
      const done = await work(tx)
      await noteCommand(tx, act, done)
      return done.answer
    },
  })
}

/** The same within a transaction that somebody else has opened. */
export async function noteCommand(
  tx: Transaction,
  { operation, subject, user_id, reason }: CommandAct,
  { changes = {}, records = [] }: Pick<Done<unknown>, 'changes' | 'records'>,
): Promise<void> {
  const [login] = await tx.query<{ name: string }>(sql`select session_user as name`)
  const act: Act = {
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
