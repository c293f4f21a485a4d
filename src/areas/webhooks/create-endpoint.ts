import { uuidv7 } from '../../base/ids.ts'
import type { Seal } from '../../base/sealed.ts'
import { record } from '../../events/record.ts'
import { makeSecret, spellSecret } from '../../events/signature.ts'
import { route } from '../../gate/route.ts'
import { ENDPOINTS_MAX, EndpointWithSecretReply, endpointShapes, newEndpoint, refuseUrl } from './endpoint.ts'
import { countEndpoints, insertEndpoint, namedNetworks } from './endpoint-store.ts'
import { endpointIdTaken, endpointLimitReached, endpointUrlRefused } from './errors.ts'
import { endpointHappened } from './events.ts'

export const createEndpoint = (eventTypes: readonly string[], seal: Seal) =>
  route({
    name: 'createEndpoint',
    summary: 'Create a webhook endpoint',
    method: 'POST',
    path: '/v1/webhooks/endpoints',
    body: endpointShapes(eventTypes).EndpointCreate,
    example: { url: 'https://hooks.example/new' },
    reply: { 201: EndpointWithSecretReply },
    errors: [endpointIdTaken, endpointLimitReached, endpointUrlRefused],

    async handle({ body, scope, now, transaction_uuid, transaction }) {
      const endpoint = newEndpoint(transaction_uuid ?? uuidv7(now.getTime()), scope.user_id, body, now)
      const secret = makeSecret()
      return transaction(async (tx) => {
        const [named, count] = await Promise.all([namedNetworks(tx), countEndpoints(tx)])
        refuseUrl(body.url, named)
        if (count >= ENDPOINTS_MAX) throw endpointLimitReached()
        if (!(await insertEndpoint(tx, endpoint, seal.close(secret, endpoint.id)))) throw endpointIdTaken()
        record(tx, endpointHappened('created', endpoint))
        return { ...endpoint, secret: spellSecret(secret) }
      })
    },
  })
