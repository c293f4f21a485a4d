import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { EVENTS, effects, type ListedEvent, listEventsOf } from '@eclusa/testing/webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let event: ListedEvent

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  ;[event] = (await listEventsOf(gateway, user, `object_id=${await effects(gateway, user, 1)}`)) as [ListedEvent]
})
afterAll(() => gateway.close())

describe('200', () => {
  it('reads one by its id, and it is what the list showed', async () => {
    const answer = await gateway.ask({ url: `${EVENTS}/${event.id}`, as: user })
    expect(answer).toMatchObject({ status: 200, body: event })
    expect(Object.keys(answer.body).toSorted()).toEqual(
      ['id', 'user_id', 'product_id', 'type', 'object_id', 'sequence', 'data', 'request_id', 'created_at'].toSorted(),
    )
  })
})

describe('404', () => {
  it('returns the same for an id of no event, of another version, and of another user', async () => {
    const stranger = await gateway.user()
    for (const [id, as] of [
      [`${event.id.slice(0, -1)}${event.id.endsWith('0') ? '1' : '0'}`, user],
      [randomUUID(), user],
      [event.id, stranger],
    ] as const) {
      const answer = await gateway.ask({ url: `${EVENTS}/${id}`, as })
      expect(answer).toMatchObject({ status: 404, body: { code: 'WEBHOOKS_EVENT_NOT_FOUND' } })
    }
  })
})
