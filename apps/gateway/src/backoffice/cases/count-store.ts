import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { caseOrder } from '../../cases/case-rule.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type CaseKind, orderedAt } from './case-kind.ts'
import { inNoHand, notProposed } from './case-store.ts'

/** A larger number is not needed to plan work. */
export const COUNTED_MAX = 1_000

/** The counts of each kind. */
export const countNames = ['waiting', 'decidable', 'overdue', 'due_today', 'unassigned', 'mine'] as const

export type KindCount = { kind: string } & Record<(typeof countNames)[number], number>

/** The counts, each up to one more than the maximum. */
export function countWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { now, dayEnds, person_id }: { now: Date; dayEnds: Date; person_id: string },
  reviewHours: number,
): Promise<KindCount[]> {
  const counts = kinds.map((kind) => {
    const [at, until] = [now, dayEnds].map((moment) => orderedAt(kind, moment, reviewHours))
    const name = raw(`'${kind.name}'`)
    const count = (condition: Sql) => sql`
      (select count(*) from (select 1 from cases where kind = ${name} ${condition} limit ${raw(String(COUNTED_MAX + 1))}) counted)`
    return sql`
      select ${name} as kind, ${count(empty)} as waiting, ${count(sql`and ${caseOrder} < ${at}`)} as overdue,
        ${kind.decidable ? count(sql`and ${notProposed}`) : raw('0::bigint')} as decidable,
        ${count(sql`and ${caseOrder} >= ${at} and ${caseOrder} < ${until}`)} as due_today,
        ${count(sql`and ${inNoHand(null)}`)} as unassigned,
        ${count(sql`and assigned_to = ${person_id}`)} as mine`
  })
  return tx.query<KindCount>(sql`${join(counts, ' union all ')}`)
}
