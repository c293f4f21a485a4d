import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createAccount: {
    summary: both('Criar uma conta de cliente', 'Create a client account'),
    description: prose(
      `Registra uma conta bancária de um cliente internacional. O gateway valida todas as regras de país, moeda
      e código do banco e lista juntas, em \`CROSSBORDER_ACCOUNT_RULES_BROKEN\`, as que não foram atendidas. A
      conta começa como \`PENDING\` e um job a verifica. Um cliente não tem duas contas com os mesmos dados
      bancários: a segunda recebe \`CROSSBORDER_ACCOUNT_EXISTS\`. Registra \`crossborder.account.created\` e
      uma linha no histórico do cliente.`,
      `Registers a bank account of a cross-border client. The gateway checks all rules about country, currency
      and bank code and lists together, in \`CROSSBORDER_ACCOUNT_RULES_BROKEN\`, those that are not met. The
      account starts as \`PENDING\` and a job verifies it. A client has no two accounts with the same bank
      details: the second is rejected with \`CROSSBORDER_ACCOUNT_EXISTS\`. Records
      \`crossborder.account.created\` and a line in the history of the client.`,
    ),
  },
  listAccounts: {
    summary: both('Listar as contas de um cliente', 'List the accounts of a client'),
    description: prose(
      `Lista, em páginas, as contas de um cliente que não foram removidas. O filtro name procura uma parte do
      nome do banco, sem distinguir maiúsculas. Se o cliente não existe ou não é seu, a resposta é
      \`CROSSBORDER_CLIENT_NOT_FOUND\`, e não uma lista vazia.`,
      `Lists, in pages, the accounts of a client that were not deleted. The filter name matches a part of the
      bank name and ignores case. When the client does not exist or is not yours, the response is
      \`CROSSBORDER_CLIENT_NOT_FOUND\`, and not an empty list.`,
    ),
  },
  getAccount: {
    summary: both('Consultar uma conta de cliente', 'Get a client account'),
    description: prose(
      `Mostra os dados atuais de uma conta, com a situação da verificação e a versão no \`ETag\`. Uma conta
      removida, de outro usuário ou inexistente tem a mesma resposta: \`CROSSBORDER_ACCOUNT_NOT_FOUND\`.`,
      `Returns the current data of an account, with the state of its verification and its version in the
      \`ETag\`. An account that was deleted, belongs to another user or does not exist has the same response:
      \`CROSSBORDER_ACCOUNT_NOT_FOUND\`.`,
    ),
  },
  updateAccount: {
    summary: both('Alterar uma conta de cliente', 'Update a client account'),
    description: prose(
      `Altera somente os campos enviados e valida as regras sobre a conta inteira que resulta deles. Uma conta
      \`ACTIVE\` cujos dados bancários mudam volta a \`PENDING\` e um job a verifica novamente; os dados
      anteriores ficam gravados, criptografados. Uma conta \`INACTIVE\` não pode ser alterada:
      \`CROSSBORDER_ACCOUNT_INACTIVE\`. Registra \`crossborder.account.updated\` e, no histórico, os nomes dos
      campos alterados.`,
      `Changes only the fields sent and checks the rules on the whole resulting account. An \`ACTIVE\` account
      whose bank details change becomes \`PENDING\` again and a job verifies it; the earlier details are
      stored encrypted. An \`INACTIVE\` account cannot be changed: \`CROSSBORDER_ACCOUNT_INACTIVE\`. Records
      \`crossborder.account.updated\` and, in the history, the names of the changed fields.`,
    ),
  },
  deleteAccount: {
    summary: both('Remover uma conta de cliente', 'Delete a client account'),
    description: prose(
      `Remove a conta de todas as operações e a devolve uma última vez na resposta. O registro permanece no
      banco de dados, para explicar os pagamentos já feitos, e a remoção é definitiva. Registra
      \`crossborder.account.deleted\` e uma linha no histórico do cliente.`,
      `Removes the account from every operation and returns it a last time. The row stays in the database, to
      explain payments already made, and the deletion is final. Records \`crossborder.account.deleted\` and a
      line in the history of the client.`,
    ),
  },
  deactivateAccount: {
    summary: both('Desativar uma conta de cliente', 'Deactivate a client account'),
    description: prose(
      `Desativa uma conta \`ACTIVE\`: ela fica \`INACTIVE\` e pode ser reativada. Uma conta em outra situação
      recebe \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Registra \`crossborder.account.deactivated\` e uma linha no
      histórico do cliente.`,
      `Deactivates an \`ACTIVE\` account: it becomes \`INACTIVE\` and can be reactivated. An account in another
      status is rejected with \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Records
      \`crossborder.account.deactivated\` and a line in the history of the client.`,
    ),
  },
  reactivateAccount: {
    summary: both('Reativar uma conta de cliente', 'Reactivate a client account'),
    description: prose(
      `Reativa uma conta que você desativou. Ela fica \`PENDING\` até que um job a verifique novamente. Uma
      conta que você não desativou recebe \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Registra
      \`crossborder.account.reactivated\` e uma linha no histórico do cliente.`,
      `Reactivates an account that you deactivated. It is \`PENDING\` until a job has verified it again. An
      account that you did not deactivate is rejected with \`CROSSBORDER_ACCOUNT_STATUS_FIXED\`. Records
      \`crossborder.account.reactivated\` and a line in the history of the client.`,
    ),
  },
}
