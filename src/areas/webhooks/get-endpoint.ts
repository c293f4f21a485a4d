import { route } from '../../gate/route.ts'
import { EndpointPath, EndpointReply } from './endpoint.ts'
import { findEndpoint } from './endpoint-store.ts'
import { endpointNotFound } from './errors.ts'

export const getEndpoint = route({
  name: 'getEndpoint',
  summary: 'Get a webhook endpoint',
  method: 'GET',
  path: '/v1/webhooks/endpoints/:endpoint_id',
  params: EndpointPath,
  reply: { 200: EndpointReply },
  errors: [endpointNotFound],

  async handle({ params, transaction }) {
    return transaction(async (tx) => {
      const endpoint = await findEndpoint(tx, params.endpoint_id)
      if (!endpoint) throw endpointNotFound()
      return endpoint
    })
  },
})
