import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  listInfractionNotifications: {
    summary: both(
      'Listar as notificações de infração de uma carteira',
      'List the infraction notifications of a wallet',
    ),
    description: prose(
      `Lista as infrações que outros bancos relataram sobre pagamentos que a carteira recebeu, em páginas. Os filtros
      escolhem o status, o tipo ou um só pagamento. Cada notificação diz o valor contestado, o que já foi devolvido e
      até quando responder.`,
      `Lists the infractions that other banks reported about payments which the wallet received, in pages. The filters
      choose a status, a type or one payment. Each notification shows the contested payment, the amount already returned and
      the deadline for an answer.`,
    ),
  },
  getInfractionNotification: {
    summary: both('Consultar uma notificação de infração', 'Get an infraction notification'),
    description: prose(
      `Mostra uma notificação como ela está agora, com a pergunta da instituição, se houve uma, e a sua resposta. A
      notificação é da carteira que recebeu o pagamento: com outra carteira a resposta é
      \`INFRACTION_NOTIFICATION_NOT_FOUND\`.`,
      `Shows a notification as it is now, with the institution's question, if there was one, and your answer. A
      notification belongs to the wallet that received the payment: with another wallet the answer is
      \`INFRACTION_NOTIFICATION_NOT_FOUND\`.`,
    ),
  },
  answerInfractionNotification: {
    summary: both('Responder a uma notificação de infração', 'Answer an infraction notification'),
    description: prose(
      `Diz se você concorda que houve fraude, e por quê. Quem concorda nomeia a fraude; as provas são arquivos seus,
      prontos, do tipo \`PIX_INFRACTION_REPORT\`. A resposta é uma entrada: a instituição decide e encerra o relato no
      DICT. Registra \`pix.infraction_notification.answered\` e deixa um job que leva a resposta adiante; depois do
      prazo ou da decisão a resposta é \`INFRACTION_NOTIFICATION_NOT_ANSWERABLE\`.`,
      `Says whether you agree that there was fraud, and why. Who agrees names the fraud; evidence is files of yours,
      ready, of the type \`PIX_INFRACTION_REPORT\`. The answer is input: the institution decides and closes the report
      at DICT. Records \`pix.infraction_notification.answered\` and leaves a job that takes the answer on; after the
      deadline or the decision it is refused with \`INFRACTION_NOTIFICATION_NOT_ANSWERABLE\`.`,
    ),
  },
}
