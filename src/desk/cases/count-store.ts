import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import { ASSIGNMENTS_MAX } from './assignment-store.ts'
import { type CaseKind, dueBy, waiting } from './case-kind.ts'
import { inNoHand, unionOf } from './case-store.ts'

/** Whoever has more than this to do does not need the number. */
export const COUNTED_MAX = 1_000

/** What is counted of each kind. */
export const countNames = ['waiting', 'overdue', 'due_today', 'unassigned', 'mine'] as const

export type KindCount = { kind: string } & Record<(typeof countNames)[number], number>

/** How many there are, each counted no further than one more than the most; and of what one person has in hand, all. */
export function countWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { now, dayEnds, person_id }: { now: Date; dayEnds: Date; person_id: string },
  reviewHours: number,
): Promise<KindCount[]> {
  const parts = kinds.map((kind) => {
    const { column, earlierMs } = dueBy(kind, reviewHours)
    const [at, until] = [now, dayEnds].map((moment) => new Date(moment.getTime() - earlierMs))
    const count = (condition: Sql) => sql`
      (select count(*) from (select 1 from ${raw(kind.table)} where ${kind.there ?? raw('true')} ${waiting(kind)} ${condition}
        limit ${raw(String(COUNTED_MAX + 1))}) counted)`
    return sql`
      select ${raw(`'${kind.name}'`)} as kind, ${count(empty)} as waiting, ${count(sql`and ${column} < ${at}`)} as overdue,
        ${count(sql`and ${column} >= ${at} and ${column} < ${until}`)} as due_today,
        ${count(sql`and ${inNoHand(kind, null)}`)} as unassigned, ${inHandOf(kind, person_id)} as mine`
  })
  return tx.query<KindCount>(unionOf(parts))
}

const inHandOf = (kind: CaseKind, person_id: string) => sql`
  (select count(*) from (
      select case_id, user_id from case_assignments
      where assigned_to = ${person_id} and kind = ${raw(`'${kind.name}'`)}
      order by assigned_to, kind, case_id limit ${raw(String(ASSIGNMENTS_MAX))}) hand
    where exists (
      select from ${raw(kind.table)} where ${raw(kind.table)}.id = hand.case_id
        ${raw(kind.shows.user_id ? `and ${kind.table}.user_id = hand.user_id` : '')} ${waiting(kind)}))`
