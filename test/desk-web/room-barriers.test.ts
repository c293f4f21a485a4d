import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startWebhookSink, type WebhookSink } from '../../sandbox/webhook-sink/sink.ts'
import { barriers, keepPicture } from '../support/chromium.ts'
import { openTestRoom, type TestRoom } from '../support/room.ts'
import { effects, endpointsOf } from '../support/webhooks.ts'
import { startDeliverer } from '../support/worker.ts'

const LONG = 'Companhia Brasileira de Pagamentos Instantâneos e Remessas Internacionais do Nordeste'
const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const looks = ['light', 'dark'] as const

let room: TestRoom
let sink: WebhookSink
let places: Record<string, string>

beforeAll(async () => {
  room = await openTestRoom()
  sink = await startWebhookSink(() => ({ status: 503, body: `<html>${'Service unavailable. '.repeat(40)}</html>` }))
  const user = await room.user(LONG)
  await room.gateway.apiKey(user)
  const endpoints = endpointsOf(room.gateway, user)
  const { id } = await endpoints.made({
    url: `${sink.url}/hooks/${'of-a-long-path/'.repeat(12)}`,
    event_types: ['crossborder.account.updated'],
    description: 'What the ledger of the branch in the north-east is told by',
  })
  await endpoints.made()
  await effects(room.gateway, user, 1)
  const deliverer = startDeliverer(room.gateway.db, { WEBHOOK_RETRY_DELAYS_SECONDS: '0.05' })
  const read = async () =>
    (
      await room.gateway.db.admin.query<{ id: string; event_id: string }>(
        `select id, event_id from webhook_deliveries where endpoint_id = $1 and status = 'FAILED'`,
        [id],
      )
    ).rows
  const logged = async () =>
    (await room.gateway.db.admin.query<{ id: string }>('select id from request_log where user_id = $1', [user.user_id]))
      .rows[0]
  const request = await vi.waitUntil(logged, { timeout: 20_000 })
  const failed = await vi.waitUntil(async () => (await read())[0], { timeout: 20_000 })
  await deliverer.stop()
  places = {
    endpoints: '/endpoints',
    endpoint: `/endpoints/${id}`,
    events: '/events',
    event: `/events/${failed.event_id}`,
    deliveries: '/deliveries',
    delivery: `/deliveries/${failed.id}`,
    requests: '/requests',
    request: `/requests/${request.id}`,
    keys: '/keys',
  }
})
afterAll(async () => {
  await room.close()
  await sink.close()
})

/** Nothing is wider than the screen, which would have to be moved sideways to be read. */
const isCut = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

it.each(['pt-BR', 'en-US'])(
  'nothing stands in the way in %s',
  async (locale) => {
    const page = await room.visit(LONG, '/endpoints', { locale })
    for (const [name, path] of Object.entries(places)) {
      await page.goto(`${room.url}${path}`)
      await page.locator('main :is(table, dl)').first().waitFor()
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect(await isCut(page), `${name} ${size.width}`).toBe(false)
        for (const colorScheme of looks) {
          await page.emulateMedia({ colorScheme })
          // Before it is judged: by then a page wears the colours it was told to.
          await keepPicture(page, `room-${name}-${locale}-${colorScheme}-${size.width}`)
          expect(await barriers(page), `${name} ${size.width} ${colorScheme}`).toEqual([])
        }
      }
    }
    await page.goto(`${room.url}/endpoints`)
    await page.locator('main header button').click()
    await page.getByRole('radio').nth(1).click()
    expect(await barriers(page), 'the dialog').toEqual([])
    await keepPicture(page, `room-create-${locale}`)
    await page.context().close()
    expect(room.complaints).toEqual([])
  },
  120_000,
)
