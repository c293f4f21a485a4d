import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createUserAccount: {
    summary: both(
      'Cadastrar uma pessoa que se tornará usuário-alvo do produto',
      'Register a person who is to become a target user of the product',
    ),
    description: prose(
      `Cadastra uma pessoa ou empresa no produto de x-product-uuid. Você só pode agir em nome dela depois que o
      seu onboarding for concluído: inicie-o em seguida, com o id desta conta. Um documento, e-mail ou
      telefone pertence a uma só conta do produto; se outra conta já o tem, a resposta é
      \`USER_ACCOUNT_ALREADY_EXISTS\`. Registra \`users.account.created\`.`,
      `Registers a person or a company under the product of x-product-uuid. You can act on its behalf only when
      its onboarding is finished: start that next, with the id of this account. A document, e-mail or
      telephone belongs to one account of the product; if another account has it, the response is
      \`USER_ACCOUNT_ALREADY_EXISTS\`. Records \`users.account.created\`.`,
    ),
  },
  listUserAccounts: {
    summary: both('Listar as contas de usuário do produto', 'List the user accounts of the product'),
    description: prose(
      `Lista as contas do produto, das mais novas para as mais antigas. O filtro search compara um CPF ou CNPJ
      inteiro. Sem produto na requisição a resposta é \`USER_ACCOUNT_PRODUCT_REQUIRED\`.`,
      `Lists the accounts of the product, newest first. The filter search compares a whole CPF or CNPJ. Without
      a product in the request the response is \`USER_ACCOUNT_PRODUCT_REQUIRED\`.`,
    ),
  },
  getUserAccount: {
    summary: both('Consultar uma conta de usuário do produto', 'Get a user account of the product'),
    description: prose(
      `Mostra os dados atuais de uma conta, com a versão no \`ETag\`. Depois do onboarding concluído,
      target_user_id é o usuário-alvo criado. Uma conta de outro produto e uma inexistente têm a mesma
      resposta: \`USER_ACCOUNT_NOT_FOUND\`.`,
      `Returns the current data of an account, with its version in the \`ETag\`. Once the onboarding is
      finished, target_user_id is the target user that was created. An account of another product and one that
      does not exist have the same response: \`USER_ACCOUNT_NOT_FOUND\`.`,
    ),
  },
  updateUserAccount: {
    summary: both(
      'Corrigir uma conta de usuário, até que comecem as verificações do seu onboarding',
      'Correct a user account, until the checks of its onboarding start',
    ),
    description: prose(
      `Altera somente os campos enviados; null apaga os campos opcionais. O onboarding aberto desta conta
      recebe os mesmos dados, e um novo documento exige uma nova prova de vida. Registra
      \`users.account.updated\` e, com um onboarding aberto, \`users.onboarding.updated\`. Depois do início
      das verificações a resposta é \`USER_ACCOUNT_TAKES_NO_CHANGES\`.`,
      `Changes only the fields sent; null clears the optional ones. The open onboarding of this account gets
      the same data, and a new document requires a new liveness check. Records \`users.account.updated\` and,
      with an open onboarding, \`users.onboarding.updated\`. Once the checks have started the response is
      \`USER_ACCOUNT_TAKES_NO_CHANGES\`.`,
    ),
  },
  withdrawUserAccount: {
    summary: both(
      'Retirar uma conta de usuário sem onboarding em curso',
      'Withdraw a user account without an onboarding in progress',
    ),
    description: prose(
      `Retira a conta, que deixa de ser exibida; o documento, o e-mail e o telefone podem ser usados em outra.
      Com um onboarding em curso a resposta é \`USER_ACCOUNT_HAS_ONBOARDING\`: retire-o antes. Registra
      \`users.account.withdrawn\`.`,
      `Withdraws the account, which is no longer shown; another account can use its document, e-mail and
      telephone. With an onboarding in progress the response is \`USER_ACCOUNT_HAS_ONBOARDING\`: withdraw that
      first. Records \`users.account.withdrawn\`.`,
    ),
  },
}
