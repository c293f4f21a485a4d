import sql from 'sql-template-tag'
import type { Transaction } from '../../../base/db/transaction.ts'
import { found } from '../../../base/errors/fault.ts'
import { infractionUnknown } from '../errors.ts'

type Look = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** Whose notification it is, and how much it is about. DICT gives out the ids, so that there is one of each. */
export async function ownerOf(look: Look, id: string): Promise<{ user_id: string; amount: number }> {
  const [owner] = await look((tx) =>
    tx.query<{ user_id: string; amount: number }>(sql`
      select user_id, amount from infraction_notifications where id = ${id}`),
  )
  return found(owner, infractionUnknown)
}
