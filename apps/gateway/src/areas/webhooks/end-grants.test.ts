import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { samples, upload } from '@eclusa/testing/files.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestDeliveries, effects, endpointsOf, listEventsOf } from '@eclusa/testing/webhooks.ts'
import { startDeliverer } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Deliveries to an owner that acts for a user, and what happens to its endpoints when the grant ends. */
const test = createTestDeliveries()

let desk: TestDesk
beforeAll(async () => {
  desk = await createTestBackoffice(test.gateway)
})
afterAll(() => desk.close())

const ways = {
  grant: ({ user_id, product_id }: TestUser) => `/v1/products/${product_id}/users/${user_id}/remove`,
  product: ({ product_id }: TestUser) => `/v1/products/${product_id}/deactivate`,
  user: ({ user_id }: TestUser) => `/v1/users/${user_id}/deactivate`,
}

async function end(what: keyof typeof ways, acting: TestUser): Promise<void> {
  const body = { reason: 'the mandate has ended' }
  const as = desk.person('carla', 'operator')
  expect((await desk.ask({ method: 'POST', url: ways[what](acting), as, body })).status).toBe(200)
}

async function listening(as: TestUser) {
  const path = `/${randomUUID()}`
  const endpoint = await endpointsOf(test.gateway, as).made({ url: test.sink.url + path })
  return { id: endpoint.id, heard: () => test.sink.heard.filter((one) => one.path === path) }
}

/** Runs a worker until no delivery is pending. */
async function deliver(): Promise<void> {
  const deliverer = startDeliverer(test.gateway.db)
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await test.gateway.db.admin.query(
      `select 1 from webhook_deliveries where status = 'PENDING' limit 1`,
    )
    if (rows.length === 0) break
    await pause(50)
  }
  await deliverer.stop()
}

it('an owner receives the events of its own product, and the user those of every product', async () => {
  const [first, second] = [await test.gateway.acting(test.user), await test.gateway.acting(test.user)]
  const [own, ofFirst, ofSecond] = [await listening(test.user), await listening(first), await listening(second)]
  const account_id = await effects(test.gateway, first, 1)
  await deliver()
  const about = (heard: { body: string }[]) => heard.filter(({ body }) => body.includes(account_id))
  expect(about(own.heard()).length).toBeGreaterThan(0)
  expect(about(ofFirst.heard()).length).toBe(about(own.heard()).length)
  expect(about(ofSecond.heard())).toEqual([])
  for (const { body } of about(own.heard()))
    expect(JSON.parse(body)).toMatchObject({ user_id: test.user.user_id, product_id: first.product_id })
})

it.each(['grant', 'product', 'user'] as const)(
  'what was made under a grant ends with the %s, for good',
  async (what) => {
    const { gateway, user } = test
    const acting = await gateway.acting(user)
    const [own, theirs] = [await listening(user), await listening(acting)]
    const { file_id } = await upload(gateway, acting, samples.pdf)
    const address = async (as: TestUser) =>
      String((await gateway.ask({ url: `/v2/storage/files/${file_id}/url`, as })).body['url'])
    const [asOwner, asUser] = [await address(acting), await address(user)]
    const download = async (url: string) =>
      (await gateway.app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, '') })).statusCode
    expect([await download(asOwner), await download(asUser)]).toEqual([200, 200])
    await deliver()
    test.sink.heard.length = 0
    await effects(gateway, acting, 1)

    const { user_id, product_id } = acting
    await end(what, acting)

    await deliver()
    expect(theirs.heard()).toEqual([])
    expect(own.heard().length > 0).toBe(what !== 'user')
    expect([await download(asOwner), await download(asUser)]).toEqual([403, what === 'user' ? 403 : 200])
    const { admin } = gateway.db
    const { rows } = await admin.query(
      'select deleted_at is null as living, secret from webhook_endpoints where id = any($1)',
      [[theirs.id]],
    )
    expect(rows).toEqual([{ living: false, secret: Buffer.alloc(0) }])

    // A renewed membership is another grant: nothing of the earlier one becomes active again.
    await admin.query(`update users set status = 'ACTIVE' where id = $1`, [user_id])
    await admin.query(`update products set status = 'ACTIVE' where id = $1`, [product_id])
    await admin.query(
      `insert into product_users (user_id, product_id, role) values ($1, $2, 'TARGET') on conflict do nothing`,
      [user_id, product_id],
    )
    test.sink.heard.length = 0
    await effects(gateway, acting, 1)
    await deliver()
    expect(theirs.heard()).toEqual([])
    expect(own.heard().length).toBeGreaterThan(0)
    if (what !== 'product') expect(await download(asOwner)).toBe(403)
    const ended = await listEventsOf(gateway, user, `type=webhooks.endpoint.deleted&object_id=${theirs.id}`)
    expect(ended).toMatchObject([{ object_id: theirs.id, sequence: 2 }])
  },
)

it('revocation waits for deliveries in progress, and none starts meanwhile', async () => {
  const { gateway, user } = test
  const acting = await gateway.acting(user)
  const theirs = await listening(acting)
  await effects(gateway, acting, 30)
  const deliverer = startDeliverer(gateway.db)
  while (theirs.heard().length === 0) await pause(1)
  await end('grant', acting)
  const heard = theirs.heard().length
  await pause(300)
  expect(theirs.heard().length).toBe(heard)
  await deliverer.stop()
})
