import sql from 'sql-template-tag'
import { NOBODY } from '../../cases/case-rule.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { caseTaken } from './errors.ts'

/** The most cases one person may have assigned. */
export const ASSIGNMENTS_MAX = 500

export interface Assignment {
  kind: string
  case_id: string
  user_id: string | null
  assigned_to: string
  assigned_name: string
}

type AssignmentKey = Pick<Assignment, 'kind' | 'case_id' | 'user_id'>

type Assignee = Pick<Assignment, 'assigned_to' | 'assigned_name'>

/**
 * The assignee of a case. The advisory lock lasts until the end of the transaction: of two callers who take or decide the same
 * case at once, the second reads what the first did.
 */
export async function lockHand(
  tx: Transaction,
  { kind, case_id, user_id }: AssignmentKey,
): Promise<Assignee | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('case in hand ' || ${case_id}::uuid::text, 0))`)
  const [hand] = await tx.query<Assignee>(sql`
    select assigned_to, assigned_name from cases
    where user_id = ${user_id ?? NOBODY} and kind = ${kind} and id = ${case_id} and assigned_to is not null`)
  return hand
}

/**
 * Optimistic locking over the assignee: a colleague's case is taken or decided only by a caller who names that colleague in
 * `taken_from`. Returns the colleague.
 */
export function refuseTaken(
  hand: Assignee | undefined,
  person_id: string,
  taken_from: string | undefined,
): string | undefined {
  if (!hand || hand.assigned_to === person_id) return undefined
  if (hand.assigned_to !== taken_from) throw caseTaken({ members: { ...hand } })
  return hand.assigned_to
}

/** Assigns the case to a person and removes it from the previous one. The assignment ends with the case. */
export function putInHand(
  tx: Transaction,
  { kind, case_id, user_id, assigned_to, assigned_name }: Assignment,
  now: Date,
): void {
  tx.write(sql`
    update cases set assigned_to = ${assigned_to}, assigned_name = ${assigned_name}, assigned_at = ${now}
    where user_id = ${user_id ?? NOBODY} and kind = ${kind} and id = ${case_id}`)
}

export function takeFromHand(tx: Transaction, { kind, case_id, user_id }: AssignmentKey): void {
  tx.write(sql`
    update cases set assigned_to = null, assigned_name = null, assigned_at = null
    where user_id = ${user_id ?? NOBODY} and kind = ${kind} and id = ${case_id}`)
}

/** How many cases are assigned to a person. */
export async function countInHand(tx: Transaction, person_id: string): Promise<number> {
  const [held] = await tx.query<{ count: number }>(sql`
    select count(*) as count from cases where assigned_to = ${person_id}`)
  return held!.count
}

/**
 * The name of a person in the journal. A person without an entry has never logged in here, so no case can be assigned to
 * them.
 */
export async function findColleague(tx: Transaction, id: string): Promise<{ id: string; name: string } | undefined> {
  const [found] = await tx.query<{ id: string; name: string }>(sql`
    select actor_id as id, actor_name as name from audit_log where actor_id = ${id} order by sequence desc limit 1`)
  return found
}
