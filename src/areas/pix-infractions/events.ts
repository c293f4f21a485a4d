import Type from 'typebox'
import { about, event } from '../../events/event.ts'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'
import { blockedAmounts, type Notification, notificationStatuses } from './notification.ts'

const notification = about(
  {
    infraction_notification_id: Uuid,
    wallet_id: Uuid,
    transaction_id: Uuid,
    funds_recovery_id: Type.Optional(Uuid),
    status: openEnum(notificationStatuses),
    blocked_amount_status: openEnum(blockedAmounts),
    due_date: DateTime,
  },
  ({ id, wallet_id, transaction_id, funds_recovery_id, status, blocked_amount_status, due_date }: Notification) => ({
    infraction_notification_id: id,
    wallet_id,
    transaction_id,
    funds_recovery_id,
    status,
    blocked_amount_status,
    due_date,
  }),
)

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
        'pt-BR': 'A notificação foi respondida; a resposta está a caminho do DICT.',
        'en-US': 'The notification was answered; the answer is on its way to DICT.',
      },
      notification,
    ),
    defaulted: event(
      'pix.infraction_notification.defaulted',
      {
        'pt-BR': 'Sem resposta no prazo, vale o veredito que o operador configurou.',
        'en-US': 'Without an answer in time, the verdict the operator configured counts.',
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
        'pt-BR': 'O banco que relatou a infração voltou atrás; o valor contestado foi liberado.',
        'en-US': 'The bank that reported the infraction took it back; the contested amount was released.',
      },
      notification,
    ),
  },
}
