import { about, event } from '../../events/event.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
import { type Account, accountStatuses } from './accounts/account.ts'
import { type Client, clientStatuses } from './clients/client.ts'

const client = about(
  'crossborder_clients',
  { client_id: Uuid, status: openEnum(clientStatuses) },
  ({ id, status }: Client) => ({
    client_id: id,
    status,
  }),
)
const account = about(
  'crossborder_accounts',
  { account_id: Uuid, client_id: Uuid, status: openEnum(accountStatuses) },
  ({ id, client_id, status }: Account) => ({ account_id: id, client_id, status }),
)

export const crossborder = {
  client: {
    created: event(
      'crossborder.client.created',
      { 'pt-BR': 'Um cliente foi criado.', 'en-US': 'A client was created.' },
      client,
    ),
    updated: event(
      'crossborder.client.updated',
      {
        'pt-BR': 'Um cliente foi alterado. Leia o cliente para ver os novos valores.',
        'en-US': 'A client was changed. Read the client to see the new values.',
      },
      client,
    ),
    verified: event(
      'crossborder.client.verified',
      {
        'pt-BR': 'A verificação de um cliente terminou: status é o resultado.',
        'en-US': 'The verification of a client has ended: status is the result.',
      },
      client,
    ),
  },
  account: {
    created: event(
      'crossborder.account.created',
      { 'pt-BR': 'Uma conta bancária de um cliente foi criada.', 'en-US': "A client's bank account was created." },
      account,
    ),
    updated: event(
      'crossborder.account.updated',
      {
        'pt-BR': 'Uma conta bancária de um cliente foi alterada. Leia a conta para ver os novos valores.',
        'en-US': "A client's bank account was changed. Read the account to see the new values.",
      },
      account,
    ),
    verified: event(
      'crossborder.account.verified',
      {
        'pt-BR': 'A verificação de uma conta bancária terminou: status é o resultado.',
        'en-US': 'The verification of a bank account has ended: status is the result.',
      },
      account,
    ),
    deactivated: event(
      'crossborder.account.deactivated',
      {
        'pt-BR': 'O usuário desativou uma conta bancária de um cliente.',
        'en-US': 'The user deactivated a bank account of a client.',
      },
      account,
    ),
    reactivated: event(
      'crossborder.account.reactivated',
      {
        'pt-BR': 'O usuário reativou uma conta bancária de um cliente: começa uma nova verificação.',
        'en-US': 'The user reactivated a bank account of a client: a new verification starts.',
      },
      account,
    ),
    deleted: event(
      'crossborder.account.deleted',
      { 'pt-BR': 'Uma conta bancária de um cliente foi removida.', 'en-US': "A client's bank account was deleted." },
      account,
    ),
  },
}
