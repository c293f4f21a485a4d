import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listInfractionNotifications: {
    summary: both(
      'Listar as notificações de infração de uma carteira',
      'List the infraction notifications of a wallet',
    ),
    description: prose(
      `Lista, em páginas, as notificações de infração que outras instituições abriram sobre pagamentos
      recebidos pela carteira. Filtre por status, por tipo ou por um pagamento. Cada notificação mostra o
      valor contestado, o valor já devolvido e o prazo de resposta.`,
      `Lists, in pages, the infraction notifications that other institutions opened about payments received by
      the wallet. Filter by status, by type or by one payment. Each notification shows the contested payment,
      the amount already returned and the deadline for an answer.`,
    ),
  },
  getInfractionNotification: {
    summary: both('Consultar uma notificação de infração', 'Get an infraction notification'),
    description: prose(
      `Mostra os dados atuais de uma notificação de infração, com a pergunta da instituição, se houver, e a sua
      resposta. A notificação é da carteira que recebeu o pagamento: com outra carteira a resposta é
      \`INFRACTION_NOTIFICATION_NOT_FOUND\`.`,
      `Returns the current data of an infraction notification, with the question of the institution, if there
      is one, and your answer. A notification belongs to the wallet that received the payment: with another
      wallet the response is \`INFRACTION_NOTIFICATION_NOT_FOUND\`.`,
    ),
  },
  answerInfractionNotification: {
    summary: both('Responder a uma notificação de infração', 'Answer an infraction notification'),
    description: prose(
      `Informa se você concorda que houve fraude, e o motivo. Se concorda, informe o tipo de fraude; as
      evidências são arquivos seus, prontos, do tipo \`PIX_INFRACTION_REPORT\`. A sua resposta apoia a
      decisão: a instituição decide e encerra a notificação no DICT. Registra
      \`pix.infraction_notification.answered\`, e um job leva a resposta adiante; depois do prazo ou da
      decisão a resposta é \`INFRACTION_NOTIFICATION_NOT_ANSWERABLE\`.`,
      `States whether you agree that there was fraud, and why. If you agree, state the kind of fraud; evidence
      is files of yours, ready, of the type \`PIX_INFRACTION_REPORT\`. Your answer supports the decision: the
      institution decides and closes the report at DICT. Records \`pix.infraction_notification.answered\`, and
      a job forwards the answer; after the deadline or the decision it is rejected with
      \`INFRACTION_NOTIFICATION_NOT_ANSWERABLE\`.`,
    ),
  },
}
