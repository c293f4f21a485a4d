import type pg from 'pg'
import type { StoredTransaction } from './transaction-record.ts'

/** A transaction that another participant refers to, with its owner and its counterparty. */
export type Contested = Pick<
  StoredTransaction,
  | 'user_id'
  | 'wallet_id'
  | 'id'
  | 'type'
  | 'amount'
  | 'end_to_end_id'
  | 'owner_name'
  | 'owner_bank_name'
  | 'beneficiary_name'
  | 'beneficiary_bank_name'
>

/**
 * Every record of these payments, of all users, because a contesting participant knows the end-to-end id and not the
 * owner. Uses the operator role. A payment between two of our users has two records, and both are returned.
 */
export async function findContested(operator: pg.Pool, end_to_end_ids: string[]): Promise<Contested[]> {
  if (end_to_end_ids.length === 0) return []
  const { rows } = await operator.query<Contested>(
    `select user_id, wallet_id, id, type, amount, end_to_end_id, owner_name, owner_bank_name, beneficiary_name,
       beneficiary_bank_name
     from transactions where end_to_end_id = any($1) order by created_at, id`,
    [end_to_end_ids],
  )
  return rows
}
