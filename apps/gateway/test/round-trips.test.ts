import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { createWire, messagesOf, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Database round trips of a request, counted on the wire. The request log is written separately and left out. */
let gateway: TestGateway
let wire: Wire

beforeAll(async () => {
  gateway = await createTestGateway(
    { DATABASE_POOL_SIZE: '1', REQUEST_LOG_DAYS: '0' },
    {},
    {
      between: async (url) => {
        wire = await createWire(url)
        wire.onSaid = (_, chunk) => {
          for (const { type } of messagesOf(chunk)) sent += type
        }
        return wire.url
      },
    },
  )
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

/** The types of the messages that the gateway sent: P prepares a statement, C closes one. */
let sent = ''

/** The lower of two, because one request in many also leases a tenth of its user's rate limit. */
async function flushesOf(work: () => Promise<unknown>): Promise<number> {
  const once = async () => {
    const before = wire.flushes
    await work()
    return wire.flushes - before
  }
  return Math.min(await once(), await once())
}

describe('round trips', () => {
  it('a PATCH by a known caller costs two: BEGIN, scope and the locking read, and the writes with COMMIT', async () => {
    const user = await gateway.user()
    const { url } = await gateway.account(user)
    let count = 0
    const patch = async () => {
      count += 1
      expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: `n${count}` } })).status).toBe(200)
    }
    await patch()
    for (let n = 0; n < 5; n += 1) expect(await flushesOf(patch)).toBe(2)
  })

  it('a list costs one: BEGIN, scope, the rows and COMMIT', async () => {
    const user = await gateway.user()
    const { url } = await gateway.account(user)
    const list = async () =>
      expect((await gateway.ask({ url: url.replace(/\/[^/]+$/, ''), as: user })).status).toBe(200)
    await list()
    for (let n = 0; n < 5; n += 1) expect(await flushesOf(list)).toBe(1)
  })
})

describe('prepared statements', () => {
  const times = (type: string) => sent.split(type).length - 1
  const LISTS_MAX = 250
  const SHAPES = 430

  /** Lists with different filters, orders and sizes: each is a statement of its own. */
  function* shapesOfLists(): Generator<string> {
    const filters = ['created_at_start=2026-01-01', 'created_at_end=2027-01-01', 'status=ACTIVE', 'type=NATURAL_PERSON']
    const more = ['risk=LOW', 'document=X1', 'email=a@b.example']
    const optional = [...filters, ...more]
    for (let chosen = 0; ; chosen += 1)
      for (const page of [
        'page_size=20&order=asc',
        'page_size=50&order=desc',
        'page_size=100&order=asc',
        'page_size=100&order=desc',
      ])
        yield [page, ...optional.filter((_, n) => chosen & (1 << n))].join('&')
  }

  /** How the statement of a list ends. */
  const PAGED = 'order by \\S+ (asc|desc), id (asc|desc) limit'

  /** The statements that the gateway's one connection has prepared on the server. */
  async function prepared(): Promise<{ lists: number; operations: number }> {
    const { rows } = await gateway.services.pool.query<{ lists: number; operations: number }>(
      `select count(*) filter (where statement ~ $1)::int as lists, count(*) filter (where statement !~ $1)::int as operations
       from pg_prepared_statements`,
      [PAGED],
    )
    return rows[0]!
  }

  it('of lists are at most 250, the most recently used, and those of operations stay, whatever another user lists', async () => {
    const [user, other] = [await gateway.user(), await gateway.user()]
    const { url } = await gateway.account(user)
    const read = () => gateway.ask({ url, as: user })
    const often = () => gateway.ask({ url: '/v1/crossborder/clients?sort=name', as: user })
    await read()
    const before = await prepared()
    const shapes = shapesOfLists()
    for (let n = 0; n < SHAPES; n += 1) {
      const answer = await gateway.ask({ url: `/v1/crossborder/clients?${shapes.next().value as string}`, as: other })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      if (n % 50 === 0) await often()
    }
    const after = await prepared()
    expect(after.lists).toBe(LISTS_MAX)
    expect(after.operations).toBeGreaterThanOrEqual(before.operations)
    // Each list prepared beyond the budget closed another, in the same batch.
    const lists = sent.split('P').length
    expect(times('C')).toBe(before.lists + SHAPES + 1 - LISTS_MAX)
    expect(lists).toBeGreaterThan(SHAPES)

    sent = ''
    expect((await read()).status).toBe(200)
    expect(times('P'), 'a read that was prepared before').toBe(0)
    expect((await often()).status).toBe(200)
    expect(times('P'), 'a list that is used often').toBe(0)
    // Operations not sent until now are still prepared, once.
    let count = 0
    const patch = async () => {
      count += 1
      expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: `p${count}` } })).status).toBe(200)
    }
    await patch()
    sent = ''
    await patch()
    expect(times('P'), 'an operation that came after the lists').toBe(0)
    expect(await flushesOf(patch)).toBe(2)
  })
})
