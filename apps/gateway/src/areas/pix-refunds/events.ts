import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'
import { type RefundRequest, refundReasons, refundStatuses } from './refund-request.ts'

const refund = about(
  'refund_requests',
  {
    refund_request_id: Uuid,
    wallet_id: Uuid,
    transaction_id: Uuid,
    infraction_notification_id: Type.Optional(Uuid),
    funds_recovery_id: Type.Optional(Uuid),
    reason: openEnum(refundReasons),
    status: openEnum(refundStatuses),
    amount: Type.Integer(),
    paid_amount: Type.Integer(),
    due_date: DateTime,
    monitored_until: Type.Optional(DateTime),
  },
  (told: RefundRequest) => ({
    refund_request_id: told.id,
    wallet_id: told.wallet_id,
    transaction_id: told.transaction_id,
    infraction_notification_id: told.infraction_notification_id,
    funds_recovery_id: told.funds_recovery_id,
    reason: told.reason,
    status: told.status,
    amount: told.amount,
    paid_amount: told.paid_amount,
    due_date: told.due_date,
    monitored_until: told.monitored_until,
  }),
)

export const pix = {
  refund_request: {
    received: event(
      'pix.refund_request.received',
      {
        'pt-BR':
          'Outra instituição solicitou uma devolução: o core bancário paga `amount` até `due_date` e informa o pagamento.',
        'en-US':
          'Another institution requested a refund: the core pays `amount` by `due_date` and reports the payment.',
      },
      refund,
    ),
    refunded: event(
      'pix.refund_request.refunded',
      {
        'pt-BR': 'O valor solicitado foi devolvido integralmente; o gateway informa o DICT.',
        'en-US': 'The requested amount was fully refunded; the gateway reports it to DICT.',
      },
      refund,
    ),
    partially_refunded: event(
      'pix.refund_request.partially_refunded',
      {
        'pt-BR': 'Parte do valor solicitado foi devolvida; o gateway informa o DICT.',
        'en-US': 'A part of the requested amount was refunded; the gateway reports it to DICT.',
      },
      refund,
    ),
    rejected: event(
      'pix.refund_request.rejected',
      {
        'pt-BR': 'Nada foi devolvido, pelo motivo na solicitação; o gateway informa o DICT.',
        'en-US': 'Nothing was refunded, for the reason in the request; the gateway reports it to DICT.',
      },
      refund,
    ),
    payment_added: event(
      'pix.refund_request.payment_added',
      {
        'pt-BR':
          'Mais um pagamento foi informado depois da resposta, de uma conta monitorada ou de uma solicitação cancelada.',
        'en-US': 'Another payment was reported after the answer, for a monitored account or a cancelled request.',
      },
      refund,
    ),
    deadline_missed: event(
      'pix.refund_request.deadline_missed',
      {
        'pt-BR': 'O prazo terminou sem resposta ao DICT: o core bancário deve pagar ou recusar agora, e informar.',
        'en-US':
          'The deadline has passed without an answer to DICT: the core must pay or reject at once, and report it.',
      },
      refund,
    ),
    payment_corrected: event(
      'pix.refund_request.payment_corrected',
      {
        'pt-BR': 'O id de um pagamento que o DICT não aceitou foi corrigido; nenhum outro valor foi movimentado.',
        'en-US': 'The id of a payment that DICT did not accept was corrected; no other money moved.',
      },
      refund,
    ),
    closed: event(
      'pix.refund_request.closed',
      {
        'pt-BR': 'A solicitação de devolução foi encerrada no DICT.',
        'en-US': 'The refund request was closed at DICT.',
      },
      refund,
    ),
    cancelled: event(
      'pix.refund_request.cancelled',
      {
        'pt-BR': 'A instituição solicitante cancelou a solicitação de devolução: nada mais é devido.',
        'en-US': 'The requesting institution cancelled the refund request: nothing more is due.',
      },
      refund,
    ),
  },
}
