import { randomBytes, randomUUID } from 'node:crypto'
import { WEBHOOK_SECRETS } from '@eclusa/gateway/src/events/delivery/attempt.ts'
import { createCipher } from '@eclusa/gateway/src/platform/encryption.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { queueEvents } from '../webhooks/stage.ts'
import { repeating, type Trouble } from './fault.ts'
import type { Gateway } from './gateway.ts'

async function ask({ api, stage }: Gateway, method: string, path: string, body?: object): Promise<Response> {
  const answer = await fetch(api.part.base_url + path, {
    method,
    headers: { authorization: `Bearer ${stage.token}`, nonce: randomUUID(), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** An endpoint of the user, and its removal. */
async function listening(gateway: Gateway, event_type: string, thinksMs: number) {
  const sink = await startWebhookSink(() => 204, thinksMs)
  const body = { url: `${sink.url}/${randomUUID()}`, event_types: [event_type] }
  const made = await ask(gateway, 'POST', '/v1/webhooks/endpoints', body)
  const { id } = (await made.json()) as { id: string }
  return {
    id,
    leave: async () => {
      await ask(gateway, 'DELETE', `/v1/webhooks/endpoints/${id}`)
      await sink.close()
    },
  }
}

const DELIVERIES = 1_500
/** Less than the timeout of an endpoint: each call succeeds, and it stays healthy. */
const THINKS_MS = 8_000

export const receiverSlow: Trouble = {
  what: `an endpoint takes up to ${THINKS_MS / 1_000} s for each of ${DELIVERIES} webhooks that were due ten minutes ago`,
  async begin(gateway) {
    const { admin, user } = gateway.stage
    const { id, leave } = await listening(gateway, 'crossborder.client.created', THINKS_MS)
    await queueEvents({ db: admin, user, accounts: [randomUUID()] }, id, DELIVERIES)
    await admin.query(
      `update webhook_deliveries set due_at = now() - interval '10 minutes'
       where user_id = $1 and endpoint_id = $2 and status = 'PENDING' and lease is null`,
      [user.user_id, id],
    )
    return leave
  },
}

const ENDPOINTS = 10
const AGAIN_MS = 1_000

export const networkRefused: Trouble = {
  what: `the network of ${ENDPOINTS} endpoints that are told something each second is no longer allowed`,
  async begin(gateway) {
    const { admin, user } = gateway.stage
    const heard = await Promise.all(
      Array.from({ length: ENDPOINTS }, () => listening(gateway, 'crossborder.client.created', 0)),
    )
    const ids = heard.map(({ id }) => id)
    await admin.query('delete from webhook_networks where user_id = $1', [user.user_id])
    const stop = repeating(AGAIN_MS, async () => {
      for (const id of ids) await queueEvents({ db: admin, user, accounts: [randomUUID()] }, id, 1)
      // Ten endpoints get as many attempts within seconds as many get within minutes, so no circuit breaker pauses them.
      await admin.query('update webhook_endpoints set consecutive_failures = 0 where user_id = $1 and id = any($2)', [
        user.user_id,
        ids,
      ])
    })
    return async () => {
      await stop()
      await seedNetworks(admin, user.user_id)
      await Promise.all(heard.map(({ leave }) => leave()))
    }
  },
}

const newSecret = () => randomBytes(32).toString('hex')

export const secretLost: Trouble = {
  what: 'the secret of an endpoint is sealed under a key that nobody has',
  async begin(gateway) {
    const { admin, user } = gateway.stage
    const { id, leave } = await listening(gateway, 'crossborder.account.updated', 0)
    const sealed = async (secret: Buffer) =>
      void (await admin.query('update webhook_endpoints set secret = $3 where user_id = $1 and id = $2', [
        user.user_id,
        id,
        secret,
      ]))
    const { rows } = await admin.query<{ secret: Buffer }>('select secret from webhook_endpoints where id = $1', [id])
    // Two, because with only one failing the alert names it.
    const lost = createCipher(createKeyRing(`${newSecret()}\n${newSecret()}`), WEBHOOK_SECRETS)
    await sealed(lost.close(randomBytes(24), id))
    return async () => {
      await sealed(rows[0]!.secret)
      await leave()
    }
  },
}
