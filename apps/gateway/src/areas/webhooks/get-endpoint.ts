import { route } from '../../http/route.ts'
import { found } from '../../platform/errors/fault.ts'
import { EndpointPath, EndpointReply } from './endpoint.ts'
import { findEndpoint } from './endpoint-store.ts'
import { endpointNotFound } from './errors.ts'
import { texts } from './texts.ts'

export const getEndpoint = route({
  name: 'getEndpoint',
  ...texts.getEndpoint,
  method: 'GET',
  path: '/v1/webhooks/endpoints/:endpoint_id',
  params: EndpointPath,
  brief: true,
  reply: { 200: EndpointReply },
  errors: [endpointNotFound],

  handle: ({ params, transaction }) =>
    transaction(async (tx) => found(await findEndpoint(tx, params.endpoint_id), endpointNotFound)),
})
