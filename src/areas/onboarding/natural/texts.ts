import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createOnboarding: {
    summary: both('Iniciar o onboarding de uma pessoa natural', 'Begin the onboarding of a natural person'),
    description: prose(
      `Inicia o onboarding de uma conta do produto que é de pessoa natural. Ele espera pelos documentos, e as
      verificações começam sozinhas com o último que falta; em expires_at ele termina se nada acontecer. Uma conta tem
      um onboarding de cada vez: \`ONBOARDING_ALREADY_EXISTS\` diz qual. O aceite dos termos é guardado como prova; em
      terms, diga qual texto a pessoa aceitou, quando e de onde: o que faltar fica vazio. Registra
      \`users.onboarding.created\`.`,
      `Begins the onboarding of an account of the product that is of a natural person. It waits for documents, and the
      checks begin by themselves with the last one missing; at expires_at it ends if nothing happens. An account has
      one onboarding at a time: \`ONBOARDING_ALREADY_EXISTS\` identifies it. The acceptance of the terms is kept as evidence;
      in terms, state which text the person accepted, when and from where: what you leave out stays empty. Records
      \`users.onboarding.created\`.`,
    ),
  },
  listOnboardings: {
    summary: both('Listar os onboardings de pessoas naturais', 'List the onboardings of natural persons'),
    description: prose(
      `Lista os onboardings de pessoas naturais que a requisição alcança, em páginas, por criação ou por alteração. O
      filtro status escolhe os que estão em um ponto.`,
      `Lists the onboardings of natural persons that the request reaches, in pages, by when they were created or
      changed. The filter status chooses those that stand at one point.`,
    ),
  },
  getOnboarding: {
    summary: both('Consultar o onboarding de uma pessoa natural', 'Get the onboarding of a natural person'),
    description: prose(
      `Mostra um onboarding como ele está agora e, em missing, o que as verificações ainda esperam. Se falhou ou foi
      recusado, failed_code e failed_message dizem por quê. Um onboarding de empresa, de outra pessoa ou que não
      existe recebe \`ONBOARDING_NOT_FOUND\`.`,
      `Shows an onboarding as it is now and, in missing, what the checks still wait for. When it failed or was
      rejected, failed_code and failed_message contain the reason. An onboarding of a company, of another user or one
      that does not exist is rejected with \`ONBOARDING_NOT_FOUND\`.`,
    ),
  },
  updateOnboarding: {
    summary: both(
      'Corrigir o onboarding de uma pessoa natural, até que comecem as verificações',
      'Correct the onboarding of a natural person, until its checks begin',
    ),
    description: prose(
      `Aplica só os campos enviados; do endereço, também só os enviados, e null apaga os que podem faltar. Começadas as
      verificações, ou vencido o prazo, a resposta é \`ONBOARDING_TAKES_NO_CHANGES\`. Registra
      \`users.onboarding.updated\`.`,
      `Applies only the fields that were sent; of the address, too, only those sent, and null clears those that may be
      absent. Once the checks have begun, or the time is over, the answer is \`ONBOARDING_TAKES_NO_CHANGES\`. Records
      \`users.onboarding.updated\`.`,
    ),
  },
  withdrawOnboarding: {
    summary: both(
      'Retirar o onboarding de uma pessoa natural, até que comecem as verificações',
      'Withdraw the onboarding of a natural person, until its checks begin',
    ),
    description: prose(
      `Encerra um onboarding aberto, com tudo o que há nele; os arquivos continuam guardados. A conta pode iniciar
      outro em seguida. Começadas as verificações a resposta é \`ONBOARDING_TAKES_NO_CHANGES\`. Registra
      \`users.onboarding.withdrawn\`.`,
      `Ends an open onboarding, with all there is in it; files stay in storage. The account may begin another at once.
      Once the checks have begun the answer is \`ONBOARDING_TAKES_NO_CHANGES\`. Records
      \`users.onboarding.withdrawn\`.`,
    ),
  },
  uploadOnboardingDocuments: {
    summary: both(
      'Enviar documentos de uma pessoa natural; o último que falta inicia as verificações',
      'Send documents of a natural person; the last one missing begins the checks',
    ),
    description: prose(
      `Guarda um ou mais documentos, em uma chamada ou em várias; outro do mesmo tipo toma o lugar do primeiro. Os
      bytes são conferidos antes que o onboarding seja tocado. Com os lados de um cartão diga qual cartão em
      document_file_type. Registra \`users.onboarding.documents_attached\` e, com o último que faltava,
      \`users.onboarding.submitted\`, e um job começa as verificações.`,
      `Keeps one or more documents, in one call or in several; another of a type takes the place of the first. The
      bytes are checked before the onboarding is touched. With sides of a card say which card in document_file_type.
      Records \`users.onboarding.documents_attached\` and, with the last one missing, \`users.onboarding.submitted\`,
      and a job begins the checks.`,
    ),
  },
  listOnboardingDocuments: {
    summary: both('Listar os documentos de uma pessoa natural', 'List the documents of a natural person'),
    description: prose(
      `Lista os documentos de um onboarding, um de cada tipo, todos em uma resposta. Os bytes são pedidos com
      getFileUrl, pelo file_id.`,
      `Lists the documents of an onboarding, one of each type, all in one answer. Their bytes are asked for with
      getFileUrl, by file_id.`,
    ),
  },
  replaceOnboardingDocument: {
    summary: both('Substituir um documento de uma pessoa natural', 'Replace a document of a natural person'),
    description: prose(
      `Põe outro arquivo no lugar de um documento, como um analista pode pedir. O tipo continua o mesmo; de um lado de
      cartão, document_file_type pode dizer outro cartão. Registra \`users.onboarding.documents_attached\` e, se nada
      mais falta, \`users.onboarding.submitted\`: as verificações começam.`,
      `Puts another file in the place of a document, as an analyst may ask for. Its type stays; of a side of a card,
      document_file_type may say another card. Records \`users.onboarding.documents_attached\` and, if nothing is
      missing any more, \`users.onboarding.submitted\`: the checks begin.`,
    ),
  },
}
