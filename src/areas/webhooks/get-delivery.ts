import { route } from '../../gate/route.ts'
import { DeliveryPath, DeliveryReply } from './delivery.ts'
import { findDelivery } from './delivery-store.ts'
import { deliveryNotFound } from './errors.ts'

export const getDelivery = route({
  name: 'getDelivery',
  summary: 'Get a webhook delivery with its attempts',
  method: 'GET',
  path: '/v1/webhooks/deliveries/:delivery_id',
  params: DeliveryPath,
  reply: { 200: DeliveryReply },
  errors: [deliveryNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const delivery = await findDelivery(tx, params.delivery_id)
      if (!delivery) throw deliveryNotFound()
      return delivery
    })
  },
})
