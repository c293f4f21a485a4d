import sql, { type Sql } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { whereEquals } from '../../http/repository.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Person } from '../auth/person.ts'
import { noteProposal } from '../realtime/change-store.ts'
import type { Proposal } from './approval.ts'

/** Expiry is computed from the time and not stored, so there is no moment at which an expired proposal still waits. */
const columns = (
  now: Date,
) => sql`id, operation, decision, params, subject_type, subject_id, user_id, amount, reason, changes,
  proposed_by, proposed_by_name, case when status = 'PENDING' and lapses_at <= ${now} then 'LAPSED' else status end as status,
  created_at, lapses_at, ended_at, ended_by, ended_by_name, ended_reason, refusal`

export interface StoredProposal extends Proposal {
  sealed: Buffer
}

export async function findProposal(
  tx: Transaction,
  id: string,
  now: Date,
  lock: Sql = sql``,
): Promise<StoredProposal | undefined> {
  const [proposal] = await tx.query<StoredProposal>(sql`
    select ${columns(now)}, sealed from proposals where id = ${id} ${lock}`)
  return proposal
}

export interface ProposalFilters {
  status?: Proposal['status'] | undefined
  decision?: string | undefined
  subject_id?: string | undefined
}

export function listProposalsBy(
  tx: Transaction,
  { status = 'PENDING', ...filters }: ProposalFilters,
  now: Date,
  page: Page,
): Promise<Proposal[]> {
  const waiting = status === 'PENDING' ? sql`and lapses_at > ${now}` : sql``
  const lapsed = status === 'LAPSED' ? sql`and lapses_at <= ${now}` : sql``
  return tx.query<Proposal>(sql`
    select ${columns(now)} from proposals
    where proposals.status = ${status === 'LAPSED' ? 'PENDING' : status} ${waiting} ${lapsed}
      ${whereEquals({ ...filters })} ${page.clause}`)
}

/** A waiting proposal for the same act on the same subject. Locked per subject, so that of two at once only one is first. */
export async function findWaiting(
  tx: Transaction,
  {
    operation,
    params,
    subject_type,
    subject_id,
  }: Pick<Proposal, 'operation' | 'params' | 'subject_type' | 'subject_id'>,
  now: Date,
): Promise<string | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('proposals ' || ${subject_id}, 0))`)
  const [waiting] = await tx.query<{ id: string }>(sql`
    select id from proposals
    where subject_id = ${subject_id} and status = 'PENDING' and lapses_at > ${now}
      and subject_type = ${subject_type} and operation = ${operation} and params = ${params}::jsonb
    limit 1`)
  return waiting?.id
}

export function insertProposal(tx: Transaction, proposal: StoredProposal): void {
  tx.write(sql`
    insert into proposals (id, operation, decision, params, sealed, subject_type, subject_id, user_id, amount, reason, changes,
      proposed_by, proposed_by_name, created_at, lapses_at)
    values (${proposal.id}, ${proposal.operation}, ${proposal.decision}, ${proposal.params}, ${proposal.sealed},
      ${proposal.subject_type}, ${proposal.subject_id}, ${proposal.user_id}, ${proposal.amount}, ${proposal.reason},
      ${proposal.changes}, ${proposal.proposed_by}, ${proposal.proposed_by_name}, ${proposal.created_at},
      ${proposal.lapses_at})`)
  noteProposal(tx, proposal)
}

export function saveEnd(tx: Transaction, ended: Proposal, kind: Person['kind']): void {
  tx.write(sql`
    update proposals set status = ${ended.status}, ended_at = ${ended.ended_at}, ended_by = ${ended.ended_by},
      ended_by_kind = ${kind}, ended_by_name = ${ended.ended_by_name}, ended_reason = ${ended.ended_reason}, refusal = ${ended.refusal}
    where id = ${ended.id}`)
  noteProposal(tx, ended)
}
