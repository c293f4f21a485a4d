import sql from 'sql-template-tag'
import type { Tx } from '../../../gate/transaction.ts'

export async function isActiveRepresentative(tx: Tx, onboarding_id: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from legal_representatives
    where user_id = ${tx.scope.user_id} and id = ${id} and onboarding_id = ${onboarding_id} and active`)
  return rows.length === 1
}

/** Every active representative of a company, in the order they were added. */
export function activeRepresentatives(tx: Tx, onboarding_id: string): Promise<{ id: string; name: string }[]> {
  return tx.query(sql`
    select id, name from legal_representatives
    where user_id = ${tx.scope.user_id} and onboarding_id = ${onboarding_id} and active
    order by created_at, id`)
}
