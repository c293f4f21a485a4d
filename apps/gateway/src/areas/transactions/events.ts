import { about, event } from '../../events/event.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
import { transactionStatuses, transactionTypes } from './transaction.ts'
import type { StoredTransaction } from './transaction-record.ts'

const transaction = about(
  'transactions',
  { transaction_id: Uuid, wallet_id: Uuid, type: openEnum(transactionTypes), status: openEnum(transactionStatuses) },
  ({ id, wallet_id, type, status }: StoredTransaction) => ({ transaction_id: id, wallet_id, type, status }),
)

export const transactions = {
  transaction: {
    created: event(
      'transactions.transaction.created',
      { 'pt-BR': 'Uma transação da carteira foi registrada.', 'en-US': 'A transaction of the wallet was recorded.' },
      transaction,
    ),
    updated: event(
      'transactions.transaction.updated',
      { 'pt-BR': 'O estado de uma transação mudou.', 'en-US': 'The state of a transaction changed.' },
      transaction,
    ),
  },
}
