import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createOnboarding: {
    summary: both('Iniciar o onboarding de uma pessoa natural', 'Start the onboarding of a natural person'),
    description: prose(
      `Inicia o onboarding de uma conta de pessoa natural do produto. Envie em seguida os documentos: o último
      que falta inicia as verificações. Sem conclusão, o onboarding expira em expires_at. Uma conta tem um
      onboarding de cada vez: \`ONBOARDING_ALREADY_EXISTS\` identifica o existente. O aceite dos termos é
      guardado como prova; em terms, informe qual texto a pessoa aceitou, quando e de onde: o que você omitir
      fica vazio. Registra \`users.onboarding.created\`.`,
      `Starts the onboarding of a natural person account of the product. Next, send the documents: the last one
      missing starts the checks. Without completion, the onboarding expires at expires_at. An account has one
      onboarding at a time: \`ONBOARDING_ALREADY_EXISTS\` identifies the existing one. The acceptance of the
      terms is kept as evidence; in terms, state which text the person accepted, when and from where: what you
      leave out stays empty. Records \`users.onboarding.created\`.`,
    ),
  },
  listOnboardings: {
    summary: both('Listar os onboardings de pessoas naturais', 'List the onboardings of natural persons'),
    description: prose(
      `Lista, em páginas, os onboardings de pessoas naturais que você pode consultar, por data de criação ou de
      alteração. O filtro status escolhe uma situação.`,
      `Lists, in pages, the onboardings of natural persons that you can read, by date of creation or change.
      The filter status selects one status.`,
    ),
  },
  getOnboarding: {
    summary: both('Consultar o onboarding de uma pessoa natural', 'Get the onboarding of a natural person'),
    description: prose(
      `Mostra os dados atuais de um onboarding e, em missing, o que falta para as verificações. Se falhou ou
      foi reprovado, failed_code e failed_message contêm o motivo. Um onboarding de empresa, de outro usuário
      ou inexistente recebe \`ONBOARDING_NOT_FOUND\`.`,
      `Returns the current data of an onboarding and, in missing, what the checks still need. When it failed or
      was rejected, failed_code and failed_message contain the reason. An onboarding of a company, of another
      user or that does not exist is rejected with \`ONBOARDING_NOT_FOUND\`.`,
    ),
  },
  updateOnboarding: {
    summary: both(
      'Corrigir o onboarding de uma pessoa natural, até que comecem as verificações',
      'Correct the onboarding of a natural person, until its checks start',
    ),
    description: prose(
      `Altera somente os campos enviados, também dentro do endereço; null apaga os campos opcionais. Depois do
      início das verificações, ou do prazo, a resposta é \`ONBOARDING_TAKES_NO_CHANGES\`. Registra
      \`users.onboarding.updated\`.`,
      `Changes only the fields sent, also within the address; null clears the optional ones. Once the checks
      have started, or the deadline has passed, the response is \`ONBOARDING_TAKES_NO_CHANGES\`. Records
      \`users.onboarding.updated\`.`,
    ),
  },
  withdrawOnboarding: {
    summary: both(
      'Retirar o onboarding de uma pessoa natural, até que comecem as verificações',
      'Withdraw the onboarding of a natural person, until its checks start',
    ),
    description: prose(
      `Encerra um onboarding aberto, com todos os seus dados; os arquivos continuam armazenados. A conta pode
      iniciar outro em seguida. Depois do início das verificações a resposta é
      \`ONBOARDING_TAKES_NO_CHANGES\`. Registra \`users.onboarding.withdrawn\`.`,
      `Ends an open onboarding, with all its data; the files stay in storage. The account can start another one
      at once. Once the checks have started the response is \`ONBOARDING_TAKES_NO_CHANGES\`. Records
      \`users.onboarding.withdrawn\`.`,
    ),
  },
  uploadOnboardingDocuments: {
    summary: both(
      'Enviar documentos de uma pessoa natural; o último que falta inicia as verificações',
      'Send documents of a natural person; the last one missing starts the checks',
    ),
    description: prose(
      `Grava um ou mais documentos, em uma chamada ou em várias; um segundo do mesmo tipo substitui o primeiro.
      O gateway confere o conteúdo antes de alterar o onboarding. Com a frente ou o verso de um cartão,
      informe o cartão em document_file_type. Registra \`users.onboarding.documents_attached\` e, com o último
      que faltava, \`users.onboarding.submitted\`, e um job inicia as verificações.`,
      `Stores one or more documents, in one call or in several; a second one of a type replaces the first. The
      gateway checks the content before it changes the onboarding. With a side of a card, state the card in
      document_file_type. Records \`users.onboarding.documents_attached\` and, with the last one missing,
      \`users.onboarding.submitted\`, and a job starts the checks.`,
    ),
  },
  listOnboardingDocuments: {
    summary: both('Listar os documentos de uma pessoa natural', 'List the documents of a natural person'),
    description: prose(
      `Lista os documentos de um onboarding, um de cada tipo, todos em uma resposta. Obtenha o conteúdo com
      getFileUrl, pelo file_id.`,
      `Lists the documents of an onboarding, one of each type, all in one response. Get the content with
      getFileUrl, by file_id.`,
    ),
  },
  replaceOnboardingDocument: {
    summary: both('Substituir um documento de uma pessoa natural', 'Replace a document of a natural person'),
    description: prose(
      `Substitui o arquivo de um documento, por exemplo quando um analista o solicita. O tipo não muda; para um
      lado de cartão, document_file_type pode informar outro cartão. Registra
      \`users.onboarding.documents_attached\` e, se nada mais falta, \`users.onboarding.submitted\`: as
      verificações começam.`,
      `Replaces the file of a document, for example when an analyst requests it. Its type does not change; for
      a side of a card, document_file_type may state another card. Records
      \`users.onboarding.documents_attached\` and, if nothing is missing any more,
      \`users.onboarding.submitted\`: the checks start.`,
    ),
  },
}
