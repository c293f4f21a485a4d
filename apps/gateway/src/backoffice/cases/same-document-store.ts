import sql, { raw } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Case } from './case.ts'
import type { CaseKind } from './case-kind.ts'
import { ofKeys, readCases } from './read-cases.ts'
import type { parties } from './same-document.ts'

type Party = (typeof parties)[number]

export interface CaseOfDocument extends Case {
  same: Party[]
}

/**
 * The other cases of a user with a document of this one, of any kind, newest first. Each kind is read by an index and no
 * further than a page. A case has two documents at most.
 */
export async function listSame(
  tx: Transaction,
  kinds: CaseKind[],
  { kind, id, user_id }: { kind: CaseKind; id: string; user_id: string },
  page: Page,
  reviewHours: number,
): Promise<CaseOfDocument[]> {
  const asked = kind.documents
    ? await tx.query<{ party: Party; document: string }>(kind.documents.of({ id, user_id }))
    : []
  const asks = kinds.flatMap(({ name, documents }) =>
    asked.map(async ({ party, document }) => {
      const having = documents?.having?.(user_id, document)
      if (!having) return []
      const other = name === kind.name ? sql`id <> ${id}` : raw('true')
      const rows = await tx.query<{ id: string; opened_at: string }>(sql`
        select id, opened_at from (${having}) had where ${other} ${page.from(raw('opened_at'))}`)
      return rows.map((row) => ({ ...row, kind: name, party }))
    }),
  )
  const byCase = Map.groupBy((await Promise.all(asks)).flat(), nameOf)
  const hits = page.together([...byCase.values()].map(([hit]) => hit!))
  if (hits.length === 0) return []
  const keys = hits.map((hit) => ({ ...hit, user_id }))
  const cases = await readCases(tx, kinds, ofKeys(keys), reviewHours)
  return page.together(cases).map((one) => ({
    ...one,
    same: byCase
      .get(nameOf(one))!
      .map(({ party }) => party)
      .toSorted(),
  }))
}

const nameOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`
