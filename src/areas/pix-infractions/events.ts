import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'
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
        'pt-BR': 'Outro banco relatou uma infração em uma transação da carteira.',
        'en-US': 'Another bank reported an infraction in a transaction of the wallet.',
      },
      notification,
    ),
    acknowledged: event(
      'pix.infraction_notification.acknowledged',
      {
        'pt-BR': 'O DICT sabe que a notificação foi recebida.',
        'en-US': 'DICT knows that the notification was received.',
      },
      notification,
    ),
    reminded: event(
      'pix.infraction_notification.reminded',
      {
        'pt-BR': 'O prazo para responder à notificação está perto do fim.',
        'en-US': 'The time to answer the notification is nearly over.',
      },
      notification,
    ),
    answered: event(
      'pix.infraction_notification.answered',
      {
        'pt-BR': 'O cliente respondeu à notificação; a instituição decide.',
        'en-US': 'The client answered the notification; the institution decides.',
      },
      notification,
    ),
    defaulted: event(
      'pix.infraction_notification.defaulted',
      {
        'pt-BR': 'Sem decisão no prazo, vale o veredito que o operador configurou; está a caminho do DICT.',
        'en-US': 'Without a decision in time, the verdict the operator configured counts; it is on its way to DICT.',
      },
      notification,
    ),
    closed: event(
      'pix.infraction_notification.closed',
      { 'pt-BR': 'A notificação foi encerrada no DICT.', 'en-US': 'The notification was closed at DICT.' },
      notification,
    ),
    cancelled: event(
      'pix.infraction_notification.cancelled',
      {
        'pt-BR': 'O banco que relatou a infração voltou atrás; o que não foi devolvido é liberado.',
        'en-US': 'The bank that reported the infraction took it back; what was not returned is released.',
      },
      notification,
    ),
    questioned: event(
      'pix.infraction_notification.questioned',
      {
        'pt-BR': 'A instituição pergunta ao cliente antes de decidir; a pergunta está na notificação.',
        'en-US': 'The institution asks the client before it decides; the question is in the notification.',
      },
      notification,
    ),
    decided: event(
      'pix.infraction_notification.decided',
      {
        'pt-BR': 'A instituição decidiu; o veredito está a caminho do DICT.',
        'en-US': 'The institution decided; the verdict is on its way to DICT.',
      },
      notification,
    ),
    updated: event(
      'pix.infraction_notification.updated',
      {
        'pt-BR': 'O banco que relatou a infração mudou o que diz dela: os detalhes, a situação ou o valor.',
        'en-US': 'The participant that reported the infraction changed the details, the situation or the amount.',
      },
      notification,
    ),
    returned: event(
      'pix.infraction_notification.returned',
      {
        'pt-BR': 'O valor contestado foi devolvido por inteiro, segundo o pagamento informado.',
        'en-US': 'The contested amount was returned whole, by the payment that was reported.',
      },
      notification,
    ),
    partially_returned: event(
      'pix.infraction_notification.partially_returned',
      {
        'pt-BR': 'Parte do valor contestado foi devolvida, segundo o pagamento informado.',
        'en-US': 'A part of the contested amount was returned, by the payment that was reported.',
      },
      notification,
    ),
    released: event(
      'pix.infraction_notification.released',
      {
        'pt-BR': 'Nada foi devolvido do valor retido, que é liberado.',
        'en-US': 'Nothing of what was held was returned; it is released.',
      },
      notification,
    ),
  },
}
