import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import { among, heldBy, inNoHand } from './assignment-store.ts'
import { type CaseKind, dueBy, waiting } from './case-kind.ts'
import { notProposed } from './case-store.ts'

/** Whoever has more than this to do does not need the number. */
export const COUNTED_MAX = 1_000

/** What is counted of each kind. */
export const countNames = ['waiting', 'decidable', 'overdue', 'due_today', 'unassigned', 'mine'] as const

export type KindCount = { kind: string } & Record<(typeof countNames)[number], number>

/** How many there are, each counted no further than one more than the most; and of what one person has in hand, all. */
export async function countWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { now, dayEnds, person_id }: { now: Date; dayEnds: Date; person_id: string },
  reviewHours: number,
): Promise<KindCount[]> {
  const held = await heldBy(tx, person_id)
  const counts = kinds.map((kind) => {
    const { column, earlierMs } = dueBy(kind, reviewHours)
    const [at, until] = [now, dayEnds].map((moment) => new Date(moment.getTime() - earlierMs))
    const count = (condition: Sql) => sql`
      (select count(*) from (select 1 from ${raw(kind.table)} where ${kind.there ?? raw('true')} ${waiting(kind)} ${condition}
        limit ${raw(String(COUNTED_MAX + 1))}) counted)`
    return tx.query<KindCount>(sql`
      select ${raw(`'${kind.name}'`)} as kind, ${count(empty)} as waiting, ${count(sql`and ${column} < ${at}`)} as overdue,
        ${kind.decidable ? count(sql`and ${notProposed(kind)}`) : raw('0::bigint')} as decidable,
        ${count(sql`and ${column} >= ${at} and ${column} < ${until}`)} as due_today,
        ${count(sql`and ${inNoHand(kind, null)}`)} as unassigned,
        ${count(sql`and ${among(kind, held)}`)} as mine`)
  })
  return (await Promise.all(counts)).flat()
}
