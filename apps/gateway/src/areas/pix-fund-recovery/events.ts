import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { openEnum, Uuid } from '../../http/schema.ts'
import { type Request, requestStatuses } from './request.ts'

const request = about(
  'fund_recovery_requests',
  {
    fund_recovery_request_id: Uuid,
    wallet_id: Uuid,
    transaction_id: Uuid,
    status: openEnum(requestStatuses),
    refund_total_amount: Type.Integer(),
    failed_code: Type.Optional(Type.String()),
  },
  ({ id, wallet_id, transaction_id, status, refund_total_amount, failed_code }: Request) => ({
    fund_recovery_request_id: id,
    wallet_id,
    transaction_id,
    status,
    refund_total_amount,
    failed_code,
  }),
)

export const pix = {
  fund_recovery_request: {
    created: event(
      'pix.fund_recovery_request.created',
      { 'pt-BR': 'Um pedido de recuperação de valores foi criado.', 'en-US': 'A fund recovery request was created.' },
      request,
    ),
    evidence_attached: event(
      'pix.fund_recovery_request.evidence_attached',
      { 'pt-BR': 'Arquivos foram anexados ao pedido.', 'en-US': 'Files were attached to the request.' },
      request,
    ),
    updated: event(
      'pix.fund_recovery_request.updated',
      {
        'pt-BR': 'A descrição ou o contato do pedido foi alterado.',
        'en-US': 'The description or the contact of the request was changed.',
      },
      request,
    ),
    submission_delayed: event(
      'pix.fund_recovery_request.submission_delayed',
      {
        'pt-BR': 'O DICT ainda não aceitou o pedido, que é enviado novamente: waiting_code informa o motivo.',
        'en-US': 'DICT has not accepted the request yet, and the gateway sends it again: waiting_code is the reason.',
      },
      request,
      { waiting_code: Type.String() },
    ),
    submitted: event(
      'pix.fund_recovery_request.submitted',
      { 'pt-BR': 'O DICT recebeu o pedido.', 'en-US': 'DICT received the request.' },
      request,
    ),
    tracked: event(
      'pix.fund_recovery_request.tracked',
      { 'pt-BR': 'O DICT rastreou o caminho dos valores.', 'en-US': 'DICT has tracked the money.' },
      request,
    ),
    analysis_requested: event(
      'pix.fund_recovery_request.analysis_requested',
      {
        'pt-BR': 'As instituições do caminho analisam as transações.',
        'en-US': 'The institutions on the path are analysing the transactions.',
      },
      request,
    ),
    analysed: event(
      'pix.fund_recovery_request.analysed',
      {
        'pt-BR': 'As instituições concluíram as análises.',
        'en-US': 'The institutions have completed their analyses.',
      },
      request,
    ),
    refund_delayed: event(
      'pix.fund_recovery_request.refund_delayed',
      {
        'pt-BR': 'As devoluções ainda não puderam ser solicitadas, e metade do prazo já passou.',
        'en-US': 'The refunds could not be requested yet, and half of the time to request them has passed.',
      },
      request,
    ),
    refund_refused: event(
      'pix.fund_recovery_request.refund_refused',
      {
        'pt-BR':
          'O DICT não aceita mais a solicitação das devoluções: failed_code informa o motivo. O pedido continua a acompanhar a situação no DICT.',
        'en-US':
          'DICT no longer accepts the request for the refunds: failed_code is the reason. The request still follows the state at DICT.',
      },
      request,
    ),
    refund_requested: event(
      'pix.fund_recovery_request.refund_requested',
      { 'pt-BR': 'As devoluções foram solicitadas.', 'en-US': 'The refunds were requested.' },
      request,
    ),
    refund_received: event(
      'pix.fund_recovery_request.refund_received',
      { 'pt-BR': 'Parte do valor foi devolvida.', 'en-US': 'A part of the money was returned.' },
      request,
    ),
    refund_credited: event(
      'pix.fund_recovery_request.refund_credited',
      {
        'pt-BR': 'O crédito de uma devolução foi encontrado na carteira: credit_transaction_id identifica a transação.',
        'en-US': 'The credit of a refund was found in the wallet: credit_transaction_id identifies the transaction.',
      },
      request,
      { refund_id: Uuid, credit_transaction_id: Uuid },
    ),
    completed_approved: event(
      'pix.fund_recovery_request.completed_approved',
      { 'pt-BR': 'O pedido terminou com valores devolvidos.', 'en-US': 'The request ended with money returned.' },
      request,
    ),
    completed_rejected: event(
      'pix.fund_recovery_request.completed_rejected',
      { 'pt-BR': 'O pedido terminou sem devolução.', 'en-US': 'The request ended with nothing returned.' },
      request,
    ),
    canceled: event(
      'pix.fund_recovery_request.canceled',
      { 'pt-BR': 'O pedido foi cancelado.', 'en-US': 'The request was canceled.' },
      request,
    ),
    failed: event(
      'pix.fund_recovery_request.failed',
      {
        'pt-BR': 'O pedido falhou: failed_code informa o motivo.',
        'en-US': 'The request failed: failed_code is the reason.',
      },
      request,
    ),
  },
}
