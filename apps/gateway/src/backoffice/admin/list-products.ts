import { PageQuery, PageReply } from '../../http/page.ts'
import { listProductsBy } from '../../http/scope/product-store.ts'
import { deskRoute } from '../backoffice-route.ts'
import { adminRoles, ProductReply, statusFilter } from './shapes.ts'

export const listProducts = deskRoute({
  name: 'listProducts',
  summary: 'List products',
  method: 'GET',
  path: '/v1/products',
  roles: adminRoles,
  query: PageQuery(['created_at'], statusFilter),
  reply: { 200: PageReply(ProductReply) },
  errors: [],
  handle: ({ query: { status }, list }) => list((tx, page) => listProductsBy(tx, { status }, page)),
})
