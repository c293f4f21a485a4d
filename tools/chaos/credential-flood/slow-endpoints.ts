import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '@eclusa/gateway/src/platform/ids.ts'
import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { startWorkerProcess } from '@eclusa/testing/processes/gateway-process.ts'
import type { Attack } from './attack.ts'
import type { FloodEnvironment } from './stage.ts'

const ENDPOINTS = 20
/** Just under the worker's timeout. */
const ANSWER_MS = 9_300
const EVENTS_AT_ONCE = 60
const AGAIN_MS = 5_000
const HEARD_MS = 20_000

/** One tenant whose endpoints all respond at the last moment, with more events for each than may be in flight. */
export const slowEndpoints: Attack = {
  name: `one tenant with ${ENDPOINTS} endpoints that answer after ${ANSWER_MS / 1000} s`,
  perSecond: 5,

  /** Another tenant: from an event to its delivery. */
  async caller(stage) {
    const worker = await startWorkerProcess(stage.settings)
    const waiting = new Map<string, () => void>()
    const sink = await startWebhookSink((_, body) => {
      waiting.get((JSON.parse(body) as { id: string }).id)?.()
      return 204
    })
    stage.api.child.once('exit', () => void Promise.all([worker.kill(), sink.close()]))
    const [endpoint_id] = await endpoints(stage, 0, [`${sink.url}/healthy`])
    return async () => {
      const id = uuidv7()
      const heard = new Promise<boolean>((resolve) => waiting.set(id, () => resolve(true)))
      await queueEvents(stage, 0, [endpoint_id!], [id])
      const refused = !(await Promise.race([heard, pause(HEARD_MS, false, { ref: false })]))
      waiting.delete(id)
      return { refused }
    }
  },

  async begin(stage) {
    const answers: Record<string, number> = {}
    const slow = createServer((request, response) => {
      request.resume()
      answers['heard'] = (answers['heard'] ?? 0) + 1
      setTimeout(() => response.writeHead(204).end(), ANSWER_MS)
    }).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    const { port } = slow.address() as AddressInfo
    const urls = Array.from({ length: ENDPOINTS }, (_, n) => `http://127.0.0.1:${port}/${n}`)
    const ids = await endpoints(stage, 1, urls)
    const queue = () =>
      queueEvents(
        stage,
        1,
        ids,
        Array.from({ length: EVENTS_AT_ONCE }, () => uuidv7()),
      )
    await queue()
    const again = setInterval(() => void queue(), AGAIN_MS)
    return {
      async end() {
        clearInterval(again)
        await stage.admin.query(
          'update webhook_endpoints set enabled = false, disabled_at = now() where id = any ($1)',
          [ids],
        )
        slow.close()
        slow.closeAllConnections()
        return { answers }
      },
    }
  },
}

async function endpoints(stage: FloodEnvironment, user: number, urls: string[]): Promise<string[]> {
  const made: string[] = []
  for (const url of urls) {
    const answer = await fetch(`${stage.api.base_url}/v1/webhooks/endpoints`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stage.tokens[user]}`,
        nonce: crypto.randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url, event_types: ['crossborder.account.updated'] }),
    })
    if (answer.status !== 201) throw new Error(`the endpoint was refused: ${await answer.text()}`)
    made.push(((await answer.json()) as { id: string }).id)
  }
  return made
}

/** Queued without the API: only their delivery is measured. */
async function queueEvents(
  { admin, users }: FloodEnvironment,
  user: number,
  to: string[],
  ids: string[],
): Promise<void> {
  const { user_id, account_id, client_id } = users[user]!
  await admin.query(
    `with told as (
       insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
       select $1, id, 'crossborder.account.updated', $2, 1, $3, 'drill', $4 from unnest($5::uuid[]) made (id)
       returning user_id, id, type, created_at)
     insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, created_at)
     select user_id, webhook_delivery_id(id, endpoint), endpoint, id, type, created_at
     from told cross join unnest($6::uuid[]) endpoint`,
    [user_id, account_id, { account_id, client_id, status: 'ACTIVE' }, new Date(), ids, to],
  )
}
