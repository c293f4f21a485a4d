import { activateUser as activate, lockUser } from '../../http/scope/user-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reasoned } from '../reason.ts'
import { recordNotFound } from './errors.ts'
import { UserPath, UserReply } from './shapes.ts'

export const activateUser = deskRoute({
  name: 'activateUser',
  summary: 'Set a user ACTIVE: its credentials are accepted from the next request on',
  method: 'POST',
  path: '/v1/users/:user_id/activate',
  roles: ['operator'],
  decision: 'user_activation',
  params: UserPath,
  body: Reasoned,
  example: { reason: 'the debt was settled' },
  reply: { 200: UserReply },
  errors: [recordNotFound],

  handle: ({ params: { user_id }, body: { reason }, act }) =>
    act({
      subject: { type: 'user', id: user_id },
      reason,
      async work(tx) {
        const before = found(await lockUser(tx, user_id), recordNotFound)
        const answer = await activate(tx, user_id)
        return {
          answer,
          changes: { status: [before.status, 'ACTIVE'] },
          records: [kept.user(user_id)],
        }
      },
    }),
})
