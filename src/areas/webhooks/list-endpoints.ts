import { PageQuery, PageReply } from '../../gate/page.ts'
import { route } from '../../gate/route.ts'
import { EndpointReply } from './endpoint.ts'
import { listEndpointsOf } from './endpoint-store.ts'

export const listEndpoints = route({
  name: 'listEndpoints',
  summary: 'List webhook endpoints',
  method: 'GET',
  path: '/v1/webhooks/endpoints',
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(EndpointReply) },
  errors: [],

  async handle({ page, transaction }) {
    const cut = page()
    return transaction(async (tx) => cut.answer(await listEndpointsOf(tx, cut)))
  },
})
