import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { routes } from '../src/api.ts'

/** Concurrent reads share a batch, and nothing else: each runs as its own caller, and fails separately. */
const USERS = 6

let gateway: TestGateway
let wire: Wire
let all: { user: TestUser; url: string; account_id: string }[]

beforeAll(async () => {
  const between = async (url: string) => {
    wire = await createWire(url)
    return wire.url
  }
  gateway = await createTestGateway({ DATABASE_POOL_SIZE: '1', REQUEST_LOG_DAYS: '0' }, {}, { between })
})
beforeEach(async () => {
  all = []
  for (let n = 0; n < USERS; n += 1) {
    const user = await gateway.user()
    all.push({ user, ...(await gateway.account(user)) })
  }
  // The first read caches each scope, so that later reads send it in a batch with others, where it is verified.
  for (const each of all) await read(each)
})
afterAll(async () => {
  await gateway.close()
  await wire.close()
})

const read = ({ user, url }: { user: TestUser; url: string }) => gateway.ask({ url, as: user })

it('each gets its own record', async () => {
  const before = wire.flushes
  const answers = await Promise.all(all.map(read))
  for (const [n, { status, body }] of answers.entries()) {
    const { user, account_id } = all[n]!
    expect({ status, body }).toMatchObject({ status: 200, body: { id: account_id, user_id: user.user_id } })
  }
  expect(wire.flushes - before).toBeLessThan(USERS)
})

it('only operations that read one record by its keys are declared brief', () => {
  const brief = routes.filter((route) => route.brief)
  expect(brief.length).toBeGreaterThan(0)
  for (const { name, method, query } of brief) expect({ name, method, query }).toEqual({ name, method: 'GET' })
})

it('a list goes alone, and no read beside it waits for it', async () => {
  const list = ({ user, url }: (typeof all)[0]) => gateway.ask({ url: url.replace(/\/[^/]+$/, ''), as: user })
  const before = wire.flushes
  const answers = await Promise.all([...all.map(list), read(all[0]!)])
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: USERS + 1 }, () => 200))
  // More, where the process says something of its own in between; fewer only where two of these leave together.
  expect(wire.flushes - before).toBeGreaterThan(USERS)
})

it('a read of another user’s object is 404, also beside its owner’s', async () => {
  const [owner, stranger] = all as [(typeof all)[0], (typeof all)[0]]
  const missing = owner.url.replace(/[^/]+$/, stranger.account_id)
  for (const order of [
    [owner, { ...owner, user: stranger.user }, { ...owner, url: missing }],
    [{ ...owner, user: stranger.user }, owner, { ...owner, url: missing }],
  ]) {
    const answers = await Promise.all(order.map(read))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    const [refused, other] = answers.filter(({ status }) => status === 404)
    const seen = ({ body }: typeof refused & {}) => ({ ...body, request_id: '', instance: '' })
    expect(seen(refused!)).toEqual(seen(other!))
  }
})

it('a deactivated caller is rejected alone', async () => {
  const [first, second] = all
  await gateway.db.admin.query(`update users set status = 'INACTIVE' where id = $1`, [second!.user.user_id])
  const answers = await Promise.all(all.map(read))
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 200])
  await gateway.db.admin.query(`update users set status = 'ACTIVE' where id = $1`, [second!.user.user_id])
  expect((await read(first!)).status).toBe(200)
})
