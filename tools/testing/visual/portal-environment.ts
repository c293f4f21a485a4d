import { startWebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { vi } from 'vitest'
import { createTestPortal, type TestRoom } from '../portal.ts'
import { effects, endpointsOf } from '../webhooks.ts'
import { startDeliverer } from '../worker.ts'

/** An integrator with a name of maximum length, and one without data. */
export const LONG_INTEGRATOR = 'Companhia Brasileira de Pagamentos Instantâneos e Remessas do Nordeste Oriental'
export const NEW_INTEGRATOR = 'Novata'
const PATIENT = { timeout: 20_000 }

export interface RoomPlaces {
  endpoint: string
  event: string
  delivery: string
  request: string
}

export interface RoomStage {
  room: TestRoom
  places: RoomPlaces
  close: () => Promise<void>
}

/** A portal with failing endpoints, exhausted deliveries, keys and requests. */
export async function createPortalEnvironment(): Promise<RoomStage> {
  const room = await createTestPortal()
  const { db } = room.gateway
  const sink = await startWebhookSink(() => ({ status: 503, body: `<p>${'Service unavailable. '.repeat(40)}</p>` }))
  const first = async (text: string, value: string) =>
    (await db.admin.query<Record<string, string>>(text, [value])).rows[0]
  const user = await room.user(LONG_INTEGRATOR)
  await room.user(NEW_INTEGRATOR)
  await room.gateway.apiKey(user)
  const endpoints = endpointsOf(room.gateway, user)
  const { id } = await endpoints.made({
    url: `${sink.url}/hooks/${'of-a-long-path/'.repeat(12)}`,
    event_types: ['crossborder.account.updated'],
    description: 'What the ledger of the branch in the north-east is told by',
  })
  await endpoints.made()
  await effects(room.gateway, user, 1)
  const deliverer = startDeliverer(db, { WEBHOOK_RETRY_DELAYS_SECONDS: '0.05' })
  const [request, failed] = await Promise.all([
    vi.waitUntil(() => first('select id from request_log where user_id = $1', user.user_id), PATIENT),
    vi.waitUntil(() => first(failedOf, id), PATIENT),
  ])
  await deliverer.stop()
  return {
    room,
    places: {
      endpoint: `/endpoints/${id}`,
      event: `/events/${failed['event_id']}`,
      delivery: `/deliveries/${failed['id']}`,
      request: `/requests/${request['id']}`,
    },
    async close() {
      await room.close()
      await sink.close()
    },
  }
}

const failedOf = `select id, event_id from webhook_deliveries where endpoint_id = $1 and status = 'FAILED'`
