import { recordNotFound } from '../../../backoffice/admin/errors.ts'
import { MemberPath, MemberReply } from '../../../backoffice/admin/shapes.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reasoned } from '../../../backoffice/reason.ts'
import { found } from '../../../platform/errors/fault.ts'
import { endGrant } from '../end-grants.ts'

export const removeTarget = deskRoute({
  name: 'removeTarget',
  summary: 'End that the owner of a product acts for a user, and with it every endpoint, link and address it made',
  method: 'POST',
  path: '/v1/products/:product_id/users/:user_id/remove',
  roles: ['operator'],
  decision: 'grant_end',
  params: MemberPath,
  body: Reasoned,
  example: { reason: 'the mandate has ended' },
  reply: { 200: MemberReply },
  errors: [recordNotFound],

  handle: ({ params: { product_id, user_id }, body: { reason }, act }) =>
    act({
      subject: { type: 'grant', id: `${user_id}|${product_id}` },
      reason,
      async work(tx) {
        const done = found(await endGrant(tx, { product_id, user_id }, tx.now), recordNotFound)
        return { ...done, changes: { role: [done.answer.role, null] } }
      },
    }),
})
