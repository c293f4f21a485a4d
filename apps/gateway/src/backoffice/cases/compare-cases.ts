import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { type CaseRule, waitingRecords } from '../../cases/case-rule.ts'

export interface WrongCase {
  kind: string
  user_id: string
  id: string
  reason: 'CASE_MISSING' | 'CASE_WITHOUT_RECORD' | 'CASE_DIFFERS'
}

/** Compares the cases with the open records, over all kinds and users. It reads whole tables. */
export async function compareCases(
  db: Pick<pg.ClientBase, 'query'>,
  rules: CaseRule[],
): Promise<{ cases: number; wrong: WrongCase[] }> {
  const wrong: WrongCase[] = []
  for (const rule of rules) {
    const name = raw(`'${rule.name}'`)
    const { rows } = await db.query<WrongCase>(sql`
      select ${name} as kind, user_id, id, case when cases.kind is null then 'CASE_MISSING'
        when record.kind is null then 'CASE_WITHOUT_RECORD' else 'CASE_DIFFERS' end as reason
      from (${waitingRecords(rule)}) record
      full join (select * from cases where kind = ${name}) cases using (user_id, id)
      where (record.kind, record.since, record.due_at, record.version)
        is distinct from (cases.kind, cases.since, cases.due_at, cases.version)`)
    wrong.push(...rows)
  }
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from cases')
  return { cases: rows[0]!.count, wrong }
}
