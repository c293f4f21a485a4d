import { route } from '../../http/route.ts'
import { walletOf } from '../../http/scope/scope.ts'
import { notificationNotFound } from './errors.ts'
import { NotificationPath, NotificationReply } from './notification.ts'
import { findNotification } from './notification-store.ts'
import { texts } from './texts.ts'

export const getInfractionNotification = route({
  name: 'getInfractionNotification',
  ...texts.getInfractionNotification,
  method: 'GET',
  path: '/v1/pix/compliance/infraction-notifications/:id',
  params: NotificationPath,
  brief: true,
  reply: { 200: NotificationReply },
  errors: [notificationNotFound],

  async handle({ params, scope, transaction }) {
    const wallet_id = walletOf(scope)
    return transaction(async (tx) => {
      const notification = await findNotification(tx, params.id)
      if (notification?.wallet_id !== wallet_id) throw notificationNotFound()
      return notification
    })
  },
})
