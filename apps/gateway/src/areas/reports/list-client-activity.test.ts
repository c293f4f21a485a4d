import { randomUUID } from 'node:crypto'
import { createTestActivity } from '@eclusa/testing/activity.ts'
import { describe, expect, it } from 'vitest'

const test = createTestActivity()

const url = (client_id: string, query = '') => `/v1/reports/client-activity/${client_id}${query}`
type TestListClientActivityEntry = { id: string; event_created_at: string }

async function walk(
  client_id: string,
  between: () => Promise<void> = async () => {},
): Promise<TestListClientActivityEntry[]> {
  const seen: TestListClientActivityEntry[] = []
  for (let state: unknown = ''; state !== undefined; ) {
    const { status, body } = await test.gateway.ask({
      url: url(client_id, `?page_size=7${state ? `&page_state=${state as string}` : ''}`),
      as: test.user,
    })
    expect(status).toBe(200)
    seen.push(...(body['data'] as TestListClientActivityEntry[]))
    state = body['page_state']
    await between()
  }
  return seen
}

describe('200', () => {
  it('returns exactly the fields of an entry, newest first', async () => {
    const { body } = await test.gateway.ask({ url: url(test.clients[0]!, '?page_size=2'), as: test.user })
    const [entry] = body['data'] as Record<string, unknown>[]
    expect(Object.keys(entry!).toSorted()).toEqual([
      'event_created_at',
      'event_id',
      'event_type',
      'id',
      'metadata',
      'source',
      'status',
    ])
    const times = (await walk(test.clients[0]!)).map(({ event_created_at }) => event_created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(times).toHaveLength(test.entriesEach)
  })

  it('pages stay the same while entries are added', async () => {
    const [client] = test.clients
    const before = (await walk(client!)).map(({ id }) => id)
    const during = (await walk(client!, () => test.append(3, [client!]))).map(({ id }) => id)
    expect(during).toEqual(before)
    expect(await walk(client!)).not.toHaveLength(before.length)
  })
})

describe('400', () => {
  it('a page token of another client', async () => {
    const { body } = await test.gateway.ask({ url: url(test.clients[1]!, '?page_size=1'), as: test.user })
    const state = String(body['page_state'])
    expect(
      (await test.gateway.ask({ url: url(test.clients[2]!, `?page_size=1&page_state=${state}`), as: test.user }))
        .status,
    ).toBe(400)
  })
})

describe('404', () => {
  it("returns the same for another user's client and for a missing one", async () => {
    const stranger = await test.gateway.user()
    const answers = [url(test.clients[0]!), url(randomUUID())].map((address) =>
      test.gateway.ask({ url: address, as: stranger }),
    )
    for (const { status, body } of await Promise.all(answers))
      expect([status, body['code']]).toEqual([404, 'REPORT_CLIENT_NOT_FOUND'])
  })
})
