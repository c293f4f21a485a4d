import { type EventType, eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'

const client = {
  client_id: Uuid,
  status: openEnum(['ACTIVE', 'INACTIVE', 'PENDING', 'REJECTED', 'EXPIRED']),
}
const account = { account_id: Uuid, client_id: Uuid, status: openEnum(['ACTIVE', 'INACTIVE', 'PENDING']) }

export const crossborderEventTypes: EventType[] = [
  eventType(
    'crossborder.client.created',
    { 'pt-BR': 'Um cliente foi criado.', 'en-US': 'A client was created.' },
    client,
  ),
  eventType(
    'crossborder.client.updated',
    {
      'pt-BR': 'Um cliente foi alterado. Leia o cliente para ver os novos valores.',
      'en-US': 'A client was changed. Read the client to see the new values.',
    },
    client,
  ),
  eventType(
    'crossborder.client.verified',
    {
      'pt-BR': 'A verificação de um cliente terminou: status diz como.',
      'en-US': 'The verification of a client has ended: status says how.',
    },
    client,
  ),
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
    account,
  ),
  eventType(
    'crossborder.account.verified',
    {
      'pt-BR': 'A verificação de uma conta bancária terminou: status diz como.',
      'en-US': 'The verification of a bank account has ended: status says how.',
    },
    account,
  ),
  eventType(
    'crossborder.account.deleted',
    { 'pt-BR': 'Uma conta bancária de um cliente foi removida.', 'en-US': "A client's bank account was deleted." },
    account,
  ),
]
