import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGateway, type TestGateway } from './support/gateway.ts'
import { openWire, type Wire } from './support/wire.ts'

/** What a request costs the database, counted on the wire. The request log is written beside requests, and left out. */
let gateway: TestGateway
let wire: Wire

beforeAll(async () => {
  gateway = await openTestGateway(
    { DATABASE_POOL_SIZE: '1', REQUEST_LOG_DAYS: '0' },
    {},
    {
      between: async (url) => {
        wire = await openWire(url)
        return wire.url
      },
    },
  )
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

async function flushesOf(work: () => Promise<unknown>): Promise<number> {
  const before = wire.flushes
  await work()
  return wire.flushes - before
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
