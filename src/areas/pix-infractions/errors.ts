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

export const infractionUnknown = fault({
  code: 'INFRACTION_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Infração desconhecida', 'en-US': 'Infraction unknown' },
  detail: {
    'pt-BR': 'Nenhum usuário tem uma notificação de infração com este id. Confira o id na lista de casos.',
    'en-US': 'No user has an infraction notification with this id. Check the id in the list of cases.',
  },
})

export const unclaimedReportUnknown = fault({
  code: 'UNCLAIMED_REPORT_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Notificação sem dono desconhecida', 'en-US': 'Unclaimed report unknown' },
  detail: {
    'pt-BR':
      'Nenhuma notificação sem dono tem este id. Se o pagamento foi ingerido desde então, ela é uma infração de mesmo id.',
    'en-US':
      'No unclaimed report has this id. If its payment was ingested meanwhile, it is an infraction with the same id.',
  },
})

export const infractionDecided = fault({
  code: 'INFRACTION_DECIDED',
  status: 409,
  title: { 'pt-BR': 'Infração já decidida', 'en-US': 'Infraction already decided' },
  detail: {
    'pt-BR': 'O veredito já foi dado, ou o relato foi encerrado ou cancelado no DICT. Leia o caso. Nada foi alterado.',
    'en-US':
      'The verdict was given before, or the report was closed or cancelled at DICT. Read the case. Nothing was changed.',
  },
})

export const verdictRulesBroken = fault({
  code: 'INFRACTION_VERDICT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Veredito incoerente', 'en-US': 'Verdict not coherent' },
  detail: {
    'pt-BR': 'O DICT recusaria o veredito, pelas regras listadas em errors. Nada foi alterado.',
    'en-US': 'DICT would refuse the verdict, by the rules listed in errors. Nothing was changed.',
  },
})

export const infractionFileUnknown = fault({
  code: 'INFRACTION_FILE_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Arquivo desconhecido', 'en-US': 'File unknown' },
  detail: {
    'pt-BR': 'O cliente não anexou este arquivo à sua resposta, ou os bytes não estão mais guardados.',
    'en-US': 'The client did not give this file with its answer, or its bytes are no longer kept.',
  },
})

export const fraudMarkerUnheard = fault({
  code: 'FRAUD_MARKER_UNHEARD',
  status: 503,
  title: { 'pt-BR': 'O DICT não foi ouvido', 'en-US': 'DICT did not respond' },
  detail: {
    'pt-BR':
      'O DICT pode ter feito a marcação ou a retirada, ou não. Repita o pedido; na criação, com o request_id desta resposta, que não faz uma segunda.',
    'en-US':
      'DICT may have made the mark or taken it back, or not. Repeat the request; a creation with the request_id of this answer, which makes no second one.',
  },
})

export const fraudMarkerRefused = fault({
  code: 'FRAUD_MARKER_REFUSED',
  status: 422,
  title: { 'pt-BR': 'Marcação recusada', 'en-US': 'Mark refused' },
  detail: {
    'pt-BR': 'O DICT recusou a marcação ou a retirada; dict_type diz por quê. Nada mudou no DICT.',
    'en-US': 'DICT rejected the mark or its cancellation; dict_type is the reason. Nothing has changed at DICT.',
  },
})

export const fraudMarkerRequestUsed = fault({
  code: 'FRAUD_MARKER_REQUEST_USED',
  status: 409,
  title: { 'pt-BR': 'request_id já usado', 'en-US': 'request_id already used' },
  detail: {
    'pt-BR': 'Este request_id foi usado para outro tipo de fraude. Repita com o mesmo tipo, ou não envie o request_id.',
    'en-US': 'This request_id was used for another kind of fraud. Repeat with the same kind, or send no request_id.',
  },
})
