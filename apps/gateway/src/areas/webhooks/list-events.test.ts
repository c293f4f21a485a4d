import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { EVENTS, effects, type ListedEvent, listEventsOf } from '@eclusa/testing/webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

const list = (query: string, as = user) => listEventsOf(gateway, as, query)

describe('200', () => {
  it('one event per effect, newest first, in sequence per object', async () => {
    const object_id = await effects(gateway, user, 5)
    const sequences = async (query: string) => (await list(query)).map(({ sequence }) => sequence)
    // Created and verified, and then changed five times.
    expect(await sequences(`object_id=${object_id}`)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(await sequences(`object_id=${object_id}&order=asc`)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('filters by type and by time, from inclusive and to exclusive', async () => {
    const object_id = await effects(gateway, user, 3)
    const updated = `object_id=${object_id}&type=crossborder.account.updated`
    const [newest, middle, oldest, ...more] = (await list(updated)) as [ListedEvent, ListedEvent, ListedEvent]
    expect(more).toEqual([])
    const between = `object_id=${object_id}&created_from=${oldest.created_at}&created_to=${newest.created_at}`
    expect((await list(between)).map(({ id }) => id)).toEqual([middle.id, oldest.id])
    expect(await list(`object_id=${object_id}&type=crossborder.account.created`)).toHaveLength(1)
    expect(await list(`object_id=${object_id}&type=crossborder.account.deleted`)).toEqual([])
  })

  it('pages through everything exactly once while more is written', async () => {
    const object_id = await effects(gateway, user, 7)
    const all = await list(`object_id=${object_id}`)
    expect(all).toHaveLength(9)
    const seen: string[] = []
    let state = ''
    for (;;) {
      const answer = await gateway.ask({ url: `${EVENTS}?object_id=${object_id}&page_size=3${state}`, as: user })
      seen.push(...(answer.body['data'] as ListedEvent[]).map(({ id }) => id))
      await effects(gateway, user, 1)
      if (!answer.body['has_next_page']) break
      state = `&page_state=${String(answer.body['page_state'])}`
    }
    expect(seen).toEqual(all.map(({ id }) => id))
    expect(new Set(seen).size).toBe(9)
  })

  it('shows nothing of another user', async () => {
    const object_id = await effects(gateway, user, 1)
    expect(await list(`object_id=${object_id}`, await gateway.user())).toEqual([])
  })
})

describe('400', () => {
  it.each(['created_from=yesterday', 'object_id=7', 'page_size=0', 'since=2026-01-01', 'page_state=x'])(
    '%s',
    async (query) => {
      expect(await gateway.ask({ url: `${EVENTS}?${query}`, as: user })).toMatchObject({ status: 400 })
    },
  )
})
