import sql, { join, raw } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { CaseKind } from './case-kind.ts'

/** Whose a case is that is nobody's yet. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** As many as one person has in hand. */
export const ASSIGNMENTS_MAX = 500

export interface Assignment {
  kind: string
  case_id: string
  user_id: string | null
  assigned_to: string
  assigned_name: string
}

/** One at a time hands a case on: of two who take it at once, the second sees it taken. */
export async function holdCase(tx: Transaction, case_id: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('case in hand ' || ${case_id}, 0))`)
}

/** Into whose hands it goes; whoever had it before has it no longer. */
export function putInHand(
  tx: Transaction,
  { kind, case_id, user_id, assigned_to, assigned_name }: Assignment,
  now: Date,
): void {
  tx.write(sql`
    insert into case_assignments (kind, case_id, user_id, assigned_to, assigned_name, assigned_at)
    values (${kind}, ${case_id}, ${user_id ?? NOBODY}, ${assigned_to}, ${assigned_name}, ${now})
    on conflict (kind, case_id, user_id) do update set assigned_to = excluded.assigned_to,
      assigned_name = excluded.assigned_name, assigned_at = excluded.assigned_at`)
}

export function takeFromHand(
  tx: Transaction,
  { kind, case_id, user_id }: Pick<Assignment, 'kind' | 'case_id' | 'user_id'>,
): void {
  tx.write(sql`
    delete from case_assignments where kind = ${kind} and case_id = ${case_id} and user_id = ${user_id ?? NOBODY}`)
}

/** How many cases a person has in hand. Those that no longer wait for anybody are forgotten on the way. */
export async function countInHand(tx: Transaction, kinds: CaseKind[], person_id: string): Promise<number> {
  const waits = kinds.map(
    ({ name, table, waits, shows }) => sql`
      when ${raw(`'${name}'`)} then exists (
        select from ${raw(table)} one
        where one.id = hand.case_id and ${raw(shows.user_id ? 'one.user_id = hand.user_id' : 'true')} and ${waits})`,
  )
  await tx.query(sql`
    delete from case_assignments hand where assigned_to = ${person_id} and not case kind ${join(waits, ' ')} end`)
  const [held] = await tx.query<{ count: number }>(sql`
    select count(*) as count from case_assignments where assigned_to = ${person_id}`)
  return held!.count
}

/** What the journal calls a person: whoever has never done anything here is nobody to hand a case to. */
export async function findColleague(tx: Transaction, id: string): Promise<{ id: string; name: string } | undefined> {
  const [found] = await tx.query<{ id: string; name: string }>(sql`
    select actor_id as id, actor_name as name from journal where actor_id = ${id} order by sequence desc limit 1`)
  return found
}
