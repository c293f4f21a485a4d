import Type from 'typebox'
import { orRefused, recordNotFound, recordTaken } from '../../../backoffice/admin/errors.ts'
import { kept } from '../../../backoffice/audit-log/audit-subjects.ts'
import { deskRoute } from '../../../backoffice/backoffice-route.ts'
import { Reason } from '../../../backoffice/reason.ts'
import { networkRefused } from '../errors.ts'
import { allowNetwork as allow, namedNetworks } from '../network-store.ts'
import { NetworkReply, networkMembers, UserPath } from './shapes.ts'

const NetworkAllow = Type.Object(
  { ...networkMembers, reason: Reason },
  { additionalProperties: false, title: 'WebhookNetworkAllow' },
)

const CHECK = '23514'
const NOT_A_NETWORK = '22P02'

export const allowNetwork = deskRoute({
  name: 'allowNetwork',
  summary: 'Allow webhooks of a user into a network that is not public',
  method: 'POST',
  path: '/v1/users/:user_id/webhooks/networks',
  roles: ['operator'],
  decision: 'network_permission',
  params: UserPath,
  body: NetworkAllow,
  example: { network: '10.20.0.0/16', first_port: 8443, last_port: 8443, reason: 'their own data centre' },
  reply: { 200: NetworkReply },
  errors: [recordNotFound, recordTaken, networkRefused],

  handle({ params: { user_id }, body: { network, first_port, last_port, reason }, act }) {
    const key = `${user_id}|${network}|${first_port}`
    return act({
      user_id,
      subject: { type: 'webhook_network', id: key },
      reason,
      async work(tx) {
        const named = await namedNetworks(tx)
        const before = named.find((one) => one.network === network && one.first_port === first_port)
        const answer = await orRefused(allow(tx, { user_id, network, first_port, last_port })).catch(refuseOdd)
        return {
          answer,
          changes: { last_port: [before?.last_port ?? null, last_port], network, first_port },
          records: [kept.network({ user_id, network, first_port })],
        }
      },
    })
  },
})

/** Networks that the table rejects: a whole address space, and addresses that only our own machines have. */
function refuseOdd(error: unknown): never {
  const { code } = error as { code?: unknown }
  if (code === CHECK || code === NOT_A_NETWORK) throw networkRefused()
  throw error
}
