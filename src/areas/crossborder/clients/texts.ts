import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createClient: {
    summary: both('Criar um cliente', 'Create a client'),
    description: prose(
      `Registra uma pessoa ou empresa no exterior, no produto da requisição. O cliente nasce \`PENDING\`, com risco
      \`PENDING\`, e um job o verifica depois da resposta; o endereço e os dados de nascimento só são mostrados aqui e
      na alteração. Registra o evento \`crossborder.client.created\` e a primeira linha da história do cliente. Com
      x-transaction-uuid o id é o seu; se ele já existir, a resposta é \`CROSSBORDER_CLIENT_ID_TAKEN\`.`,
      `Registers a person or a company abroad, under the product of the request. The client begins as \`PENDING\`, with
      a risk of \`PENDING\`, and a job verifies it after the answer; its address and birth data are shown only here
      and by the update. Records the event \`crossborder.client.created\` and the first line of the client's history.
      With x-transaction-uuid the id is yours; one that exists already is refused with
      \`CROSSBORDER_CLIENT_ID_TAKEN\`.`,
    ),
  },
  listClients: {
    summary: both('Listar clientes', 'List clients'),
    description: prose(
      `Lista os clientes que a requisição alcança, dos mais novos para os mais antigos, em páginas que não se deslocam
      quando outros são criados. Filtros por documento, nome e e-mail comparam o valor inteiro. Endereço e dados de
      nascimento não são mostrados.`,
      `Lists the clients that the request reaches, newest first, in pages that do not shift while others are created.
      The filters by document, name and e-mail compare the whole value. Address and birth data are not shown.`,
    ),
  },
  getClient: {
    summary: both('Consultar um cliente', 'Get a client'),
    description: prose(
      `Mostra um cliente como ele está agora, com a situação da sua verificação e a versão no \`ETag\`. Endereço e
      dados de nascimento não são mostrados. Um cliente de outra pessoa e um que não existe têm a mesma resposta:
      \`CROSSBORDER_CLIENT_NOT_FOUND\`.`,
      `Shows a client as it is now, with how its verification stands and its version in the \`ETag\`. Address and birth
      data are not shown. A client of another user and one that does not exist have the same answer:
      \`CROSSBORDER_CLIENT_NOT_FOUND\`.`,
    ),
  },
  updateClient: {
    summary: both('Alterar um cliente', 'Update a client'),
    description: prose(
      `Aplica só os campos enviados; do endereço, também só os campos enviados. Quem passa a ser outra pessoa, ou volta
      de \`INACTIVE\`, fica \`PENDING\` e é verificado de novo por um job. O status só pode ser escolhido para um
      cliente \`ACTIVE\` ou \`INACTIVE\`: nos outros a resposta é \`CROSSBORDER_CLIENT_STATUS_FIXED\`. Registra
      \`crossborder.client.updated\` e, na história do cliente, quais campos mudaram.`,
      `Applies only the fields that were sent; of the address, too, only those sent. A client whose identity changes, or
      that returns from \`INACTIVE\`, is \`PENDING\` and verified again by a job. The status can be chosen only for a
      client that is \`ACTIVE\` or \`INACTIVE\`: for others the answer is \`CROSSBORDER_CLIENT_STATUS_FIXED\`. Records
      \`crossborder.client.updated\` and, in the client's history, which fields changed.`,
    ),
  },
}
