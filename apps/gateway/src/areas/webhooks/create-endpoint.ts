import { holdEndings } from '../../events/delivery/delivery-barrier.ts'
import { webhooks } from '../../events/delivery/events.ts'
import { record } from '../../events/record.ts'
import { makeSecret, spellSecret } from '../../events/signature.ts'
import { route } from '../../http/route.ts'
import type { Cipher } from '../../platform/encryption.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { ENDPOINTS_MAX, EndpointWithSecretReply, endpointShapes, newEndpoint, refuseUrl } from './endpoint.ts'
import { countEndpoints, insertEndpoint } from './endpoint-store.ts'
import { endpointIdTaken, endpointLimitReached, endpointUrlRefused, ownersOnly, refuseOthers } from './errors.ts'
import { namedNetworks } from './network-store.ts'
import { texts } from './texts.ts'

export const createEndpoint = (eventTypes: readonly string[]) =>
  route({
    name: 'createEndpoint',
    ...texts.createEndpoint,
    method: 'POST',
    path: '/v1/webhooks/endpoints',
    body: endpointShapes(eventTypes).EndpointCreate,
    example: { url: 'https://hooks.example/new' },
    reply: { 201: EndpointWithSecretReply },
    errors: [endpointIdTaken, endpointLimitReached, endpointUrlRefused, ownersOnly],

    async handle({ body, scope, now, transaction_uuid, transaction }, { webhookSeal }: { webhookSeal: Cipher }) {
      if (body.scope === 'PRODUCT') refuseOthers(scope)
      const endpoint = newEndpoint(transaction_uuid ?? uuidv7(now.getTime()), scope, body, now)
      const secret = makeSecret()
      return transaction(async (tx) => {
        // A product's endpoint is deleted when the grant, the product or the user ends, so the creation must not
        // overlap with that.
        if (endpoint.product_id) await holdEndings(tx, [endpoint.user_id, endpoint.product_id])
        const [named, count] = await Promise.all([namedNetworks(tx), countEndpoints(tx)])
        refuseUrl(body.url, named)
        if (count >= ENDPOINTS_MAX) throw endpointLimitReached()
        if (!(await insertEndpoint(tx, endpoint, webhookSeal.close(secret, endpoint.id)))) throw endpointIdTaken()
        record(tx, webhooks.endpoint.created(endpoint))
        return { ...endpoint, secret: spellSecret(secret) }
      })
    },
  })
