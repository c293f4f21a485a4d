import Type from 'typebox'
import { PageQuery, PageReply } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { RequestReply } from './request.ts'
import { listRequestsOf } from './request-store.ts'
import { texts } from './texts.ts'

export const listRequests = route({
  name: 'listRequests',
  ...texts.listRequests,
  method: 'GET',
  path: '/v1/requests',
  query: PageQuery(['created_at'], {
    status: Type.Optional(
      Type.String({
        pattern: '^[1-5](xx|[0-9]{2})$',
        description: 'Responses with this status, or a class such as 4xx.',
      }),
    ),
    failed: Type.Optional(
      Type.Boolean({ description: 'true: only responses with a status of 400 or above. false: only the others.' }),
    ),
    operation: Type.Optional(Type.String({ maxLength: 100, description: 'Only this operation, by its name.' })),
  }),
  unlogged: true,
  reply: { 200: PageReply(RequestReply) },
  errors: [],

  handle: ({ query, list }) => list((tx, page) => listRequestsOf(tx, query, page)),
})
