import { both, prose } from '../../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createLegalPersonOnboarding: {
    summary: both('Iniciar o onboarding de uma pessoa jurídica', 'Start the onboarding of a legal person'),
    description: prose(
      `Inicia o onboarding de uma conta de empresa do produto. Cadastre em seguida os sócios, os representantes
      e os documentos; finalizeLegalPersonOnboarding inicia as verificações. Sem conclusão, o onboarding
      expira em expires_at. Uma conta tem um onboarding de cada vez: \`ONBOARDING_ALREADY_EXISTS\` identifica
      o existente. O aceite dos termos é guardado como prova; em terms, informe qual texto foi aceito, quando
      e de onde: o que você omitir fica vazio. Registra \`users.onboarding.created\`.`,
      `Starts the onboarding of a company account of the product. Next, register the shareholders, the
      representatives and the documents; finalizeLegalPersonOnboarding starts the checks. Without completion,
      the onboarding expires at expires_at. An account has one onboarding at a time:
      \`ONBOARDING_ALREADY_EXISTS\` identifies the existing one. The acceptance of the terms is kept as
      evidence; in terms, state which text was accepted, when and from where: what you leave out stays empty.
      Records \`users.onboarding.created\`.`,
    ),
  },
  listLegalPersonOnboardings: {
    summary: both('Listar os onboardings de pessoas jurídicas', 'List the onboardings of legal persons'),
    description: prose(
      `Lista, em páginas, os onboardings de empresas que você pode consultar, por data de criação ou de
      alteração. O filtro status escolhe uma situação.`,
      `Lists, in pages, the onboardings of companies that you can read, by date of creation or change. The
      filter status selects one status.`,
    ),
  },
  getLegalPersonOnboarding: {
    summary: both('Consultar o onboarding de uma pessoa jurídica', 'Get the onboarding of a legal person'),
    description: prose(
      `Mostra os dados atuais de um onboarding de empresa. Se falhou ou foi reprovado, failed_code e
      failed_message contêm o motivo. Um onboarding de pessoa natural, de outro usuário ou inexistente recebe
      \`ONBOARDING_NOT_FOUND\`.`,
      `Returns the current data of an onboarding of a company. When it failed or was rejected, failed_code and
      failed_message contain the reason. An onboarding of a natural person, of another user or that does not
      exist is rejected with \`ONBOARDING_NOT_FOUND\`.`,
    ),
  },
  updateLegalPersonOnboarding: {
    summary: both(
      'Corrigir o onboarding de uma pessoa jurídica, até que comecem as verificações',
      'Correct the onboarding of a legal person, until its checks start',
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
  withdrawLegalPersonOnboarding: {
    summary: both(
      'Retirar o onboarding de uma pessoa jurídica, até que comecem as verificações',
      'Withdraw the onboarding of a legal person, until its checks start',
    ),
    description: prose(
      `Encerra um onboarding de empresa ainda aberto, com todos os seus dados; os arquivos continuam
      armazenados. A conta pode iniciar outro em seguida. Depois do início das verificações a resposta é
      \`ONBOARDING_TAKES_NO_CHANGES\`. Registra \`users.onboarding.withdrawn\`.`,
      `Ends an open onboarding of a company, with all its data; the files stay in storage. The account can
      start another one at once. Once the checks have started the response is \`ONBOARDING_TAKES_NO_CHANGES\`.
      Records \`users.onboarding.withdrawn\`.`,
    ),
  },
  uploadCompanyDocument: {
    summary: both(
      'Enviar um documento de uma pessoa jurídica; o segundo de um tipo substitui o primeiro',
      'Send a document of a legal person; a second one of a type replaces the first',
    ),
    description: prose(
      `Grava um documento da empresa, do tipo informado em type. O gateway confere o conteúdo antes de alterar
      o onboarding. Registra \`users.onboarding.documents_attached\`; as verificações só começam com
      finalizeLegalPersonOnboarding.`,
      `Stores a document of the company, of the given type. The gateway checks the content before it changes
      the onboarding. Records \`users.onboarding.documents_attached\`; the checks start only with
      finalizeLegalPersonOnboarding.`,
    ),
  },
  listCompanyDocuments: {
    summary: both(
      'Listar os documentos de uma pessoa jurídica, sem os dos representantes',
      'List the documents of a legal person, without those of its representatives',
    ),
    description: prose(
      `Lista os documentos da própria empresa, um de cada tipo, todos em uma resposta. Os documentos dos
      representantes são listados com cada representante.`,
      `Lists the documents of the company itself, one of each type, all in one response. The documents of the
      representatives are listed with each representative.`,
    ),
  },
  replaceCompanyDocument: {
    summary: both('Substituir um documento de uma pessoa jurídica', 'Replace a document of a legal person'),
    description: prose(
      `Substitui o arquivo de um documento da empresa; o tipo não muda. Registra
      \`users.onboarding.documents_attached\`. Um documento que não é deste onboarding recebe
      \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
      `Replaces the file of a document of the company; its type does not change. Records
      \`users.onboarding.documents_attached\`. A document of another onboarding is rejected with
      \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
    ),
  },
  finalizeLegalPersonOnboarding: {
    summary: both('Submeter o onboarding de uma pessoa jurídica', 'Submit the onboarding of a legal person'),
    description: prose(
      `Submete o onboarding. Todos os sócios, representantes, documentos e vídeos que faltam são listados de
      uma vez em \`ONBOARDING_INCOMPLETE\`, e nada é alterado. Se nada falta, registra
      \`users.onboarding.submitted\` e um job inicia as verificações; depois disso não há mais correções.`,
      `Submits the onboarding. All shareholders, representatives, documents and videos that are still missing
      are reported at once in \`ONBOARDING_INCOMPLETE\`, and nothing changes. When nothing is missing, records
      \`users.onboarding.submitted\` and a job starts the checks; after that, nothing can be corrected.`,
    ),
  },
}
