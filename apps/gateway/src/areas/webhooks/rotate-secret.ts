import Type from 'typebox'
import { webhooks } from '../../events/delivery/events.ts'
import { record } from '../../events/record.ts'
import { makeSecret, spellSecret } from '../../events/signature.ts'
import { route } from '../../http/route.ts'
import type { Cipher } from '../../platform/encryption.ts'
import { found } from '../../platform/errors/fault.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { EndpointPath, EndpointWithSecretReply } from './endpoint.ts'
import { lockEndpoint, replaceSecret } from './endpoint-store.ts'
import { endpointNotFound } from './errors.ts'
import { texts } from './texts.ts'

const HOUR_MS = 3_600_000
const PREVIOUS_VALID_HOURS = 24

const SecretRotation = Type.Object(
  {
    previous_valid_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: PREVIOUS_VALID_HOURS,
        description: 'How long the current secret also signs beside the new one. Use 0 if other people know it.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SecretRotation' },
)

/**
 * Rotates the secret. Both secrets sign during an overlap, so that a receiver can switch without missing a delivery.
 */
export const rotateSecret = route({
  name: 'rotateSecret',
  ...texts.rotateSecret,
  method: 'POST',
  path: '/v1/webhooks/endpoints/:endpoint_id/secret/rotate',
  params: EndpointPath,
  body: SecretRotation,
  example: { previous_valid_hours: 1 },
  reply: { 200: EndpointWithSecretReply },
  errors: [endpointNotFound],

  async handle({ params, body, transaction }, { webhookSeal }: { webhookSeal: Cipher }) {
    const secret = makeSecret()
    const validMs = (body.previous_valid_hours ?? PREVIOUS_VALID_HOURS) * HOUR_MS
    return transaction(async (tx) => {
      const stored = found(await lockEndpoint(tx, params.endpoint_id), endpointNotFound)
      const previous_secret_expires_at = new Date(tx.now.getTime() + validMs).toISOString()
      const endpoint = withNextVersion(stored, { previous_secret_expires_at }, tx.now)
      replaceSecret(tx, endpoint, webhookSeal.close(secret, endpoint.id))
      record(tx, webhooks.endpoint.secret_rotated(endpoint))
      return { ...endpoint, secret: spellSecret(secret) }
    })
  },
})
