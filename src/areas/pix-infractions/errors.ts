import { fault } from '../../base/errors/fault.ts'

export const notificationNotFound = fault({
  code: 'INFRACTION_NOTIFICATION_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Notificação não encontrada', 'en-US': 'Notification not found' },
  detail: {
    'pt-BR':
      'Não há notificação de infração com este id nesta carteira. Confira o id, a carteira e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no infraction notification with this id in this wallet. Check the id, the wallet and the user on whose behalf the request runs.',
  },
})

export const notificationNotAnswerable = fault({
  code: 'INFRACTION_NOTIFICATION_NOT_ANSWERABLE',
  status: 422,
  title: { 'pt-BR': 'Notificação não aceita resposta', 'en-US': 'Notification takes no answer' },
  detail: {
    'pt-BR':
      'Esta notificação já foi respondida, encerrada ou cancelada. Leia-a para ver a situação. Nada foi alterado.',
    'en-US':
      'This notification was answered, closed or cancelled before. Read it to see its status. Nothing was changed.',
  },
})

export const answerRulesBroken = fault({
  code: 'INFRACTION_ANSWER_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Resposta incoerente', 'en-US': 'Answer not coherent' },
  detail: {
    'pt-BR': 'A resposta não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The answer breaks the rules listed in errors. Nothing was changed.',
  },
})
