import sql from 'sql-template-tag'
import Type from 'typebox'
import { type Masks, masked, withMasks } from '../../../backoffice/masked.ts'
import type { Tx } from '../../../http/transaction.ts'
import { TransactionReply } from '../transaction.ts'
import type { StoredTransaction } from '../transaction-record.ts'
import { columns } from '../transaction-store.ts'

/** The contested payment as an analyst sees it, complete except for masked personal data. */
export const ContestedTransaction = Type.Object(TransactionReply.properties, { title: 'ContestedTransaction' })

const personal: Masks<StoredTransaction> = {
  owner_name: masked.name,
  owner_document: masked.document,
  beneficiary_name: masked.name,
  beneficiary_document: masked.document,
  description: masked.text,
}

export const withMaskedParties = (transaction: StoredTransaction) => withMasks(transaction, personal)

/** Transactions of one wallet by their ids. Few, each found by its key. */
export function findTransactionsOf(tx: Tx, wallet_id: string, ids: string[]): Promise<StoredTransaction[]> {
  return tx.query<StoredTransaction>(sql`
    select ${columns} from transactions
    where user_id = ${tx.scope.user_id} and wallet_id = ${wallet_id} and id = any(${ids}::uuid[])`)
}

/** The counterparty's document, according to the ledger. */
export const counterpartyOf = ({ type, owner_document, beneficiary_document }: StoredTransaction) =>
  type === 'DEPOSIT' || type === 'DEVOLUTION_RECEIVED' ? owner_document : beneficiary_document
