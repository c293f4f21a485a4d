import { eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { transactionStatuses, transactionTypes } from './transaction.ts'

const told = {
  transaction_id: Uuid,
  wallet_id: Uuid,
  type: openEnum(transactionTypes),
  status: openEnum(transactionStatuses),
}

export const transactionEventTypes = [
  eventType(
    'transactions.transaction.created',
    { 'pt-BR': 'Uma transação da carteira foi registrada.', 'en-US': 'A transaction of the wallet was recorded.' },
    told,
  ),
  eventType(
    'transactions.transaction.updated',
    { 'pt-BR': 'O estado de uma transação mudou.', 'en-US': 'The state of a transaction changed.' },
    told,
  ),
]
