import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createUserAccount: {
    summary: both(
      'Cadastrar uma pessoa que se tornará usuário-alvo do produto',
      'Register a person who is to become a target user of the product',
    ),
    description: prose(
      `Cadastra uma pessoa ou empresa no produto de x-product-uuid. Ninguém age em nome dela até que o seu onboarding
      termine: comece-o depois com o id desta conta. Documento, e-mail e telefone pertencem a uma só conta do produto:
      \`USER_ACCOUNT_ALREADY_EXISTS\` quando já têm dono. Registra \`users.account.created\`.`,
      `Registers a person or a company under the product of x-product-uuid. Nobody acts for it until its onboarding is
      finished: begin that next, with the id of this account. A document, an e-mail and a telephone belong to one
      account of the product: \`USER_ACCOUNT_ALREADY_EXISTS\` when they are taken. Records \`users.account.created\`.`,
    ),
  },
  listUserAccounts: {
    summary: both('Listar as contas de usuário do produto', 'List the user accounts of the product'),
    description: prose(
      `Lista as contas do produto, das mais novas para as mais antigas. O filtro search compara um CPF ou CNPJ inteiro.
      Sem produto na requisição a resposta é \`USER_ACCOUNT_PRODUCT_REQUIRED\`.`,
      `Lists the accounts of the product, newest first. The filter search compares a whole CPF or CNPJ. Without a
      product in the request the answer is \`USER_ACCOUNT_PRODUCT_REQUIRED\`.`,
    ),
  },
  getUserAccount: {
    summary: both('Consultar uma conta de usuário do produto', 'Get a user account of the product'),
    description: prose(
      `Mostra uma conta como ela está agora, com a versão no \`ETag\`. Terminado o onboarding, target_user_id é o
      usuário que ela se tornou. Uma conta de outro produto e uma que não existe têm a mesma resposta:
      \`USER_ACCOUNT_NOT_FOUND\`.`,
      `Shows an account as it is now, with its version in the \`ETag\`. Once the onboarding is finished, target_user_id
      is the user it has become. An account of another product and one that does not exist have the same answer:
      \`USER_ACCOUNT_NOT_FOUND\`.`,
    ),
  },
  updateUserAccount: {
    summary: both(
      'Corrigir uma conta de usuário, até que comecem as verificações do seu onboarding',
      'Correct a user account, until the checks of its onboarding begin',
    ),
    description: prose(
      `Aplica só os campos enviados; null apaga os que podem faltar. O onboarding aberto desta conta passa a dizer o
      mesmo, e com outro documento a prova de vida é pedida de novo. Registra \`users.account.updated\` e, com um
      onboarding aberto, \`users.onboarding.updated\`. Começadas as verificações a resposta é
      \`USER_ACCOUNT_TAKES_NO_CHANGES\`.`,
      `Applies only the fields that were sent; null clears those that may be absent. The open onboarding of this
      account is updated too, and with another document a new proof of life is required. Records
      \`users.account.updated\` and, with an open onboarding, \`users.onboarding.updated\`. Once the checks have begun
      the answer is \`USER_ACCOUNT_TAKES_NO_CHANGES\`.`,
    ),
  },
  withdrawUserAccount: {
    summary: both(
      'Retirar uma conta de usuário sem onboarding em curso',
      'Withdraw a user account that has no onboarding under way',
    ),
    description: prose(
      `Retira a conta, que não é mais mostrada; o documento, o e-mail e o telefone ficam livres para outra. Com um
      onboarding em curso a resposta é \`USER_ACCOUNT_HAS_ONBOARDING\`: retire-o antes. Registra
      \`users.account.withdrawn\`.`,
      `Withdraws the account, which is not shown any more; its document, e-mail and telephone are free for another.
      With an onboarding under way the answer is \`USER_ACCOUNT_HAS_ONBOARDING\`: withdraw that first. Records
      \`users.account.withdrawn\`.`,
    ),
  },
}
