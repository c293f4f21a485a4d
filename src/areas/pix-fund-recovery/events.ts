import Type from 'typebox'
import type { Text } from '../../base/language.ts'
import { type EventType, eventType } from '../../events/event-type.ts'
import { openEnum, Uuid } from '../../gate/schema.ts'
import { requestStatuses } from './status.ts'

const request = {
  fund_recovery_request_id: Uuid,
  wallet_id: Uuid,
  transaction_id: Uuid,
  status: openEnum(requestStatuses),
  refund_total_amount: Type.Integer(),
  failed_code: Type.Optional(Type.String()),
}

const told = (what: string, pt: string, en: string) => {
  const summary: Text = { 'pt-BR': pt, 'en-US': en }
  return eventType(`pix.fund_recovery_request.${what}`, summary, request)
}

export const fundRecoveryEventTypes: EventType[] = [
  told('created', 'Um pedido de recuperação foi criado.', 'A fund recovery request was created.'),
  told('evidence_attached', 'Arquivos foram anexados ao pedido.', 'Files were attached to the request.'),
  told('submitted', 'O DICT recebeu o pedido.', 'DICT has the request.'),
  told('tracked', 'O DICT rastreou o caminho do dinheiro.', 'DICT has followed the money.'),
  told('analysis_requested', 'Os bancos do caminho analisam.', 'The banks along the way are analysing.'),
  told('analysed', 'As análises terminaram.', 'The analyses are in.'),
  told(
    'refund_delayed',
    'As devoluções ainda não puderam ser pedidas, e o prazo para pedi-las está na metade.',
    'The refunds could not be asked for yet, and half of the time to do so is gone.',
  ),
  told('refund_requested', 'As devoluções foram pedidas.', 'The refunds were asked for.'),
  told('refund_received', 'Parte do dinheiro voltou.', 'A part of the money came back.'),
  told('completed_approved', 'O pedido terminou com dinheiro devolvido.', 'The request ended with money returned.'),
  told('completed_rejected', 'O pedido terminou sem devolução.', 'The request ended with nothing returned.'),
  told('canceled', 'O pedido foi cancelado.', 'The request was canceled.'),
  told('failed', 'O pedido falhou: failed_code diz por quê.', 'The request failed: failed_code says why.'),
]
