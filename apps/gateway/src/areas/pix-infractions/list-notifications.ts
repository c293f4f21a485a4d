import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum } from '../../http/schema.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { infractionTypes, NotificationReply, notificationStatuses } from './notification.ts'
import { listNotificationsOf } from './notification-store.ts'
import { texts } from './texts.ts'

export const listInfractionNotifications = route({
  name: 'listInfractionNotifications',
  ...texts.listInfractionNotifications,
  method: 'GET',
  path: '/v1/pix/compliance/infraction-notifications',
  query: PageQuery(['created_at', 'updated_at'], {
    status: Type.Optional(closedEnum(notificationStatuses, 'Only notifications in this status.')),
    infraction_type: Type.Optional(closedEnum(infractionTypes, 'Only notifications of this type.')),
    end_to_end_id: Type.Optional(Type.String({ maxLength: 32, description: 'Only about this payment.' })),
  }),
  reply: { 200: PageReply(NotificationReply) },
  errors: [],

  async handle({ query, scope, list }) {
    const wallet_id = walletOf(scope)
    return list((tx, page) => listNotificationsOf(tx, wallet_id, query, page))
  },
})
