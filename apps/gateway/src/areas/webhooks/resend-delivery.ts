import { route } from '../../http/route.ts'
import type { Tx } from '../../http/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import { type Delivery, DeliveryPath, DeliveryReply } from './delivery.ts'
import { findDelivery, rearmDelivery } from './delivery-store.ts'
import { findEndpoint } from './endpoint-store.ts'
import { deliveryNotFound, endpointDisabled } from './errors.ts'
import { texts } from './texts.ts'

/**
 * Sends an event to an endpoint again, also after a success. The webhook-id stays the same, so that the receiver
 * detects the duplicate.
 */
export const resendDelivery = route({
  name: 'resendDelivery',
  ...texts.resendDelivery,
  method: 'POST',
  path: '/v1/webhooks/deliveries/:delivery_id/resend',
  params: DeliveryPath,
  repeatable: true,
  reply: { 200: DeliveryReply },
  errors: [deliveryNotFound, endpointDisabled],

  handle: ({ params, transaction }) => transaction((tx) => resend(tx, params.delivery_id)),
})

export async function resend(tx: Tx, delivery_id: string): Promise<Delivery> {
  const stored = found(await findDelivery(tx, delivery_id), deliveryNotFound)
  const endpoint = await findEndpoint(tx, stored.endpoint_id)
  if (!endpoint?.enabled) throw endpointDisabled()
  return rearmDelivery(tx, stored)
}
