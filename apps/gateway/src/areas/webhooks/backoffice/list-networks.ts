import Type from 'typebox'
import { adminRoles } from '../../../backoffice/admin/shapes.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { listNetworksOf } from '../network-store.ts'
import { NetworkReply, UserPath } from './shapes.ts'

export const listNetworks = deskRoute({
  name: 'listNetworks',
  summary: 'List the networks that are not public and that webhooks of a user may be sent to',
  method: 'GET',
  path: '/v1/users/:user_id/webhooks/networks',
  roles: adminRoles,
  params: UserPath,
  reply: { 200: Type.Object({ data: Type.Array(NetworkReply) }) },
  errors: [],
  handle: async ({ params: { user_id }, look }) => ({ data: await look((tx) => listNetworksOf(tx, user_id)) }),
})
