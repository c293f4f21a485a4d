import { PageQuery, PageReply } from '../../http/page.ts'
import { listMembersOf } from '../../http/scope/product-store.ts'
import { deskRoute } from '../backoffice-route.ts'
import { adminRoles, MemberReply, ProductPath } from './shapes.ts'

export const listMembers = deskRoute({
  name: 'listMembers',
  summary: 'List the owners and target users of a product',
  method: 'GET',
  path: '/v1/products/:product_id/users',
  roles: adminRoles,
  params: ProductPath,
  query: PageQuery(['created_at'], {}),
  reply: { 200: PageReply(MemberReply) },
  errors: [],
  handle: ({ params: { product_id }, list }) => list((tx, page) => listMembersOf(tx, product_id, page)),
})
