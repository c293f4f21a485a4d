import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

type Event = { id: string; object_id: string; sequence: number; type: string; created_at: string }

async function list(query: string, as = user): Promise<Event[]> {
  const answer = await gateway.ask({ url: `/v1/events?${query}`, as })
  expect(answer.status).toBe(200)
  return answer.body['data'] as Event[]
}

async function effects(count: number): Promise<string> {
  const account = await gateway.account(user)
  for (let n = 0; n < count; n += 1) {
    const body = { nickname: `n${n}` }
    expect((await gateway.ask({ method: 'PATCH', url: account.url, as: user, body })).status).toBe(200)
  }
  return account.account_id
}

describe('200', () => {
  it('one event per effect, newest first, in sequence per object', async () => {
    const object_id = await effects(5)
    const events = await list(`object_id=${object_id}`)
    expect(events.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2])
    expect((await list(`object_id=${object_id}&order=asc`)).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6])
  })

  it('reads one by its id, and it is what the list showed', async () => {
    const object_id = await effects(1)
    const [event] = await list(`object_id=${object_id}`)
    const answer = await gateway.ask({ url: `/v1/events/${event!.id}`, as: user })
    expect(answer).toMatchObject({ status: 200, body: event! })
    expect(Object.keys(answer.body).toSorted()).toEqual(
      ['id', 'user_id', 'type', 'object_id', 'sequence', 'data', 'request_id', 'created_at'].toSorted(),
    )
  })

  it('filters by type and by time, from inclusive and to exclusive', async () => {
    const object_id = await effects(3)
    const [newest, middle, oldest] = (await list(`object_id=${object_id}`)) as [Event, Event, Event]
    const between = `object_id=${object_id}&created_from=${oldest.created_at}&created_to=${newest.created_at}`
    expect((await list(between)).map(({ id }) => id)).toEqual([middle.id, oldest.id])
    expect(await list(`object_id=${object_id}&type=crossborder.account.created`)).toEqual([])
    expect(await list(`object_id=${object_id}&type=crossborder.account.updated`)).toHaveLength(3)
  })

  it('pages through everything exactly once while more is written', async () => {
    const object_id = await effects(7)
    const seen: string[] = []
    let state = ''
    for (;;) {
      const answer = await gateway.ask({ url: `/v1/events?object_id=${object_id}&page_size=3${state}`, as: user })
      seen.push(...(answer.body['data'] as Event[]).map(({ id }) => id))
      await effects(1)
      if (!answer.body['has_next_page']) break
      state = `&page_state=${String(answer.body['page_state'])}`
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  it('shows nothing of another user', async () => {
    const object_id = await effects(1)
    expect(await list(`object_id=${object_id}`, await gateway.user())).toEqual([])
  })
})

describe('400', () => {
  it.each(['created_from=yesterday', 'object_id=7', 'page_size=0', 'since=2026-01-01', 'page_state=x'])(
    '%s',
    async (query) => {
      expect(await gateway.ask({ url: `/v1/events?${query}`, as: user })).toMatchObject({ status: 400 })
    },
  )
})

describe('404', () => {
  it('the same for an id of no event, of another version, and of another user', async () => {
    const [event] = await list(`object_id=${await effects(1)}`)
    const stranger = await gateway.user()
    for (const [id, as] of [
      [`${event!.id.slice(0, -1)}${event!.id.endsWith('0') ? '1' : '0'}`, user],
      [randomUUID(), user],
      [event!.id, stranger],
    ] as const) {
      const answer = await gateway.ask({ url: `/v1/events/${id}`, as })
      expect(answer).toMatchObject({ status: 404, body: { code: 'WEBHOOKS_EVENT_NOT_FOUND' } })
    }
  })
})

describe('fan-out', () => {
  it('makes one delivery for each enabled endpoint that wants the type, in the transaction of the effect', async () => {
    const owner = await gateway.user()
    const create = async (event_types: string[] | null) => {
      const body = { url: `https://hooks.example/${randomUUID()}`, event_types }
      return (await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: owner, body })).body[
        'id'
      ] as string
    }
    const [all, some, none, off] = [
      await create(null),
      await create(['crossborder.account.updated']),
      await create(['crossborder.account.created']),
      await create(null),
    ]
    await gateway.ask({ method: 'PATCH', url: `/v1/webhooks/endpoints/${off}`, as: owner, body: { enabled: false } })
    const account = await gateway.account(owner)
    await gateway.ask({ method: 'PATCH', url: account.url, as: owner, body: { nickname: 'told' } })
    const { rows } = await gateway.db.admin.query(
      `select d.endpoint_id, d.status, d.id from webhook_deliveries d join events e on e.id = d.event_id
       where e.object_id = $1 order by d.endpoint_id`,
      [account.account_id],
    )
    expect(rows.map(({ endpoint_id }) => endpoint_id)).toEqual([all, some].toSorted())
    expect(rows.map(({ endpoint_id }) => endpoint_id)).not.toContain(none)

    // A refused effect tells nobody.
    await gateway.ask({
      method: 'PATCH',
      url: account.url,
      as: owner,
      body: { currency_symbol: 'USD', bank_code: '1' },
    })
    const { rows: after } = await gateway.db.admin.query(
      'select 1 from webhook_deliveries d join events e on e.id = d.event_id where e.object_id = $1',
      [account.account_id],
    )
    expect(after).toHaveLength(2)
  })
})
