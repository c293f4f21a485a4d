import Type from 'typebox'
import { adminRoles } from '../../../backoffice/admin/shapes.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { closedEnum, Uuid } from '../../../http/schema.ts'
import { DeliveryReply, deliveryStatuses } from '../delivery.ts'
import { listDeliveriesOf } from '../delivery-store.ts'
import { UserPath } from './shapes.ts'

export const listUserDeliveries = deskRoute({
  name: 'listUserDeliveries',
  summary: 'List the webhook deliveries of a user with their attempts',
  method: 'GET',
  path: '/v1/users/:user_id/webhooks/deliveries',
  roles: adminRoles,
  params: UserPath,
  query: PageQuery(['created_at'], {
    endpoint_id: Type.Optional(Uuid),
    event_id: Type.Optional(Uuid),
    status: Type.Optional(closedEnum(deliveryStatuses, 'Only this state.')),
  }),
  reply: { 200: PageReply(DeliveryReply) },
  errors: [],

  handle({ params: { user_id }, query, page, lookAt }) {
    const cut = page()
    return lookAt(user_id, async (tx) => cut.answer(await listDeliveriesOf(tx, query, cut)))
  },
})
