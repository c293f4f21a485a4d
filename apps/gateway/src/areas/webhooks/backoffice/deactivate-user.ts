import { recordNotFound } from '../../../backoffice/admin/errors.ts'
import { UserReply } from '../../../backoffice/admin/shapes.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reasoned } from '../../../backoffice/reason.ts'
import { lockUser } from '../../../http/scope/user-store.ts'
import { found } from '../../../platform/errors/fault.ts'
import { endUser } from '../end-grants.ts'
import { UserPath } from './shapes.ts'

export const deactivateUser = deskRoute({
  name: 'deactivateUser',
  summary:
    'Set a user INACTIVE: its credentials are rejected, and the endpoints, links and keys that owners created for it end',
  method: 'POST',
  path: '/v1/users/:user_id/deactivate',
  roles: ['operator'],
  decision: 'user_deactivation',
  params: UserPath,
  body: Reasoned,
  example: { reason: 'the contract has ended' },
  reply: { 200: UserReply },
  errors: [recordNotFound],

  handle: ({ params: { user_id }, body: { reason }, act }) =>
    act({
      subject: { type: 'user', id: user_id },
      reason,
      async work(tx) {
        const before = found(await lockUser(tx, user_id), recordNotFound)
        const done = found(await endUser(tx, user_id, tx.now), recordNotFound)
        return { ...done, changes: { status: [before.status, done.answer.status] } }
      },
    }),
})
