import Type from 'typebox'
import type { Text } from '../../base/language.ts'
import { type EventType, eventType } from '../../events/event-type.ts'
import { DateTime, openEnum, Uuid } from '../../gate/schema.ts'
import { notificationStatuses } from './status.ts'

const notification = {
  infraction_notification_id: Uuid,
  wallet_id: Uuid,
  transaction_id: Uuid,
  funds_recovery_id: Type.Optional(Uuid),
  status: openEnum(notificationStatuses),
  blocked_amount_status: openEnum(['BLOCKED', 'RELEASED', 'RETURNED']),
  due_date: DateTime,
}

const told = (what: string, summary: Text) => eventType(`pix.infraction_notification.${what}`, summary, notification)

export const infractionEventTypes: EventType[] = [
  told('received', {
    'pt-BR': 'Outro banco relatou uma infração em uma transação da carteira.',
    'en-US': 'Another bank reported an infraction in a transaction of the wallet.',
  }),
  told('acknowledged', {
    'pt-BR': 'O DICT sabe que a notificação foi recebida.',
    'en-US': 'DICT knows that the notification was received.',
  }),
  told('reminded', {
    'pt-BR': 'O prazo para responder à notificação está perto do fim.',
    'en-US': 'The time to answer the notification is nearly over.',
  }),
  told('answered', {
    'pt-BR': 'A notificação foi respondida; a resposta está a caminho do DICT.',
    'en-US': 'The notification was answered; the answer is on its way to DICT.',
  }),
  told('defaulted', {
    'pt-BR': 'Sem resposta no prazo, vale o veredito que o operador configurou.',
    'en-US': 'Without an answer in time, the verdict the operator configured counts.',
  }),
  told('closed', {
    'pt-BR': 'A notificação foi encerrada no DICT.',
    'en-US': 'The notification was closed at DICT.',
  }),
  told('cancelled', {
    'pt-BR': 'O banco que relatou a infração voltou atrás; o valor contestado foi liberado.',
    'en-US': 'The bank that reported the infraction took it back; the contested amount was released.',
  }),
]
