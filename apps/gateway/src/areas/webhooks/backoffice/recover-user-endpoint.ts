import Type from 'typebox'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { moment } from '../../../http/schema.ts'
import { endpointDisabled, endpointNotFound } from '../errors.ts'
import { RecoveryReply, recover } from '../recover-deliveries.ts'
import { UserEndpointPath } from './shapes.ts'

const UserRecovery = Type.Object(
  { since: moment('All deliveries missed from this moment on.'), reason: Reason },
  { additionalProperties: false, title: 'UserRecovery' },
)

export const recoverUserEndpoint = deskRoute({
  name: 'recoverUserEndpoint',
  summary: 'Send a webhook endpoint of a user what it missed since a time',
  method: 'POST',
  path: '/v1/users/:user_id/webhooks/endpoints/:endpoint_id/recover',
  roles: ['operator'],
  params: UserEndpointPath,
  body: UserRecovery,
  example: { since: '2026-01-01T00:00:00.000Z', reason: 'their firewall was closed' },
  reply: { 200: RecoveryReply },
  errors: [endpointNotFound, endpointDisabled],

  handle: ({ params: { user_id, endpoint_id }, body: { since, reason }, act }) =>
    act({
      user_id,
      subject: { type: 'webhook_endpoint', id: endpoint_id },
      reason,
      async work(tx) {
        const answer = await recover(tx, endpoint_id, since)
        return { answer, changes: { since: answer.since, until: answer.until } }
      },
    }),
})
