import type pg from 'pg'
import sql, { empty } from 'sql-template-tag'
import { runTransaction, type Transaction } from '../../platform/db/transaction.ts'
import type { Proposal } from '../approvals/approval.ts'
import { caseKindNames } from '../cases/case-kind.ts'
import { type CaseChange, CHANNEL, PROPOSAL, payloadsOf } from './change.ts'

/** More at once than a person reads one by one. A single message then reports that there are many. */
const TOLD_MAX = 200
const TAKEN_MAX = 2_000

interface Noted extends Omit<CaseChange, 'user_id'> {
  user_id: string | null
}

/**
 * Takes the recorded changes and notifies the channel, in one transaction. Several processes may do so at once: each takes
 * what no other has taken. Returns whether there may be more.
 */
export function tellChanges(pool: pg.Pool): Promise<boolean> {
  return runTransaction(pool, {
    async work(tx) {
      const taken = await tx.query<Noted>(sql`
        delete from case_changes where ctid = any (array(
          select ctid from case_changes limit ${TAKEN_MAX} for update skip locked))
        returning kind, case_id as id, user_id, change`)
      const changes = onceEach(taken)
      for (const payload of payloadsOf(changes.length > TOLD_MAX ? 'many' : changes))
        tx.write(sql`select pg_notify(${CHANNEL}, ${payload})`)
      return taken.length === TAKEN_MAX
    },
  })
}

/** When a proposal is created or ends: it and the case it is about. */
export function noteProposal(tx: Transaction, { id, subject_type, subject_id, params, user_id }: Proposal): void {
  const { step_id } = params as { step_id?: string }
  const [kind, case_id] = subject_type === 'onboarding' ? ['onboarding_step', step_id] : [subject_type, subject_id]
  const ofCase =
    case_id !== undefined && caseKindNames.some((name) => name === kind)
      ? sql`, (${kind}, ${case_id}, ${user_id}, 'proposed')`
      : empty
  tx.write(sql`
    insert into case_changes (kind, case_id, user_id, change) values (${PROPOSAL}, ${id}, null, 'proposed') ${ofCase}`)
}

function onceEach(noted: Noted[]): CaseChange[] {
  const said = noted.map(({ user_id, ...change }) => ({ ...change, ...(user_id !== null && { user_id }) }))
  return [...new Map(said.map((change) => [JSON.stringify(change), change])).values()]
}

/** Deletes changes that no process has taken. */
export async function forgetChanges(operator: pg.Pool): Promise<void> {
  await operator.query(sql`delete from case_changes where at < now() - interval '1 minute'`)
}
