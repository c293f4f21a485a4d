import Type from 'typebox'
import { limitUser as limit, lockUser } from '../../http/scope/user-store.ts'
import { found } from '../../platform/errors/fault.ts'
import { kept } from '../audit-log/audit-subjects.ts'
import { deskRoute } from '../backoffice-route.ts'
import { Reason } from '../reason.ts'
import { recordNotFound } from './errors.ts'
import { RequestsPerMinute, UserPath, UserReply } from './shapes.ts'

export const limitUser = deskRoute({
  name: 'limitUser',
  summary: 'Set how many requests a minute a user may send',
  method: 'POST',
  path: '/v1/users/:user_id/rate-limit',
  roles: ['operator'],
  params: UserPath,
  body: Type.Object(
    {
      requests_per_minute: Type.Union([RequestsPerMinute, Type.Null()], {
        description: 'Over all processes together, from the next minute on. Null: the default of the installation.',
      }),
      reason: Reason,
    },
    { additionalProperties: false, title: 'RateLimitOfUser' },
  ),
  example: { requests_per_minute: 1200, reason: 'a campaign begins on Monday' },
  reply: { 200: UserReply },
  errors: [recordNotFound],

  handle: ({ params: { user_id }, body: { requests_per_minute, reason }, act }) =>
    act({
      subject: { type: 'user', id: user_id },
      reason,
      async work(tx) {
        const before = found(await lockUser(tx, user_id), recordNotFound)
        return {
          answer: await limit(tx, user_id, requests_per_minute),
          changes: { requests_per_minute: [before.requests_per_minute, requests_per_minute] },
          records: [kept.user(user_id)],
        }
      },
    }),
})
