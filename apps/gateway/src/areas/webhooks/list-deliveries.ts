import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { closedEnum, Uuid } from '../../http/schema.ts'
import { DeliveryReply, deliveryStatuses } from './delivery.ts'
import { listDeliveriesOf } from './delivery-store.ts'
import { createdFilters } from './list-events.ts'
import { texts } from './texts.ts'

export const listDeliveries = route({
  name: 'listDeliveries',
  ...texts.listDeliveries,
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  query: PageQuery(['created_at'], {
    endpoint_id: Type.Optional(Uuid),
    event_id: Type.Optional(Uuid),
    status: Type.Optional(closedEnum(deliveryStatuses, 'Only this state.')),
    ...createdFilters,
  }),
  reply: { 200: PageReply(DeliveryReply) },
  errors: [],

  handle: ({ query, list }) => list((tx, page) => listDeliveriesOf(tx, query, page)),
})
