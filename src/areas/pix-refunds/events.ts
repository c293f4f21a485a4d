import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'
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
        'pt-BR': 'Outro banco pede um valor de volta: o core paga `amount` até `due_date` e informa o pagamento.',
        'en-US': 'Another bank asks money back: the core pays `amount` until `due_date` and reports the payment.',
      },
      refund,
    ),
    refunded: event(
      'pix.refund_request.refunded',
      {
        'pt-BR': 'O valor pedido foi devolvido por inteiro; o DICT será informado.',
        'en-US': 'The whole requested amount was sent back; DICT will be informed.',
      },
      refund,
    ),
    partially_refunded: event(
      'pix.refund_request.partially_refunded',
      {
        'pt-BR': 'Parte do valor pedido foi devolvida; o DICT será informado.',
        'en-US': 'A part of the requested amount was sent back; DICT will be informed.',
      },
      refund,
    ),
    rejected: event(
      'pix.refund_request.rejected',
      {
        'pt-BR': 'Nada foi devolvido, com o motivo no pedido; o DICT será informado.',
        'en-US': 'Nothing was sent back, for the reason in the request; DICT will be informed.',
      },
      refund,
    ),
    payment_added: event(
      'pix.refund_request.payment_added',
      {
        'pt-BR':
          'Mais um pagamento foi informado depois da resposta, de uma conta monitorada ou de um pedido cancelado.',
        'en-US': 'A further payment was reported after the answer, of a monitored account or a cancelled request.',
      },
      refund,
    ),
    deadline_missed: event(
      'pix.refund_request.deadline_missed',
      {
        'pt-BR': 'O prazo acabou e o DICT não foi informado: o core paga ou recusa já, e informa.',
        'en-US':
          'The deadline has passed without an answer to DICT: the core must pay or reject at once, and report it.',
      },
      refund,
    ),
    payment_corrected: event(
      'pix.refund_request.payment_corrected',
      {
        'pt-BR': 'O id de um pagamento que o DICT não aceitou foi corrigido; nada mais se moveu.',
        'en-US': 'The id of a payment that DICT did not take was corrected; nothing more has moved.',
      },
      refund,
    ),
    closed: event(
      'pix.refund_request.closed',
      { 'pt-BR': 'O pedido foi encerrado no DICT.', 'en-US': 'The request was closed at DICT.' },
      refund,
    ),
    cancelled: event(
      'pix.refund_request.cancelled',
      {
        'pt-BR': 'O banco que pediu o valor voltou atrás: nada mais é devido.',
        'en-US': 'The bank that asked took its request back: nothing more is due.',
      },
      refund,
    ),
  },
}
