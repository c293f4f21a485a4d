import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { Uuid } from '../../http/schema.ts'
import { insertProduct } from '../../http/scope/product-store.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reason } from '../reason.ts'
import { orRefused, recordNotFound, recordTaken } from './errors.ts'
import { Name, ProductReply } from './shapes.ts'

const ProductCreate = Type.Object(
  {
    name: Name,
    owner_id: Type.String({ ...Uuid, description: 'The user that may act for the target users of the product.' }),
    is_default: Type.Optional(
      Type.Boolean({ default: false, description: 'Used when a request of its owner names no product.' }),
    ),
    reason: Reason,
  },
  { additionalProperties: false, title: 'ProductCreate' },
)

export const createProduct = deskRoute({
  name: 'createProduct',
  summary: 'Create a product and its owner',
  method: 'POST',
  path: '/v1/products',
  roles: ['operator'],
  body: ProductCreate,
  example: { name: 'Remessas', owner_id: '7d1a6d7a-62f5-4b6e-8b0a-3f0f5a0c7b11', reason: 'contract signed' },
  reply: { 201: ProductReply },
  errors: [recordTaken, recordNotFound],

  handle({ body: { name, owner_id, is_default = false, reason }, act }) {
    const id = randomUUID()
    return act({
      subject: { type: 'product', id },
      reason,
      async work(tx) {
        const answer = await orRefused(insertProduct(tx, { id, name, owner_id, is_default }))
        return {
          answer,
          changes: { status: [null, 'ACTIVE'], name: [null, name], owner_id: [null, owner_id], is_default },
          records: [kept.product(id), kept.membership({ user_id: owner_id, product_id: id })],
        }
      },
    })
  },
})
