import Type from 'typebox'
import { Uuid } from '../../http/schema.ts'
import { addTarget as add } from '../../http/scope/product-store.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reason } from '../reason.ts'
import { orRefused, recordNotFound, recordTaken } from './errors.ts'
import { MemberReply, ProductPath } from './shapes.ts'

const TargetAdd = Type.Object({ user_id: Uuid, reason: Reason }, { additionalProperties: false, title: 'TargetAdd' })

export const addTarget = deskRoute({
  name: 'addTarget',
  summary: 'Let the owner of a product act for a user',
  method: 'POST',
  path: '/v1/products/:product_id/users',
  roles: ['operator'],
  decision: 'grant_creation',
  params: ProductPath,
  body: TargetAdd,
  example: { user_id: '7d1a6d7a-62f5-4b6e-8b0a-3f0f5a0c7b11', reason: 'mandate signed' },
  reply: { 201: MemberReply },
  errors: [recordTaken, recordNotFound],

  handle({ params: { product_id }, body: { user_id: given, reason }, act }) {
    const user_id = given.toLowerCase()
    return act({
      subject: { type: 'grant', id: `${user_id}|${product_id}` },
      reason,
      async work(tx) {
        const answer = await orRefused(add(tx, { product_id, user_id }))
        return {
          answer,
          changes: { role: [null, 'TARGET'] },
          records: [kept.membership({ user_id, product_id })],
        }
      },
    })
  },
})
