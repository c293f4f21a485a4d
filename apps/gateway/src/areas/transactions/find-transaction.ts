import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../http/transaction.ts'
import type { StoredTransaction } from './transaction-record.ts'
import { columns } from './transaction-store.ts'

/** The three identifiers of a transaction. */
export type TransactionName = { id: string } | { end_to_end_id: string } | { operation_id: string }

/** A transaction of this wallet by one of its identifiers; the newest, if a ledger used an identifier twice. */
export async function findTransaction(
  tx: Tx,
  wallet_id: string,
  name: TransactionName,
): Promise<StoredTransaction | undefined> {
  const [[field, value]] = Object.entries(name) as [[string, string]]
  const [transaction] = await tx.query<StoredTransaction>(sql`
    select ${columns} from transactions
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id} and ${raw(field)} = ${value}
    order by created_at desc limit 1`)
  return transaction
}
