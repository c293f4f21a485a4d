import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createShareholder: {
    summary: both(
      'Cadastrar um sócio de uma pessoa jurídica; a mesma chamada outra vez devolve o já cadastrado',
      'Register a shareholder of a legal person; a repeat of the same call returns the registered one',
    ),
    description: prose(
      `Cadastra um sócio no onboarding aberto de uma empresa. As participações somam no máximo 100. A mesma
      chamada outra vez devolve o sócio já cadastrado; com outros dados para o mesmo documento, a resposta é
      \`ONBOARDING_SHAREHOLDER_ALREADY_EXISTS\`. Registra \`users.shareholder.created\`.`,
      `Registers a shareholder in the open onboarding of a company. Participations add up to 100 at most. The
      same request again returns the registered shareholder; with other data for the same document, the
      response is \`ONBOARDING_SHAREHOLDER_ALREADY_EXISTS\`. Records \`users.shareholder.created\`.`,
    ),
  },
  listShareholders: {
    summary: both('Listar sócios', 'List shareholders'),
    description: prose(
      `Lista, em páginas, os sócios que você pode consultar e que não foram retirados. O filtro onboarding_id
      escolhe os de uma empresa.`,
      `Lists, in pages, the shareholders that you can read and that were not withdrawn. The filter
      onboarding_id selects those of one company.`,
    ),
  },
  getShareholder: {
    summary: both('Consultar um sócio', 'Get a shareholder'),
    description: prose(
      `Mostra os dados atuais de um sócio, com a versão no \`ETag\`. Um sócio retirado, de outro usuário ou
      inexistente recebe \`ONBOARDING_SHAREHOLDER_NOT_FOUND\`.`,
      `Returns the current data of a shareholder, with its version in the \`ETag\`. A shareholder that was
      withdrawn, belongs to another user or does not exist is rejected with
      \`ONBOARDING_SHAREHOLDER_NOT_FOUND\`.`,
    ),
  },
  updateShareholder: {
    summary: both(
      'Corrigir um sócio, até que comecem as verificações do seu onboarding',
      'Correct a shareholder, until the checks of its onboarding start',
    ),
    description: prose(
      `Altera somente os campos enviados; null apaga os campos opcionais. Um sócio pessoa física representa a
      si mesmo: um novo documento passa também ao seu representante, e uma nova prova de vida é solicitada. As
      participações somam no máximo 100. Registra \`users.shareholder.updated\`.`,
      `Changes only the fields sent; null clears the optional ones. A shareholder that is a natural person
      represents itself: a new document also applies to its representative, and a new liveness check is
      requested. Participations add up to 100 at most. Records \`users.shareholder.updated\`.`,
    ),
  },
  withdrawShareholder: {
    summary: both(
      'Retirar um sócio sem representante, até que comecem as verificações do seu onboarding',
      'Withdraw a shareholder without a representative, until the checks of its onboarding start',
    ),
    description: prose(
      `Retira um sócio. Retire antes os seus representantes, que \`ONBOARDING_SHAREHOLDER_REPRESENTED\`
      identifica. Registra \`users.shareholder.withdrawn\`.`,
      `Withdraws a shareholder. Withdraw its representatives first, which
      \`ONBOARDING_SHAREHOLDER_REPRESENTED\` identifies. Records \`users.shareholder.withdrawn\`.`,
    ),
  },
}
