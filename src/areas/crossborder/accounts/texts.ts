import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createAccount: {
    summary: both('Criar uma conta de cliente', 'Create a client account'),
    description: prose(
      `Registra uma conta bancária de um cliente no exterior. Todas as regras de país, moeda e código de banco são
      julgadas de uma vez, e as que não valem vêm juntas em \`CROSSBORDER_ACCOUNT_RULES_BROKEN\`. A conta nasce
      \`PENDING\` e um job a verifica; duas contas do cliente com as mesmas coordenadas não existem: a segunda recebe
      \`CROSSBORDER_ACCOUNT_EXISTS\`. Registra \`crossborder.account.created\` e uma linha na história do cliente.`,
      `Registers a bank account of a client abroad. All rules about country, currency and bank code are judged at once,
      and those that do not hold come together in \`CROSSBORDER_ACCOUNT_RULES_BROKEN\`. The account begins as
      \`PENDING\` and a job verifies it; a client has no two accounts at the same coordinates: the second is refused
      with \`CROSSBORDER_ACCOUNT_EXISTS\`. Records \`crossborder.account.created\` and a line in the client's history.`,
    ),
  },
  listAccounts: {
    summary: both('Listar as contas de um cliente', 'List the accounts of a client'),
    description: prose(
      `Lista as contas de um cliente que não foram removidas, em páginas. O filtro name procura uma parte do nome do
      banco, com maiúsculas ou não. Se o cliente não existe ou não é seu, a resposta é
      \`CROSSBORDER_CLIENT_NOT_FOUND\`, e não uma lista vazia.`,
      `Lists the accounts of a client that were not deleted, in pages. The filter name looks for a part of the bank's
      name, in any case. When the client does not exist or is not yours the answer is
      \`CROSSBORDER_CLIENT_NOT_FOUND\`, and not an empty list.`,
    ),
  },
  getAccount: {
    summary: both('Consultar uma conta de cliente', 'Get a client account'),
    description: prose(
      `Mostra uma conta como ela está agora, com a situação da sua verificação e a versão no \`ETag\`. Uma conta
      removida, de outra pessoa ou que não existe tem a mesma resposta: \`CROSSBORDER_ACCOUNT_NOT_FOUND\`.`,
      `Shows an account as it is now, with how its verification stands and its version in the \`ETag\`. An account that
      was deleted, is another user's or does not exist has the same answer: \`CROSSBORDER_ACCOUNT_NOT_FOUND\`.`,
    ),
  },
  updateAccount: {
    summary: both('Alterar uma conta de cliente', 'Update a client account'),
    description: prose(
      `Aplica só os campos enviados, e julga as regras sobre a conta inteira que resulta deles. Uma conta \`ACTIVE\`
      que passa a apontar para outro lugar volta a \`PENDING\` e é verificada de novo por um job; as coordenadas
      anteriores ficam guardadas, cifradas. Uma conta \`INACTIVE\` não muda: \`CROSSBORDER_ACCOUNT_INACTIVE\`.
      Registra \`crossborder.account.updated\` e, na história, quais campos mudaram.`,
      `Applies only the fields that were sent, and judges the rules on the whole account that comes of them. An
      \`ACTIVE\` account that now points elsewhere is \`PENDING\` again and verified again by a job; its earlier
      coordinates are kept, sealed. An \`INACTIVE\` account does not change: \`CROSSBORDER_ACCOUNT_INACTIVE\`. Records
      \`crossborder.account.updated\` and, in the history, which fields changed.`,
    ),
  },
  deleteAccount: {
    summary: both('Remover uma conta de cliente', 'Delete a client account'),
    description: prose(
      `Tira a conta do alcance de todas as operações e a responde uma última vez. O registro permanece, para que o que
      já foi pago a ela possa ser explicado, e não volta. Registra \`crossborder.account.deleted\` e uma linha na
      história do cliente.`,
      `Takes the account out of reach of every operation and answers it a last time. The row stays, so that what was
      paid to it can be explained, and does not come back. Records \`crossborder.account.deleted\` and a line in the
      client's history.`,
    ),
  },
  deactivateAccount: {
    summary: both('Desativar uma conta de cliente', 'Deactivate a client account'),
    description: prose(
      `Tira de uso uma conta \`ACTIVE\`, sem perdê-la: ela fica \`INACTIVE\` e pode ser reativada. Uma conta em outro
      status recebe \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Registra \`crossborder.account.deactivated\` e uma linha na
      história do cliente.`,
      `Takes an \`ACTIVE\` account out of use without losing it: it is \`INACTIVE\` and can be reactivated. An account
      in another status is refused with \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Records
      \`crossborder.account.deactivated\` and a line in the client's history.`,
    ),
  },
  reactivateAccount: {
    summary: both('Reativar uma conta de cliente', 'Reactivate a client account'),
    description: prose(
      `Traz de volta uma conta que o seu dono desativou. Ela fica \`PENDING\` até que um job a verifique de novo. Uma
      conta que não foi desativada pelo dono recebe \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Registra
      \`crossborder.account.reactivated\` e uma linha na história do cliente.`,
      `Brings back an account that its owner deactivated. It is \`PENDING\` until a job has verified it again. An
      account that its owner did not deactivate is refused with \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Records
      \`crossborder.account.reactivated\` and a line in the client's history.`,
    ),
  },
}
