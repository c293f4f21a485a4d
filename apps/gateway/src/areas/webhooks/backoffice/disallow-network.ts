import Type from 'typebox'
import { recordNotFound } from '../../../backoffice/admin/errors.ts'
import { kept } from '../../../backoffice/audit-log/audit-subjects.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { found } from '../../../platform/errors/fault.ts'
import { disallowNetwork as disallow } from '../network-store.ts'
import { NetworkReply, networkMembers, UserPath } from './shapes.ts'

const NetworkDisallow = Type.Object(
  { ...networkMembers, reason: Reason },
  { additionalProperties: false, title: 'WebhookNetworkDisallow' },
)

export const disallowNetwork = deskRoute({
  name: 'disallowNetwork',
  summary: 'Remove a network from the networks that webhooks of a user may use; open connections are no longer used',
  method: 'POST',
  path: '/v1/users/:user_id/webhooks/networks/disallow',
  roles: ['operator'],
  params: UserPath,
  body: NetworkDisallow,
  example: { network: '10.20.0.0/16', first_port: 8443, last_port: 8443, reason: 'moved to a public address' },
  reply: { 200: NetworkReply },
  errors: [recordNotFound],

  handle({ params: { user_id }, body: { network, first_port, last_port, reason }, act }) {
    const key = `${user_id}|${network}|${first_port}`
    return act({
      user_id,
      subject: { type: 'webhook_network', id: key },
      reason,
      async work(tx) {
        const answer = found(await disallow(tx, { user_id, network, first_port, last_port }), recordNotFound)
        return {
          answer,
          changes: { last_port: [last_port, null], network, first_port },
          records: [kept.network({ user_id, network, first_port })],
        }
      },
    })
  },
})
