import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createClient: {
    summary: both('Criar um cliente', 'Create a client'),
    description: prose(
      `Registra uma pessoa ou empresa no exterior, no produto da requisição. O cliente começa como \`PENDING\`,
      com risco \`PENDING\`, e um job o verifica depois da resposta; o endereço e os dados de nascimento só
      são exibidos aqui e na alteração. Registra o evento \`crossborder.client.created\` e a primeira linha do
      histórico do cliente. Com x-transaction-uuid você escolhe o id; se ele já existir, a resposta é
      \`CROSSBORDER_CLIENT_ID_TAKEN\`.`,
      `Registers a person or a company abroad, under the product of the request. The client starts as
      \`PENDING\`, with a risk of \`PENDING\`, and a job verifies it after the response; its address and birth
      data are shown only here and by the update. Records the event \`crossborder.client.created\` and the
      first line of the history of the client. With x-transaction-uuid you choose the id; an existing id is
      rejected with \`CROSSBORDER_CLIENT_ID_TAKEN\`.`,
    ),
  },
  listClients: {
    summary: both('Listar clientes', 'List clients'),
    description: prose(
      `Lista os clientes que você pode consultar, dos mais novos para os mais antigos, em páginas que não se
      deslocam quando outros são criados. Os filtros por documento, nome e e-mail comparam o valor inteiro.
      Endereço e dados de nascimento não são exibidos.`,
      `Lists the clients that you can read, newest first, in pages that do not shift while others are created.
      The filters by document, name and e-mail compare the whole value. Address and birth data are not shown.`,
    ),
  },
  getClient: {
    summary: both('Consultar um cliente', 'Get a client'),
    description: prose(
      `Mostra os dados atuais de um cliente, com a situação da verificação e a versão no \`ETag\`. Endereço e
      dados de nascimento não são exibidos. Um cliente de outro usuário e um inexistente têm a mesma resposta:
      \`CROSSBORDER_CLIENT_NOT_FOUND\`.`,
      `Returns the current data of a client, with the state of its verification and its version in the
      \`ETag\`. Address and birth data are not shown. A client of another user and one that does not exist
      have the same response: \`CROSSBORDER_CLIENT_NOT_FOUND\`.`,
    ),
  },
  updateClient: {
    summary: both('Alterar um cliente', 'Update a client'),
    description: prose(
      `Altera somente os campos enviados, também dentro do endereço. Um cliente cuja identidade muda, ou que
      volta de \`INACTIVE\`, fica \`PENDING\` e um job o verifica novamente. Você só escolhe o status de um
      cliente \`ACTIVE\` ou \`INACTIVE\`: nos demais a resposta é \`CROSSBORDER_CLIENT_STATUS_FIXED\`.
      Registra \`crossborder.client.updated\` e, no histórico do cliente, os nomes dos campos alterados.`,
      `Changes only the fields sent, also within the address. A client whose identity changes, or that returns
      from \`INACTIVE\`, becomes \`PENDING\` and a job verifies it again. You can choose the status only of a
      client that is \`ACTIVE\` or \`INACTIVE\`: for others the response is
      \`CROSSBORDER_CLIENT_STATUS_FIXED\`. Records \`crossborder.client.updated\` and, in the history of the
      client, the names of the changed fields.`,
    ),
  },
}
