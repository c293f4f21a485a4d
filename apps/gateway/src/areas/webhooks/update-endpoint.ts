import { webhooks } from '../../events/delivery/events.ts'
import { record } from '../../events/record.ts'
import { preconditionFailed } from '../../http/faults.ts'
import { matchesVersion } from '../../http/if-match.ts'
import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { applyPatch, EndpointPath, EndpointReply, endpointShapes, refuseUrl } from './endpoint.ts'
import { lockEndpoint, saveEndpoint } from './endpoint-store.ts'
import { endpointNotFound, endpointUrlRefused } from './errors.ts'
import { namedNetworks } from './network-store.ts'
import { texts } from './texts.ts'

/** Changes, disables or enables an endpoint. Only the fields sent are applied. */
export const updateEndpoint = (eventTypes: readonly string[]) =>
  route({
    name: 'updateEndpoint',
    ...texts.updateEndpoint,
    method: 'PATCH',
    path: '/v1/webhooks/endpoints/:endpoint_id',
    params: EndpointPath,
    body: endpointShapes(eventTypes).EndpointPatch,
    example: { description: 'books', event_types: null },
    reply: { 200: EndpointReply },
    errors: [endpointNotFound, endpointUrlRefused, preconditionFailed],

    async handle({ params, body, if_match, transaction }) {
      return transaction(async (tx) => {
        const [there, named] = await Promise.all([lockEndpoint(tx, params.endpoint_id), namedNetworks(tx)])
        const stored = found(there, endpointNotFound)
        if (!matchesVersion(if_match, stored.version)) throw preconditionFailed()
        if (body.url !== undefined) refuseUrl(body.url, named)
        const endpoint = applyPatch(stored, body, tx.now)
        saveEndpoint(tx, endpoint)
        record(tx, webhooks.endpoint.updated(endpoint, { changed: Object.keys(body).toSorted() }))
        return endpoint
      })
    },
  })
