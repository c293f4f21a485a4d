import sql, { join, raw } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { Page } from '../../gate/page.ts'
import type { Case } from './case.ts'
import { type CaseKind, casesOf } from './case-kind.ts'
import { readCases, unionOf, withHands } from './case-store.ts'
import type { parties } from './same-document.ts'

export interface CaseOfDocument extends Case {
  same: (typeof parties)[number][]
}

/**
 * The other cases of a user that have a document of this one, of whatever kind, the newest first. Each kind is read by an index
 * and no further than a page goes; and a case has two documents at most. They are compared as the indexes have them, however the
 * column they come from is compared.
 */
export async function listSame(
  tx: Transaction,
  kinds: CaseKind[],
  { kind, id, user_id }: { kind: CaseKind; id: string; user_id: string },
  page: Page,
  reviewHours: number,
): Promise<CaseOfDocument[]> {
  const { documents } = kind
  const searched = kinds.filter((one) => one.documents?.having)
  if (!documents || searched.length === 0) return []
  const hits = searched.map((one) => {
    const name = raw(`'${one.name}'`)
    const other = one === kind ? sql`id <> ${id}` : raw('true')
    return sql`
      select ${name} as kind, hit.id, hit.opened_at, asked.party from asked cross join lateral (
        select * from (${one.documents!.having!(user_id)}) had where ${other} ${page.from(raw('opened_at'))}) hit`
  })
  const cases = searched.map(
    (one) =>
      sql`${casesOf(one, reviewHours)} and user_id = ${user_id} and id = hits.id and hits.kind = ${raw(`'${one.name}'`)}`,
  )
  return readCases<CaseOfDocument>(
    tx,
    sql`
    with asked as materialized (
      select party, document collate "default" as document from (${documents.of({ id, user_id })}) told),
    hits as materialized (
      select kind, id, opened_at, array_agg(distinct party) as same from (${join(hits, ' union all ')}) hit
      group by kind, id, opened_at ${page.ending})
    select * from (${withHands(sql`select one.*, hits.same from hits cross join lateral (${unionOf(cases)}) one`)}) cases
    order by opened_at desc, id desc`,
  )
}
