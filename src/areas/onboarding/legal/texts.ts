import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createLegalPersonOnboarding: {
    summary: both('Iniciar o onboarding de uma pessoa jurídica', 'Begin the onboarding of a legal person'),
    description: prose(
      `Inicia o onboarding de uma conta do produto que é de empresa. Depois vêm os sócios, os representantes e os
      documentos, e finalizeLegalPersonOnboarding inicia as verificações; em expires_at ele termina se nada acontecer.
      Uma conta tem um onboarding de cada vez: \`ONBOARDING_ALREADY_EXISTS\` diz qual. O aceite dos termos é guardado
      como prova; em terms, diga qual texto foi aceito, quando e de onde: o que faltar fica vazio. Registra
      \`users.onboarding.created\`.`,
      `Begins the onboarding of an account of the product that is of a company. Shareholders, representatives and
      documents come next, and finalizeLegalPersonOnboarding begins the checks; at expires_at it ends if nothing
      happens. An account has one onboarding at a time: \`ONBOARDING_ALREADY_EXISTS\` identifies it. The acceptance of the
      terms is kept as evidence; in terms, state which text was accepted, when and from where: what you leave out stays
      empty. Records \`users.onboarding.created\`.`,
    ),
  },
  listLegalPersonOnboardings: {
    summary: both('Listar os onboardings de pessoas jurídicas', 'List the onboardings of legal persons'),
    description: prose(
      `Lista os onboardings de empresas que a requisição alcança, em páginas, por criação ou por alteração. O filtro
      status escolhe os que estão em um ponto.`,
      `Lists the onboardings of companies that the request reaches, in pages, by when they were created or changed. The
      filter status chooses those that stand at one point.`,
    ),
  },
  getLegalPersonOnboarding: {
    summary: both('Consultar o onboarding de uma pessoa jurídica', 'Get the onboarding of a legal person'),
    description: prose(
      `Mostra um onboarding de empresa como ele está agora. Se falhou ou foi recusado, failed_code e failed_message
      dizem por quê. Um onboarding de pessoa natural, de outra pessoa ou que não existe recebe
      \`ONBOARDING_NOT_FOUND\`.`,
      `Shows an onboarding of a company as it is now. When it failed or was rejected, failed_code and failed_message
      contain the reason. An onboarding of a natural person, of another user or one that does not exist is rejected with
      \`ONBOARDING_NOT_FOUND\`.`,
    ),
  },
  updateLegalPersonOnboarding: {
    summary: both(
      'Corrigir o onboarding de uma pessoa jurídica, até que comecem as verificações',
      'Correct the onboarding of a legal person, until its checks begin',
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
  withdrawLegalPersonOnboarding: {
    summary: both(
      'Retirar o onboarding de uma pessoa jurídica, até que comecem as verificações',
      'Withdraw the onboarding of a legal person, until its checks begin',
    ),
    description: prose(
      `Encerra um onboarding de empresa ainda aberto, com tudo o que há nele; os arquivos continuam guardados. A conta
      pode iniciar outro em seguida. Começadas as verificações a resposta é \`ONBOARDING_TAKES_NO_CHANGES\`. Registra
      \`users.onboarding.withdrawn\`.`,
      `Ends an onboarding of a company that is still open, with all there is in it; files stay in storage. The account
      may begin another at once. Once the checks have begun the answer is \`ONBOARDING_TAKES_NO_CHANGES\`. Records
      \`users.onboarding.withdrawn\`.`,
    ),
  },
  uploadCompanyDocument: {
    summary: both(
      'Enviar um documento de uma pessoa jurídica; o segundo de um tipo toma o lugar do primeiro',
      'Send a document of a legal person; a second one of a type takes the place of the first',
    ),
    description: prose(
      `Guarda um documento da empresa, do tipo dito em type. Os bytes são conferidos antes que o onboarding seja
      tocado. Registra \`users.onboarding.documents_attached\`; as verificações só começam com
      finalizeLegalPersonOnboarding.`,
      `Stores a document of the company, of the given type. The bytes are checked before the onboarding is
      touched. Records \`users.onboarding.documents_attached\`; the checks begin only with
      finalizeLegalPersonOnboarding.`,
    ),
  },
  listCompanyDocuments: {
    summary: both(
      'Listar os documentos de uma pessoa jurídica, sem os dos seus representantes',
      'List the documents of a legal person, without those of its representatives',
    ),
    description: prose(
      `Lista os documentos da própria empresa, um de cada tipo, todos em uma resposta. Os dos representantes são
      listados com cada um deles.`,
      `Lists the documents of the company itself, one of each type, all in one answer. Those of its representatives are
      listed with each of them.`,
    ),
  },
  replaceCompanyDocument: {
    summary: both('Substituir um documento de uma pessoa jurídica', 'Replace a document of a legal person'),
    description: prose(
      `Põe outro arquivo no lugar de um documento da empresa; o tipo continua o mesmo. Registra
      \`users.onboarding.documents_attached\`. Um documento que não é deste onboarding recebe
      \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
      `Puts another file in the place of a document of the company; its type stays. Records
      \`users.onboarding.documents_attached\`. A document that is not of this onboarding is refused with
      \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
    ),
  },
  finalizeLegalPersonOnboarding: {
    summary: both('Submeter o onboarding de uma pessoa jurídica', 'Submit the onboarding of a legal person'),
    description: prose(
      `Diz que tudo foi enviado. O que ainda falta entre sócios, representantes, documentos e vídeos vem de uma vez em
      \`ONBOARDING_INCOMPLETE\`, e nada muda. Se nada falta, registra \`users.onboarding.submitted\`, um job começa as
      verificações e nada mais pode ser corrigido.`,
      `Submits the onboarding. All shareholders, representatives, documents and videos that are still missing are
      reported at once in \`ONBOARDING_INCOMPLETE\`, and nothing changes. When nothing is missing
      \`users.onboarding.submitted\` is recorded, a job begins the checks and nothing can be corrected any more.`,
    ),
  },
}
