import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createLegalRepresentative: {
    summary: both(
      'Cadastrar um representante legal; a mesma chamada outra vez devolve o já cadastrado',
      'Register a legal representative; a repeat of the same call returns the registered one',
    ),
    description: prose(
      `Cadastra o representante de um sócio no onboarding aberto de uma empresa. Todas as regras não atendidas
      são listadas juntas em \`ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN\`. A mesma chamada outra vez
      devolve o representante já cadastrado; com outros dados para o mesmo documento, a resposta é
      \`ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS\`. Registra \`users.legal_representative.created\`.`,
      `Registers the representative of a shareholder in the open onboarding of a company. All broken rules are
      listed together in \`ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN\`. The same request again returns the
      registered representative; with other data for the same document, the response is
      \`ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS\`. Records \`users.legal_representative.created\`.`,
    ),
  },
  listLegalRepresentatives: {
    summary: both('Listar representantes legais', 'List legal representatives'),
    description: prose(
      `Lista, em páginas, os representantes que você pode consultar e que não foram retirados. O filtro
      onboarding_id escolhe os de uma empresa.`,
      `Lists, in pages, the representatives that you can read and that were not withdrawn. The filter
      onboarding_id selects those of one company.`,
    ),
  },
  getLegalRepresentative: {
    summary: both('Consultar um representante legal', 'Get a legal representative'),
    description: prose(
      `Mostra os dados atuais de um representante, com a versão no \`ETag\`. Um representante retirado, de
      outro usuário ou inexistente recebe \`ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND\`.`,
      `Returns the current data of a representative, with its version in the \`ETag\`. A representative that
      was withdrawn, belongs to another user or does not exist is rejected with
      \`ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND\`.`,
    ),
  },
  updateLegalRepresentative: {
    summary: both(
      'Corrigir um representante legal, até que comecem as verificações do seu onboarding',
      'Correct a legal representative, until the checks of its onboarding start',
    ),
    description: prose(
      `Altera somente os campos enviados, inclusive o sócio da mesma empresa que a pessoa representa. Com outro
      documento, o vídeo e o link anteriores deixam de valer: registra \`users.liveness.discarded\`, e uma
      nova prova de vida é solicitada. Registra \`users.legal_representative.updated\`.`,
      `Changes only the fields sent, including which shareholder of the same company the person represents.
      With another document, the earlier video and link are no longer valid: \`users.liveness.discarded\` is
      recorded and a new liveness check is requested. Records \`users.legal_representative.updated\`.`,
    ),
  },
  withdrawLegalRepresentative: {
    summary: both(
      'Retirar um representante legal, até que comecem as verificações do seu onboarding',
      'Withdraw a legal representative, until the checks of its onboarding start',
    ),
    description: prose(
      `Retira um representante: nada mais é solicitado à pessoa, e o seu link de prova de vida deixa de
      funcionar. Os documentos e vídeos continuam armazenados. Registra
      \`users.legal_representative.withdrawn\`.`,
      `Withdraws a representative: nothing more is requested from the person, and their liveness link no longer
      works. Documents and videos stay in storage. Records \`users.legal_representative.withdrawn\`.`,
    ),
  },
  uploadRepresentativeDocument: {
    summary: both(
      'Enviar um documento de um representante legal; o segundo de um tipo substitui o primeiro',
      'Send a document of a legal representative; a second one of a type replaces the first',
    ),
    description: prose(
      `Grava um documento de um representante da empresa. Para um documento de identidade, informe qual é e, se
      for um cartão, qual lado. O gateway confere o conteúdo antes de alterar o onboarding. Registra
      \`users.onboarding.documents_attached\`, com o id do representante.`,
      `Stores a document of a representative of the company. For an identity document, state which one it is
      and, for a card, which side. The gateway checks the content before it changes the onboarding. Records
      \`users.onboarding.documents_attached\`, with the id of the representative.`,
    ),
  },
  listRepresentativeDocuments: {
    summary: both('Listar os documentos de um representante legal', 'List the documents of a legal representative'),
    description: prose(
      `Lista os documentos de um representante, um de cada tipo, todos em uma resposta. Obtenha o conteúdo com
      getFileUrl, pelo file_id.`,
      `Lists the documents of a representative, one of each type, all in one response. Get the content with
      getFileUrl, by file_id.`,
    ),
  },
  replaceRepresentativeDocument: {
    summary: both('Substituir um documento de um representante legal', 'Replace a document of a legal representative'),
    description: prose(
      `Substitui o arquivo de um documento do representante; o tipo não muda. Registra
      \`users.onboarding.documents_attached\`, com o id do representante. Um documento de outra pessoa recebe
      \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
      `Replaces the file of a document of the representative; its type does not change. Records
      \`users.onboarding.documents_attached\`, with the id of the representative. A document of another person
      is rejected with \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
    ),
  },
}
