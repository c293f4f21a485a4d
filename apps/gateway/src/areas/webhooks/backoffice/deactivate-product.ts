import { recordNotFound } from '../../../backoffice/admin/errors.ts'
import { ProductPath, ProductReply } from '../../../backoffice/admin/shapes.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reasoned } from '../../../backoffice/reason.ts'
import { findProduct } from '../../../http/scope/product-store.ts'
import { found } from '../../../platform/errors/fault.ts'
import { endProduct } from '../end-grants.ts'

export const deactivateProduct = deskRoute({
  name: 'deactivateProduct',
  summary: 'End a product, and with it everything its owner made for its target users',
  method: 'POST',
  path: '/v1/products/:product_id/deactivate',
  roles: ['operator'],
  decision: 'product_deactivation',
  params: ProductPath,
  body: Reasoned,
  example: { reason: 'the contract has ended' },
  reply: { 200: ProductReply },
  errors: [recordNotFound],

  handle: ({ params: { product_id }, body: { reason }, act }) =>
    act({
      subject: { type: 'product', id: product_id },
      reason,
      async work(tx) {
        const before = found(await findProduct(tx, product_id), recordNotFound)
        const done = found(await endProduct(tx, product_id, tx.now), recordNotFound)
        return { ...done, changes: { status: [before.status, done.answer.status] } }
      },
    }),
})
