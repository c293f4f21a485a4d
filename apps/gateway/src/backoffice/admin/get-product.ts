import { findProduct } from '../../http/scope/product-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { deskRoute } from '../backoffice-route.ts'
import { recordNotFound } from './errors.ts'
import { adminRoles, ProductPath, ProductReply } from './shapes.ts'

export const getProduct = deskRoute({
  name: 'getProduct',
  summary: 'Get a product',
  method: 'GET',
  path: '/v1/products/:product_id',
  roles: adminRoles,
  params: ProductPath,
  reply: { 200: ProductReply },
  errors: [recordNotFound],
  handle: ({ params: { product_id }, look }) =>
    look(async (tx) => found(await findProduct(tx, product_id), recordNotFound)),
})
