import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createShareholder: {
    summary: both(
      'Cadastrar um sócio de uma pessoa jurídica; a repetição da mesma chamada responde o cadastrado',
      'Register a shareholder of a legal person; a repeat of the same call answers the one registered',
    ),
    description: prose(
      `Cadastra um sócio no onboarding aberto de uma empresa. As participações somam no máximo 100. Dito o mesmo outra
      vez, o sócio já cadastrado é respondido; dito outra coisa do mesmo documento, a resposta é
      \`ONBOARDING_SHAREHOLDER_ALREADY_EXISTS\`. Registra \`users.shareholder.created\`.`,
      `Registers a shareholder in the open onboarding of a company. Participations add up to 100 at most. The same
      request again returns the registered one; with other data for the same document, the answer is
      \`ONBOARDING_SHAREHOLDER_ALREADY_EXISTS\`. Records \`users.shareholder.created\`.`,
    ),
  },
  listShareholders: {
    summary: both('Listar sócios', 'List shareholders'),
    description: prose(
      `Lista os sócios que a requisição alcança e não foram retirados, em páginas. O filtro onboarding_id escolhe os de
      uma empresa.`,
      `Lists the shareholders that the request reaches and that were not withdrawn, in pages. The filter onboarding_id
      chooses those of one company.`,
    ),
  },
  getShareholder: {
    summary: both('Consultar um sócio', 'Get a shareholder'),
    description: prose(
      `Mostra um sócio como ele está agora, com a versão no \`ETag\`. Um sócio retirado, de outra pessoa ou que não
      existe recebe \`ONBOARDING_SHAREHOLDER_NOT_FOUND\`.`,
      `Shows a shareholder as it is now, with its version in the \`ETag\`. A shareholder that was withdrawn, is
      another user's or does not exist is rejected with \`ONBOARDING_SHAREHOLDER_NOT_FOUND\`.`,
    ),
  },
  updateShareholder: {
    summary: both(
      'Corrigir um sócio, até que comecem as verificações do seu onboarding',
      'Correct a shareholder, until the checks of its onboarding begin',
    ),
    description: prose(
      `Aplica só os campos enviados; null apaga os que podem faltar. Um sócio que é pessoa representa a si mesmo: com
      outro documento, o seu representante passa a ter o mesmo, e a prova de vida é pedida de novo. As participações
      somam no máximo 100. Registra \`users.shareholder.updated\`.`,
      `Applies only the fields that were sent; null clears those that may be absent. A shareholder that is a person
      represents itself: with another document its representative has the same from then on, and the proof of life is
      asked for again. Participations add up to 100 at most. Records \`users.shareholder.updated\`.`,
    ),
  },
  withdrawShareholder: {
    summary: both(
      'Retirar um sócio que ninguém representa, até que comecem as verificações do seu onboarding',
      'Withdraw a shareholder without a representative, until the checks of its onboarding begin',
    ),
    description: prose(
      `Retira um sócio. Quem o representa deve ser retirado antes: \`ONBOARDING_SHAREHOLDER_REPRESENTED\` diz quem.
      Registra \`users.shareholder.withdrawn\`.`,
      `Withdraws a shareholder. Its representative has to be withdrawn first: \`ONBOARDING_SHAREHOLDER_REPRESENTED\`
      identifies it. Records \`users.shareholder.withdrawn\`.`,
    ),
  },
}
