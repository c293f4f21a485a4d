import { webhooks } from '../../events/delivery/events.ts'
import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { EndpointPath } from './endpoint.ts'
import { lockEndpoint } from './endpoint-store.ts'
import { endpointDisabled, endpointNotFound } from './errors.ts'
import { EventReply } from './event.ts'
import { texts } from './texts.ts'

/** Sends a test event to this endpoint alone. The result appears in the deliveries of that event. */
export const testEndpoint = route({
  name: 'testEndpoint',
  ...texts.testEndpoint,
  method: 'POST',
  path: '/v1/webhooks/endpoints/:endpoint_id/test',
  params: EndpointPath,
  repeatable: true,
  reply: { 201: EventReply },
  errors: [endpointNotFound, endpointDisabled],

  async handle({ params, now, transaction }) {
    return transaction(async (tx) => {
      const endpoint = found(await lockEndpoint(tx, params.endpoint_id), endpointNotFound)
      if (!endpoint.enabled) throw endpointDisabled()
      const { product_id } = endpoint
      const test = { id: uuidv7(now.getTime()), product_id, version: 1, endpoint_id: endpoint.id } as const
      return record(tx, webhooks.endpoint.tested(test), { endpoint_id: endpoint.id })
    })
  },
})
