import { caseKinds } from '@eclusa/gateway/src/case-types.ts'
import { type CaseRule, waitingRecords } from '@eclusa/gateway/src/cases/case-rule.ts'
import type { Statement } from '@eclusa/gateway/src/platform/db/transaction.ts'
import sql, { raw } from 'sql-template-tag'

const product = { product: 'product_id', wallet: 'product_of_wallet(user_id, wallet_id)' }

/** Recreates the cases for records that were written directly, by a seed or by a test. */
export async function refillCases(
  db: { query(statement: Statement): Promise<unknown> },
  rules: CaseRule[] = caseKinds,
): Promise<void> {
  for (const rule of rules) {
    const product_id = raw(rule.of ? product[rule.of] : 'null::uuid')
    await db.query(sql`
      insert into cases (user_id, kind, id, since, due_at, version, product_id)
      ${waitingRecords(rule, sql`, ${product_id} as product_id`)}
      on conflict (user_id, kind, id) do update
        set since = excluded.since, due_at = excluded.due_at, version = excluded.version`)
    await db.query(sql`
      delete from cases where kind = ${rule.name} and (user_id, id) not in (
        select user_id, id from (${waitingRecords(rule)}) waiting)`)
  }
}
