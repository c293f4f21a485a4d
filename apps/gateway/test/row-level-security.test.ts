import { randomUUID } from 'node:crypto'
import { examples } from '@eclusa/testing/examples.ts'
import {
  type AskGateway,
  createTestGateway,
  type TestGateway,
  type TestResponse,
  type TestUser,
} from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../src/api.ts'

/**
 * The WHERE conditions of the gateway's statements, without row-level security: `isolation.test.ts` tests both together,
 * where the second hides a gap in the first.
 */
let gateway: TestGateway
/** The creator of everything, for a target user under a product. */
let target: TestUser
let maker: TestUser
/** Another user, and one that acts for the same user under another product. */
let others: TestUser[]

beforeAll(async () => {
  gateway = await createTestGateway()
  const { rows } = await gateway.db.admin.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relnamespace = 'eclusa'::regnamespace and relrowsecurity`)
  for (const { name } of rows)
    await gateway.db.admin.query(`alter table ${name} disable row level security, no force row level security`)
  target = await gateway.user()
  maker = await gateway.acting(target)
  others = await strangers()
})
afterAll(() => gateway.close())

const strangers = async () => [await gateway.user(), await gateway.acting(target)]

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The visible part of a response, without what identifies the request itself. */
const seen = ({ status, body }: TestResponse) =>
  JSON.stringify({ status, ...body, request_id: undefined, instance: undefined })

/** The same call with every id in it replaced by an unknown one. */
function elsewhere(ask: AskGateway): AskGateway {
  const named = Buffer.isBuffer(ask.body) ? { url: ask.url } : { url: ask.url, body: ask.body }
  return { ...ask, ...(JSON.parse(JSON.stringify(named).replace(uuids, () => randomUUID())) as Partial<AskGateway>) }
}

it.each(routes.map(({ name }) => name))('%s: another user’s objects look missing', async (name) => {
  const ask = await examples[name]!(gateway, maker)
  if (JSON.stringify([ask.url, ask.body]).match(uuids)) {
    for (const as of others)
      expect(seen(await gateway.ask({ ...ask, as }))).toBe(seen(await gateway.ask({ ...elsewhere(ask), as })))
    return
  }
  // A request without an id creates a record of the caller. After that its list is not empty.
  for (const as of ask.method === 'GET' ? await strangers() : []) {
    const { body } = await gateway.ask({ ...ask, as })
    if (Array.isArray(body['data'])) expect(body['data']).toEqual([])
    expect(JSON.stringify(body)).not.toContain(maker.product_id)
  }
})
