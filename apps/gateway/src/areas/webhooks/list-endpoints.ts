import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { EndpointReply } from './endpoint.ts'
import { listEndpointsOf } from './endpoint-store.ts'
import { texts } from './texts.ts'

export const listEndpoints = route({
  name: 'listEndpoints',
  ...texts.listEndpoints,
  method: 'GET',
  path: '/v1/webhooks/endpoints',
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(EndpointReply) },
  errors: [],

  handle: ({ list }) => list((tx, page) => listEndpointsOf(tx, page)),
})
