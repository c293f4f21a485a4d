import { fault } from '../../platform/errors/fault.ts'

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
  title: { 'pt-BR': 'Notificação não aceita resposta', 'en-US': 'Notification accepts no answer' },
  detail: {
    'pt-BR':
      'Esta notificação de infração já foi respondida, encerrada ou cancelada. Consulte-a para ver a situação. Nada foi alterado.',
    'en-US':
      'This notification is already answered, closed or cancelled. Read it to see its status. Nothing was changed.',
  },
})

export const answerRulesBroken = fault({
  code: 'INFRACTION_ANSWER_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Resposta inválida', 'en-US': 'Answer not valid' },
  detail: {
    'pt-BR': 'A resposta não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The answer does not meet the rules listed in errors. Nothing was changed.',
  },
})

export const infractionUnknown = fault({
  code: 'INFRACTION_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Notificação de infração não encontrada', 'en-US': 'Infraction notification not found' },
  detail: {
    'pt-BR': 'Nenhum usuário tem uma notificação de infração com este id. Confira o id na lista de casos.',
    'en-US': 'No user has an infraction notification with this id. Check the id in the list of cases.',
  },
})

export const unclaimedReportUnknown = fault({
  code: 'UNCLAIMED_REPORT_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Notificação não identificada não encontrada', 'en-US': 'Unmatched infraction report not found' },
  detail: {
    'pt-BR':
      'Não há notificação não identificada com este id. Se a transação já foi recebida do core bancário, ela é agora uma notificação de infração com o mesmo id.',
    'en-US':
      'There is no unmatched infraction report with this id. If the core has sent its payment since, it is now an infraction notification with the same id.',
  },
})

export const infractionDecided = fault({
  code: 'INFRACTION_DECIDED',
  status: 409,
  title: { 'pt-BR': 'Notificação de infração já decidida', 'en-US': 'Infraction notification already decided' },
  detail: {
    'pt-BR':
      'A decisão já foi tomada, ou a notificação de infração foi encerrada ou cancelada no DICT. Consulte o caso. Nada foi alterado.',
    'en-US':
      'The verdict was already given, or the infraction report was closed or cancelled at DICT. Read the case. Nothing was changed.',
  },
})

export const verdictRulesBroken = fault({
  code: 'INFRACTION_VERDICT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Parecer inválido', 'en-US': 'Verdict not valid' },
  detail: {
    'pt-BR': 'O parecer não atende às regras do DICT listadas em errors. Nada foi alterado.',
    'en-US': 'The verdict does not meet the rules of DICT listed in errors. Nothing was changed.',
  },
})

export const infractionFileUnknown = fault({
  code: 'INFRACTION_FILE_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Arquivo não encontrado', 'en-US': 'File not found' },
  detail: {
    'pt-BR': 'O cliente não anexou este arquivo à resposta, ou o conteúdo não está mais armazenado.',
    'en-US': 'The client did not attach this file to its answer, or its content is no longer stored.',
  },
})

export const fraudMarkerUnheard = fault({
  code: 'FRAUD_MARKER_UNHEARD',
  status: 503,
  title: { 'pt-BR': 'O DICT não respondeu', 'en-US': 'DICT did not respond' },
  detail: {
    'pt-BR':
      'O DICT pode ter registrado ou cancelado a marcação de fraude, ou não. Repita a operação; na criação, com o request_id desta resposta, para não criar uma segunda marcação.',
    'en-US':
      'DICT may or may not have created or cancelled the fraud marker. Repeat the request; for a creation, send the request_id of this response, so that no second marker is created.',
  },
})

export const fraudMarkerRefused = fault({
  code: 'FRAUD_MARKER_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Marcação de fraude recusada', 'en-US': 'Fraud marker rejected' },
  detail: {
    'pt-BR':
      'O DICT recusou a marcação de fraude ou o seu cancelamento; dict_type informa o motivo. Nada mudou no DICT.',
    'en-US':
      'DICT rejected the fraud marker or its cancellation; dict_type is the reason. Nothing has changed at DICT.',
  },
})

export const fraudMarkerRequestUsed = fault({
  code: 'FRAUD_MARKER_REQUEST_USED',
  status: 409,
  title: { 'pt-BR': 'request_id já usado', 'en-US': 'request_id already used' },
  detail: {
    'pt-BR': 'Este request_id já foi usado com outro tipo de fraude. Repita com o mesmo tipo, ou não envie request_id.',
    'en-US':
      'This request_id was already used with another kind of fraud. Repeat with the same kind, or send no request_id.',
  },
})
