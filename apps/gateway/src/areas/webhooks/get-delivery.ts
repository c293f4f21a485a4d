import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { DeliveryPath, DeliveryReply } from './delivery.ts'
import { findDelivery } from './delivery-store.ts'
import { deliveryNotFound } from './errors.ts'
import { texts } from './texts.ts'

export const getDelivery = route({
  name: 'getDelivery',
  ...texts.getDelivery,
  method: 'GET',
  path: '/v1/webhooks/deliveries/:delivery_id',
  params: DeliveryPath,
  brief: true,
  reply: { 200: DeliveryReply },
  errors: [deliveryNotFound],

  handle: ({ params, transaction }) =>
    transaction(async (tx) => found(await findDelivery(tx, params.delivery_id), deliveryNotFound)),
})
