import sql, { raw } from 'sql-template-tag'
import type { Page } from '../../http/page.ts'
import { whereEquals } from '../../http/repository.ts'
import type { Tx } from '../../http/transaction.ts'
import type { Transaction as Connection } from '../../platform/db/transaction.ts'
import { type StoredTransaction, transactionFields } from './transaction-record.ts'

const names = [...transactionFields, 'version']
export const columns = raw(names.join(', '))
const columnsOf = (table: string) => raw(names.map((name) => `${table}.${name}`).join(', '))

export interface TransactionFilters {
  type?: string
  status?: string
  end_to_end_id?: string
}

export function listTransactionsOf(
  tx: Tx,
  wallet_id: string,
  { type, status, end_to_end_id }: TransactionFilters,
  page: Pick<Page, 'clause' | 'period'>,
): Promise<StoredTransaction[]> {
  return tx.query<StoredTransaction>(sql`
    select ${columns} from transactions
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id} ${whereEquals({ type, status, end_to_end_id })}
      ${page.clause}`)
}

export type WalletKey = Pick<StoredTransaction, 'user_id' | 'wallet_id'>
export type TransactionKey = Pick<StoredTransaction, 'user_id' | 'wallet_id' | 'id'>
type TimedKey = TransactionKey & Pick<StoredTransaction, 'created_at'>

/**
 * Locks the existing wallets until the end of the transaction. Batches of a wallet are serialised, so that no two of
 * them store the same id in two months. Always in the same order, to avoid deadlocks.
 */
export async function holdWallets(db: Connection, wallets: WalletKey[]): Promise<WalletKey[]> {
  return db.query<WalletKey>(sql`
    select wallets.user_id, wallets.id as wallet_id from wallets
    where (user_id, id) in (select * from unnest(${wallets.map((wallet) => wallet.user_id)}::uuid[],
      ${wallets.map((wallet) => wallet.wallet_id)}::uuid[]))
    order by user_id, id for no key update`)
}

/** The creation times of stored records, which determine their partitions. */
export async function findTimes(db: Connection, keys: TransactionKey[]): Promise<TimedKey[]> {
  return db.query<TimedKey>(sql`
    select kept.user_id, kept.wallet_id, kept.id, kept.created_at
    from unnest(${keys.map((key) => key.user_id)}::uuid[], ${keys.map((key) => key.wallet_id)}::uuid[],
      ${keys.map((key) => key.id)}::uuid[]) as asked (user_id, wallet_id, id)
    join transaction_keys kept using (user_id, wallet_id, id)`)
}

/** Reads the transactions by their complete keys, so that each is searched only in its partition. */
export async function findKept(db: Connection, keys: TimedKey[]): Promise<StoredTransaction[]> {
  if (keys.length === 0) return []
  return db.query<StoredTransaction>(sql`
    select ${columnsOf('kept')}
    from unnest(${keys.map((key) => key.user_id)}::uuid[], ${keys.map((key) => key.wallet_id)}::uuid[],
      ${keys.map((key) => key.id)}::uuid[], ${keys.map((key) => key.created_at)}::timestamptz[])
      as asked (user_id, wallet_id, id, created_at)
    join transactions kept using (user_id, wallet_id, id, created_at)`)
}

/** Sorted by payment, so that two batches with both sides of the same payments register them without a deadlock. */
export function insertTransactions(db: Connection, transactions: StoredTransaction[]): void {
  if (transactions.length === 0) return
  db.write(sql`
    insert into transactions (${columns})
    select ${columns} from json_populate_recordset(null::transactions, ${JSON.stringify(transactions)})
    order by end_to_end_id`)
}

/** Fixed fields are included, because an unset one may be set later. Only the key and its month are excluded. */
const changeable = names.filter((name) => !['user_id', 'wallet_id', 'id', 'created_at'].includes(name))
const assignments = raw(changeable.map((name) => `${name} = changed.${name}`).join(', '))

export function updateTransactions(db: Connection, transactions: StoredTransaction[]): void {
  if (transactions.length === 0) return
  db.write(sql`
    update transactions kept set ${assignments}
    from json_populate_recordset(null::transactions, ${JSON.stringify(transactions)}) as changed
    where (kept.user_id, kept.wallet_id, kept.id, kept.created_at)
      = (changed.user_id, changed.wallet_id, changed.id, changed.created_at)`)
}
