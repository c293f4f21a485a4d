import { adminRoles } from '../../../backoffice/admin/shapes.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { PageQuery, PageReply } from '../../../http/page.ts'
import { EndpointReply } from '../endpoint.ts'
import { listEndpointsOf } from '../endpoint-store.ts'
import { UserPath } from './shapes.ts'

export const listUserEndpoints = deskRoute({
  name: 'listUserEndpoints',
  summary: 'List the webhook endpoints of a user, with how they fare',
  method: 'GET',
  path: '/v1/users/:user_id/webhooks/endpoints',
  roles: adminRoles,
  params: UserPath,
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(EndpointReply) },
  errors: [],

  handle({ params: { user_id }, page, lookAt }) {
    const cut = page()
    return lookAt(user_id, async (tx) => cut.answer(await listEndpointsOf(tx, cut)))
  },
})
