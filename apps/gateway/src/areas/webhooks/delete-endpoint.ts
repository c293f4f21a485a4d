import { webhooks } from '../../events/delivery/events.ts'
import { record } from '../../events/record.ts'
import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { EndpointPath, EndpointReply } from './endpoint.ts'
import { lockEndpoint, markEndpointDeleted } from './endpoint-store.ts'
import { endpointNotFound } from './errors.ts'
import { texts } from './texts.ts'

/**
 * Deletes an endpoint. The worker cancels its pending deliveries in batches, because there may be too many for one
 * request.
 */
export const deleteEndpoint = route({
  name: 'deleteEndpoint',
  ...texts.deleteEndpoint,
  method: 'DELETE',
  path: '/v1/webhooks/endpoints/:endpoint_id',
  params: EndpointPath,
  reply: { 200: EndpointReply },
  errors: [endpointNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const stored = found(await lockEndpoint(tx, params.endpoint_id), endpointNotFound)
      const endpoint = withNextVersion(stored, {}, tx.now)
      markEndpointDeleted(tx, endpoint)
      record(tx, webhooks.endpoint.deleted(endpoint))
      return endpoint
    })
  },
})
