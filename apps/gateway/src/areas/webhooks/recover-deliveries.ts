import Type, { type Static } from 'typebox'
import { route } from '../../http/route.ts'
import { DateTime, moment, Uuid } from '../../http/schema.ts'
import type { Tx } from '../../http/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import { EndpointPath } from './endpoint.ts'
import { findEndpoint } from './endpoint-store.ts'
import { endpointDisabled, endpointNotFound } from './errors.ts'
import { recoverWebhooks } from './recover-webhooks.job.ts'
import { texts } from './texts.ts'

const RecoveryCreate = Type.Object(
  { since: moment('All deliveries missed from this moment on.') },
  { additionalProperties: false, title: 'RecoveryCreate' },
)

export const RecoveryReply = Type.Object(
  {
    endpoint_id: Uuid,
    since: DateTime,
    until: Type.String({ format: 'date-time', description: 'Later events are delivered as they happen.' }),
  },
  { title: 'Recovery' },
)

/**
 * Starts a recovery of the deliveries that an endpoint missed since a time. A job does the work, because there may be
 * many.
 */
export const recoverDeliveries = route({
  name: 'recoverDeliveries',
  ...texts.recoverDeliveries,
  method: 'POST',
  path: '/v1/webhooks/endpoints/:endpoint_id/recover',
  params: EndpointPath,
  body: RecoveryCreate,
  example: { since: '2026-01-01T00:00:00.000Z' },
  repeatable: true,
  reply: { 200: RecoveryReply },
  errors: [endpointNotFound, endpointDisabled],

  handle: ({ params, body, transaction }) => transaction((tx) => recover(tx, params.endpoint_id, body.since)),
})

export async function recover(tx: Tx, endpoint_id: string, from: string): Promise<Static<typeof RecoveryReply>> {
  const endpoint = found(await findEndpoint(tx, endpoint_id), endpointNotFound)
  if (!endpoint.enabled) throw endpointDisabled()
  const recovery = { endpoint_id, since: new Date(from).toISOString(), until: tx.now.toISOString() }
  const { user_id, product_id } = endpoint
  const whole = endpoint.scope === 'PRODUCT' && product_id ? { product_id } : {}
  await tx.enqueue(recoverWebhooks, { ...recovery, ...whole, user_id })
  return recovery
}
