import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { DateTime, openEnum, Uuid } from '../../http/schema.ts'
import { blockedAmounts, type Notification, notificationStatuses } from './notification.ts'

const notification = about(
  'infraction_notifications',
  {
    infraction_notification_id: Uuid,
    wallet_id: Uuid,
    transaction_id: Uuid,
    funds_recovery_id: Type.Optional(Uuid),
    status: openEnum(notificationStatuses),
    blocked_amount_status: openEnum(blockedAmounts),
    amount: Type.Optional(Type.Integer()),
    blocked_amount: Type.Optional(Type.Integer()),
    returned_amount: Type.Optional(Type.Integer()),
    due_date: DateTime,
  },
  (told: Notification) => ({
    infraction_notification_id: told.id,
    wallet_id: told.wallet_id,
    transaction_id: told.transaction_id,
    funds_recovery_id: told.funds_recovery_id,
    status: told.status,
    blocked_amount_status: told.blocked_amount_status,
    amount: told.amount,
    // The amount that the core must keep blocked from now on.
    blocked_amount: isHeld(told.blocked_amount_status) ? told.amount : 0,
    returned_amount: told.returned_amount,
    due_date: told.due_date,
  }),
)

const isHeld = (block: string) => block === 'BLOCKED' || block === 'HELD_FOR_REFUND'

export const pix = {
  infraction_notification: {
    received: event(
      'pix.infraction_notification.received',
      {
        'pt-BR': 'Outra instituição notificou uma infração em uma transação da carteira.',
        'en-US': 'Another institution reported an infraction in a transaction of the wallet.',
      },
      notification,
    ),
    acknowledged: event(
      'pix.infraction_notification.acknowledged',
      {
        'pt-BR': 'O recebimento da notificação de infração foi confirmado ao DICT.',
        'en-US': 'The gateway acknowledged the notification to DICT.',
      },
      notification,
    ),
    reminded: event(
      'pix.infraction_notification.reminded',
      {
        'pt-BR': 'O prazo para responder à notificação de infração está próximo do fim.',
        'en-US': 'The deadline to answer the notification is near.',
      },
      notification,
    ),
    answered: event(
      'pix.infraction_notification.answered',
      {
        'pt-BR': 'O cliente respondeu à notificação de infração; a decisão cabe à instituição.',
        'en-US': 'The client answered the notification; the institution decides.',
      },
      notification,
    ),
    defaulted: event(
      'pix.infraction_notification.defaulted',
      {
        'pt-BR': 'Sem decisão no prazo, vale o parecer configurado pelo operador; o gateway o envia ao DICT.',
        'en-US': 'No decision was made in time: the gateway sends DICT the verdict that the operator configured.',
      },
      notification,
    ),
    closed: event(
      'pix.infraction_notification.closed',
      { 'pt-BR': 'A notificação de infração foi encerrada no DICT.', 'en-US': 'The notification was closed at DICT.' },
      notification,
    ),
    cancelled: event(
      'pix.infraction_notification.cancelled',
      {
        'pt-BR': 'A instituição que notificou a infração cancelou a notificação; o valor não devolvido é liberado.',
        'en-US':
          'The institution that reported the infraction cancelled its report; the amount not returned is released.',
      },
      notification,
    ),
    questioned: event(
      'pix.infraction_notification.questioned',
      {
        'pt-BR':
          'A instituição pediu informações ao cliente antes de decidir; a pergunta está na notificação de infração.',
        'en-US': 'The institution asks the client before it decides; the question is in the notification.',
      },
      notification,
    ),
    decided: event(
      'pix.infraction_notification.decided',
      {
        'pt-BR': 'A instituição decidiu; o gateway envia o parecer ao DICT.',
        'en-US': 'The institution decided; the gateway sends the verdict to DICT.',
      },
      notification,
    ),
    updated: event(
      'pix.infraction_notification.updated',
      {
        'pt-BR': 'A instituição que notificou a infração alterou os detalhes, a situação ou o valor.',
        'en-US': 'The institution that reported the infraction changed the details, the situation or the amount.',
      },
      notification,
    ),
    returned: event(
      'pix.infraction_notification.returned',
      {
        'pt-BR': 'O valor contestado foi devolvido integralmente, segundo o pagamento informado.',
        'en-US': 'The contested amount was fully returned, according to the reported payment.',
      },
      notification,
    ),
    partially_returned: event(
      'pix.infraction_notification.partially_returned',
      {
        'pt-BR': 'Parte do valor contestado foi devolvida, segundo o pagamento informado.',
        'en-US': 'A part of the contested amount was returned, according to the reported payment.',
      },
      notification,
    ),
    released: event(
      'pix.infraction_notification.released',
      {
        'pt-BR': 'Nenhuma parte do valor bloqueado foi devolvida, e ele é liberado.',
        'en-US': 'No part of the blocked amount was returned, and it is released.',
      },
      notification,
    ),
  },
}
