import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reasoned } from '../../../backoffice/reason.ts'
import { DeliveryReply } from '../delivery.ts'
import { deliveryNotFound, endpointDisabled } from '../errors.ts'
import { resend } from '../resend-delivery.ts'
import { UserDeliveryPath } from './shapes.ts'

export const resendUserDelivery = deskRoute({
  name: 'resendUserDelivery',
  summary: 'Send a webhook of a user again',
  method: 'POST',
  path: '/v1/users/:user_id/webhooks/deliveries/:delivery_id/resend',
  roles: ['operator'],
  params: UserDeliveryPath,
  body: Reasoned,
  example: { reason: 'their database was restored' },
  reply: { 200: DeliveryReply },
  errors: [deliveryNotFound, endpointDisabled],

  handle: ({ params: { user_id, delivery_id }, body: { reason }, act }) =>
    act({
      user_id,
      subject: { type: 'webhook_delivery', id: delivery_id },
      reason,
      work: async (tx) => ({ answer: await resend(tx, delivery_id) }),
    }),
})
