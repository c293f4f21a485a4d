import { PageQuery, PageReply } from '../../http/page.ts'
import { listProductsOf } from '../../http/scope/product-store.ts'
import { deskRoute } from '../backoffice-route.ts'
import { adminRoles, MembershipReply, UserPath } from './shapes.ts'

export const listMemberships = deskRoute({
  name: 'listMemberships',
  summary: 'List the products of which a user is owner or target user',
  method: 'GET',
  path: '/v1/users/:user_id/products',
  roles: adminRoles,
  params: UserPath,
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(MembershipReply) },
  errors: [],
  handle: ({ params: { user_id }, list }) => list((tx, page) => listProductsOf(tx, user_id, page)),
})
