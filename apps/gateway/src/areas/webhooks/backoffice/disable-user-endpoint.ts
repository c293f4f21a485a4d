import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reasoned } from '../../../backoffice/reason.ts'
import { webhooks } from '../../../events/delivery/events.ts'
import { record } from '../../../events/record.ts'
import { found } from '../../../platform/errors/fault.ts'
import { applyPatch, EndpointReply } from '../endpoint.ts'
import { lockEndpoint, saveDisabled } from '../endpoint-store.ts'
import { endpointNotFound } from '../errors.ts'
import { UserEndpointPath } from './shapes.ts'

/** Disables an endpoint as the user could. The user may enable it again. */
export const disableUserEndpoint = deskRoute({
  name: 'disableUserEndpoint',
  summary: 'Stop sending to a webhook endpoint of a user',
  method: 'POST',
  path: '/v1/users/:user_id/webhooks/endpoints/:endpoint_id/disable',
  roles: ['operator'],
  params: UserEndpointPath,
  body: Reasoned,
  example: { reason: 'it answers with what it was sent' },
  reply: { 200: EndpointReply },
  errors: [endpointNotFound],

  handle: ({ params: { user_id, endpoint_id }, body: { reason }, act }) =>
    act({
      user_id,
      subject: { type: 'webhook_endpoint', id: endpoint_id },
      reason,
      async work(tx) {
        const stored = found(await lockEndpoint(tx, endpoint_id), endpointNotFound)
        const endpoint = applyPatch(stored, { enabled: false }, tx.now)
        saveDisabled(tx, endpoint)
        record(tx, webhooks.endpoint.updated(endpoint, { changed: ['enabled'] }))
        return { answer: endpoint, changes: { enabled: [stored.enabled, false] } }
      },
    }),
})
