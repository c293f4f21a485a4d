import Type from 'typebox'
import { eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'

const account = { account_id: Uuid, client_id: Uuid, status: openEnum(['ACTIVE', 'INACTIVE', 'PENDING']) }

export const crossborderEventTypes = [
  eventType(
    'crossborder.account.created',
    { 'pt-BR': 'Uma conta bancária de um cliente foi criada.', 'en-US': "A client's bank account was created." },
    account,
  ),
  eventType(
    'crossborder.account.updated',
    {
      'pt-BR': 'Uma conta bancária de um cliente foi alterada. Leia a conta para ver os novos valores.',
      'en-US': "A client's bank account was changed. Read the account to see the new values.",
    },
    { ...account, changed: Type.Array(Type.String(), { description: 'The names of the fields that changed.' }) },
  ),
]
