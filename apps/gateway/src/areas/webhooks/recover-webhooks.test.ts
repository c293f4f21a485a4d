import { setTimeout as pause } from 'node:timers/promises'
import { createTestDeliveries, ENDPOINTS } from '@eclusa/testing/webhooks.ts'
import { expect, it } from 'vitest'

const test = createTestDeliveries()

it('recovers failed, canceled and never created deliveries since a time, and no successful ones', async () => {
  const endpoint_id = await test.endpoint()
  await test.effects(2)
  await test.drain(endpoint_id)
  const since = new Date().toISOString()
  await pause(2)
  test.status = 500
  await test.effects(3)
  await test.drain(endpoint_id)
  await test.ask('PATCH', `${ENDPOINTS}/${endpoint_id}`, { enabled: false })
  await test.effects(2)
  await test.ask('PATCH', `${ENDPOINTS}/${endpoint_id}`, { enabled: true })
  await test.effects(1)
  await test.gateway.db.admin.query(`update webhook_deliveries set status = 'CANCELED' where status = 'PENDING'`)
  test.status = 200
  test.sink.heard.length = 0

  await test.recover(endpoint_id, since)
  await test.drain(endpoint_id)
  expect(test.sink.heard).toHaveLength(6)
  expect(new Set(test.sink.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
  await test.recover(endpoint_id, since)
  await test.drain(endpoint_id)
  expect(test.sink.heard).toHaveLength(6)
  expect(await test.list(`endpoint_id=${endpoint_id}&status=DELIVERED`)).toHaveLength(8)
})

it('recovers failed deliveries that wait for a retry at once, and leaves untried ones', async () => {
  const endpoint_id = await test.endpoint()
  await test.drain(endpoint_id)
  await test.effects(2)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { rows } = await test.gateway.db.admin.query<{ id: string }>(
    `update webhook_deliveries set due_at = $2 where endpoint_id = $1 and status = 'PENDING' returning id`,
    [endpoint_id, later],
  )
  const [failed, untried] = rows as [{ id: string }, { id: string }]
  await test.gateway.db.admin.query('update webhook_deliveries set attempt_count = 4 where id = $1', [failed.id])
  await test.recover(endpoint_id, '2026-01-01T00:00:00.000Z')
  const waiting = await test.list(`endpoint_id=${endpoint_id}&status=PENDING`)
  const dueAt = (id: string) => String(waiting.find((one) => one.id === id)?.next_attempt_at)
  expect(dueAt(untried.id)).toBe(later)
  expect(dueAt(failed.id) < later).toBe(true)
})

it('recovers for the given endpoint, and queues nothing for another', async () => {
  const [named, other] = [await test.endpoint(), await test.endpoint()]
  await test.drain(named)
  await test.effects(1)
  await test.drain(named)
  await test.drain(other)
  const before = await test.list(`endpoint_id=${other}`)
  await test.gateway.db.admin.query('delete from webhook_deliveries where endpoint_id = any ($1)', [[named, other]])
  await test.recover(named, '2026-01-01T00:00:00.000Z')
  expect(before.length).toBeGreaterThan(0)
  expect((await test.list(`endpoint_id=${named}`)).length).toBeGreaterThan(0)
  expect(await test.list(`endpoint_id=${other}`)).toEqual([])
})
