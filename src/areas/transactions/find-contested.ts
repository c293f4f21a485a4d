import type pg from 'pg'
import type { Transaction } from './transaction-record.ts'

/** A transaction as another bank names it, with whose it is and who stands at its other end. */
export type Contested = Pick<
  Transaction,
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
 * Every record of these payments, of whatever user: a bank that contests a payment knows its end-to-end id and not its
 * owner. Under the operator's role. Between two users of ours a payment has two records, and both are given.
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
