import { type EventType, eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { transactionStatuses, transactionTypes } from './transaction.ts'

const transaction = {
  transaction_id: Uuid,
  wallet_id: Uuid,
  type: openEnum(transactionTypes),
  status: openEnum(transactionStatuses),
}

export const transactionEventTypes: EventType[] = [
  eventType(
    'transactions.transaction.created',
    {
      'pt-BR': 'Uma transação Pix da carteira ficou conhecida.',
      'en-US': 'A Pix transaction of the wallet became known.',
    },
    transaction,
  ),
  eventType(
    'transactions.transaction.updated',
    { 'pt-BR': 'Uma transação Pix da carteira mudou.', 'en-US': 'A Pix transaction of the wallet changed.' },
    transaction,
  ),
]
