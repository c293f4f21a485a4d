import { setTimeout as sleep } from 'node:timers/promises'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { createTestDeliveries, ENDPOINTS, EVENTS, effects, listEventsOf } from '@eclusa/testing/webhooks.ts'
import { expect, it } from 'vitest'

/** The owner of a product, and the events of its target users that it receives. */
const test = createTestDeliveries()
/** Time for a concurrent session to read its snapshot and wait for the lock. */
const SEEN_MS = 300

/** The user of the test as a target user, and the owner of its product acting for itself. */
async function served(): Promise<{ acting: TestUser; owner: TestUser }> {
  const acting = await test.gateway.acting(test.user)
  const { rows } = await test.gateway.db.admin.query<{ user_id: string }>(
    `select user_id from product_users where product_id = $1 and role = 'OWNER'`,
    [acting.product_id],
  )
  const { acting: _, ...owner } = { ...acting, user_id: rows[0]!.user_id }
  await seedNetworks(test.gateway.db.admin, owner.user_id)
  return { acting, owner }
}

it('lists the events of its target users under its product, and no others', async () => {
  const { acting, owner } = await served()
  const account_id = await effects(test.gateway, acting, 2)
  await effects(test.gateway, test.user, 1)
  await effects(test.gateway, owner, 1)
  const listed = await listEventsOf(test.gateway, owner, 'scope=PRODUCT&page_size=100')
  expect(
    new Set(listed.map((event) => JSON.stringify([event['user_id' as never], event['product_id' as never]]))),
  ).toEqual(new Set([JSON.stringify([test.user.user_id, owner.product_id])]))
  const ofOne = await listEventsOf(test.gateway, owner, `scope=PRODUCT&order=asc&object_id=${account_id}`)
  expect(ofOne.map(({ sequence }) => sequence)).toEqual(ofOne.map((_, index) => index + 1))
  const { id } = ofOne[0]!
  expect((await test.gateway.ask({ url: `${EVENTS}/${id}?scope=PRODUCT`, as: owner })).status).toBe(200)
  expect((await test.gateway.ask({ url: `${EVENTS}/${id}`, as: owner })).status).toBe(404)
})

it('receives them through one endpoint, which can be tested and recovered', async () => {
  const { acting, owner } = await served()
  const began = new Date().toISOString()
  await effects(test.gateway, acting, 1)
  test.user = owner
  const body = { url: `${test.sink.url}/owner`, scope: 'PRODUCT', event_types: ['crossborder.account.updated'] }
  const made = await test.ask('POST', ENDPOINTS, body)
  expect(made).toMatchObject({ status: 201, body: { scope: 'PRODUCT', user_id: owner.user_id } })
  const id = String(made.body['id'])
  const missed = await effects(test.gateway, acting, 2)
  expect((await test.ask('POST', `${ENDPOINTS}/${id}/test`)).status).toBe(201)
  await test.recover(id, began)
  await test.drain(id)
  const heard = test.sink.heard.map((one) => JSON.parse(one.body) as Record<string, unknown>)
  expect(heard.filter(({ type }) => type === 'webhooks.endpoint.tested')).toHaveLength(1)
  const told = heard.filter(({ type }) => type === 'crossborder.account.updated')
  expect(told).toHaveLength(3)
  expect(told.filter(({ object_id }) => object_id === missed)).toHaveLength(2)
  for (const event of told) expect(event).toMatchObject({ user_id: acting.user_id, product_id: owner.product_id })
})

it('receives nothing more of a user that is no target user any more', async () => {
  const { acting, owner } = await served()
  await effects(test.gateway, acting, 1)
  await test.gateway.db.admin.query(`delete from product_users where user_id = $1 and product_id = $2`, [
    acting.user_id,
    acting.product_id,
  ])
  expect(await listEventsOf(test.gateway, owner, 'scope=PRODUCT')).toEqual([])
})

it('receives nothing more of one whose membership ends while the user is activated again', async () => {
  const { acting, owner } = await served()
  await effects(test.gateway, acting, 1)
  const { admin } = test.gateway.db
  const makeUser = (status: string) =>
    admin.query('update users set status = $2 where id = $1', [acting.user_id, status])
  // Nodes receive memberships one after the other, and the first one makes the sender wait: it has to be this one.
  await admin.query('delete from product_users where user_id = $1 and product_id <> $2', [
    acting.user_id,
    acting.product_id,
  ])
  await makeUser('INACTIVE')
  const ending = await admin.connect()
  await ending.query('begin')
  await ending.query('delete from product_users where user_id = $1 and product_id = $2', [
    acting.user_id,
    acting.product_id,
  ])
  const made = makeUser('ACTIVE')
  await sleep(SEEN_MS)
  await ending.query('commit')
  ending.release()
  await made
  expect(await listEventsOf(test.gateway, owner, 'scope=PRODUCT')).toEqual([])
})

it.each(['a target', 'who acts for a user', 'the owner of another product'])('is rejected for %s', async (who) => {
  const { acting, owner } = await served()
  await effects(test.gateway, acting, 1)
  const stranger = await test.gateway.user()
  const asked = {
    'a target': { as: test.user, headers: { 'x-product-uuid': owner.product_id } },
    'who acts for a user': { as: acting, headers: {} },
    'the owner of another product': { as: stranger, headers: {} },
  }[who]!
  const listed = await test.gateway.ask({ url: `${EVENTS}?scope=PRODUCT`, ...asked })
  if (who === 'the owner of another product') return expect(listed.body['data']).toEqual([])
  const refused = { status: 403, body: { code: 'WEBHOOKS_OWNERS_ONLY' } }
  expect(listed).toMatchObject(refused)
  const body = { url: `${test.sink.url}/x`, scope: 'PRODUCT' }
  expect(await test.gateway.ask({ method: 'POST', url: ENDPOINTS, body, ...asked })).toMatchObject(refused)
})
