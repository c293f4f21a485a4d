import { both, prose } from '../../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createLegalRepresentative: {
    summary: both(
      'Cadastrar um representante legal; a repetição da mesma chamada responde o cadastrado',
      'Register a legal representative; a repeat of the same call answers the one registered',
    ),
    description: prose(
      `Cadastra quem age por um sócio no onboarding aberto de uma empresa. Todas as regras vêm juntas em
      \`ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN\`. Dito o mesmo outra vez, o representante já cadastrado é
      respondido; dito outra coisa do mesmo documento, a resposta é
      \`ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS\`. Registra \`users.legal_representative.created\`.`,
      `Registers who acts for a shareholder in the open onboarding of a company. All rules come together in
      \`ONBOARDING_LEGAL_REPRESENTATIVE_RULES_BROKEN\`. Said the same again, the one registered is answered; said
      otherwise of the same document, the answer is \`ONBOARDING_LEGAL_REPRESENTATIVE_ALREADY_EXISTS\`. Records
      \`users.legal_representative.created\`.`,
    ),
  },
  listLegalRepresentatives: {
    summary: both('Listar representantes legais', 'List legal representatives'),
    description: prose(
      `Lista os representantes que a requisição alcança e não foram retirados, em páginas. O filtro onboarding_id
      escolhe os de uma empresa.`,
      `Lists the representatives that the request reaches and that were not withdrawn, in pages. The filter
      onboarding_id chooses those of one company.`,
    ),
  },
  getLegalRepresentative: {
    summary: both('Consultar um representante legal', 'Get a legal representative'),
    description: prose(
      `Mostra um representante como ele está agora, com a versão no \`ETag\`. Um representante retirado, de outra
      pessoa ou que não existe recebe \`ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND\`.`,
      `Shows a representative as it is now, with its version in the \`ETag\`. A representative that was withdrawn, is
      another user's or does not exist is rejected with \`ONBOARDING_LEGAL_REPRESENTATIVE_NOT_FOUND\`.`,
    ),
  },
  updateLegalRepresentative: {
    summary: both(
      'Corrigir um representante legal, até que comecem as verificações do seu onboarding',
      'Correct a legal representative, until the checks of its onboarding begin',
    ),
    description: prose(
      `Aplica só os campos enviados, também por qual sócio da mesma empresa a pessoa age. Com outro documento o vídeo e
      o link de antes não valem mais: registra \`users.liveness.discarded\` e a prova de vida é pedida de novo.
      Registra \`users.legal_representative.updated\`.`,
      `Applies only the fields that were sent, also for which shareholder of the same company the person acts. With
      another document the video and link of before are no longer good: \`users.liveness.discarded\` is recorded and
      the proof of life is asked for again. Records \`users.legal_representative.updated\`.`,
    ),
  },
  withdrawLegalRepresentative: {
    summary: both(
      'Retirar um representante legal, até que comecem as verificações do seu onboarding',
      'Withdraw a legal representative, until the checks of its onboarding begin',
    ),
    description: prose(
      `Retira um representante: nada mais é pedido da pessoa, e o seu link de prova de vida não abre mais. Documentos e
      vídeos continuam guardados. Registra \`users.legal_representative.withdrawn\`.`,
      `Withdraws a representative: nothing more is asked of the person, and its link for the proof of life does not
      open any more. Documents and videos stay in storage. Records \`users.legal_representative.withdrawn\`.`,
    ),
  },
  uploadRepresentativeDocument: {
    summary: both(
      'Enviar um documento de um representante legal; o segundo de um tipo toma o lugar do primeiro',
      'Send a document of a legal representative; a second one of a type takes the place of the first',
    ),
    description: prose(
      `Guarda um documento de quem representa a empresa. De uma identidade diga qual papel é e, de um cartão, qual
      lado. Os bytes são conferidos antes que o onboarding seja tocado. Registra
      \`users.onboarding.documents_attached\`, com o id do representante.`,
      `Keeps a document of who represents the company. Of an identity say which paper it is and, of a card, which side.
      The bytes are checked before the onboarding is touched. Records \`users.onboarding.documents_attached\`, with
      the id of the representative.`,
    ),
  },
  listRepresentativeDocuments: {
    summary: both('Listar os documentos de um representante legal', 'List the documents of a legal representative'),
    description: prose(
      `Lista os documentos de um representante, um de cada tipo, todos em uma resposta. Os bytes são pedidos com
      getFileUrl, pelo file_id.`,
      `Lists the documents of a representative, one of each type, all in one answer. Their bytes are asked for with
      getFileUrl, by file_id.`,
    ),
  },
  replaceRepresentativeDocument: {
    summary: both('Substituir um documento de um representante legal', 'Replace a document of a legal representative'),
    description: prose(
      `Põe outro arquivo no lugar de um documento do representante; o tipo continua o mesmo. Registra
      \`users.onboarding.documents_attached\`, com o id do representante. Um documento que não é dele recebe
      \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
      `Puts another file in the place of a document of the representative; its type stays. Records
      \`users.onboarding.documents_attached\`, with the id of the representative. A document that is not theirs is
      refused with \`ONBOARDING_DOCUMENT_NOT_FOUND\`.`,
    ),
  },
}
