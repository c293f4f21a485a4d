import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPool } from '../../platform/db/pool.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { type ClaimLimits, cancelOrphans, claimDeliveries } from './delivery-store.ts'

/** Which endpoints a claim reads: those with due deliveries, and not those that wait. */
let gateway: TestGateway
let user: TestUser
let operator: pg.Pool

beforeAll(async () => {
  gateway = await createTestGateway()
  operator = openPool({ connectionString: gateway.db.worker, size: 2, name: 'claims' })
})
afterAll(async () => {
  await operator.end()
  await gateway.close()
})
beforeEach(async () => {
  await gateway.db.admin.query('truncate webhook_deliveries, webhook_schedule')
  user = await gateway.user()
})

const limits: ClaimLimits = { total: 4_096, perEndpoint: 64, perUser: 4_096, held: [] }
const claim = (of = limits) => claimDeliveries(operator, uuidv7(), of)
const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await gateway.db.admin.query<Row>(text, values)).rows

/** Endpoints with one delivery each, due in a number of seconds. */
async function waiting(count: number, seconds: number): Promise<string[]> {
  const made = await sql<{ id: string }>(
    `with made as (
       insert into webhook_endpoints (user_id, id, url, secret, created_at, updated_at)
       select $1, gen_random_uuid(), 'https://hooks.example.com/', '', now(), now() from generate_series(1, $2)
       returning user_id, id
     ), told as (
       insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
       values ($1, $3, 'crossborder.account.updated', $4, 1,
         jsonb_build_object('account_id', $4::uuid, 'client_id', $4::uuid, 'status', 'ACTIVE'), 'test', now())
       returning id, created_at
     ), sent as (
       insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, created_at, due_at)
       select made.user_id, webhook_delivery_id(told.id, made.id), made.id, told.id, 'crossborder.account.updated',
         told.created_at, now() + make_interval(secs => $5)
       from made, told returning endpoint_id
     )
     select endpoint_id as id from sent`,
    [user.user_id, count, uuidv7(), randomUUID(), seconds],
  )
  return made.map(({ id }) => id)
}

const due = (endpoint_id: string, seconds = 0) =>
  sql(`update webhook_deliveries set due_at = now() + make_interval(secs => $2) where endpoint_id = $1`, [
    endpoint_id,
    seconds,
  ])
/** Claims until every new endpoint has been read once. */
async function lookAtAll(): Promise<void> {
  for (let looks = 0; looks < 20; looks += 1) await claim()
}

it('endpoints whose deliveries are not due yet are read once, and not again at each claim', async () => {
  await waiting(300, 3_600)
  await lookAtAll()
  const lookUps = async () =>
    (
      await sql<{ n: number }>(`select idx_scan::int as n from pg_stat_user_tables where relname = 'webhook_endpoints'`)
    )[0]!.n
  const pool = openPool({ connectionString: gateway.db.worker, size: 1, name: 'claims-counted' })
  const before = await lookUps()
  for (let claims = 0; claims < 5; claims += 1) expect(await claimDeliveries(pool, uuidv7(), limits)).toEqual([])
  await pool.end()
  const gone = `select from pg_stat_activity where datname = current_database() and application_name = 'claims-counted'`
  await expect.poll(async () => (await sql(gone)).length).toBe(0)
  expect((await lookUps()) - before).toBeLessThan(10)
})

it('deliveries that become due are claimed, whether they were new or had waited', async () => {
  const [one, other] = await waiting(2, 3_600)
  await lookAtAll()
  await due(one!)
  expect((await claim()).map(({ endpoint_id }) => endpoint_id)).toEqual([one])
  const [fresh] = await waiting(1, 0)
  await due(other!)
  expect((await claim()).map(({ endpoint_id }) => endpoint_id).toSorted()).toEqual([other, fresh].toSorted())
})

it('a delivery that waits for a retry is claimed when it is due', async () => {
  const [one] = await waiting(1, 0.6)
  expect(await claim()).toEqual([])
  await expect.poll(async () => (await claim()).map(({ endpoint_id }) => endpoint_id)).toEqual([one])
})

it('many endpoints with due deliveries are all served, however few one claim covers', async () => {
  const all = await waiting(500, 0)
  const claimed: string[] = []
  for (let claims = 0; claims < 20; claims += 1) claimed.push(...(await claim()).map(({ endpoint_id }) => endpoint_id))
  expect(claimed.toSorted()).toEqual(all.toSorted())
})

it('a paused endpoint is skipped until its pause ends, and is read when it ends early', async () => {
  const [one] = await waiting(1, 0)
  await sql(`update webhook_endpoints set paused_until = now() + interval '1 hour' where id = $1`, [one])
  await lookAtAll()
  const look = `select look_at > now() + interval '59 minutes' as later from webhook_schedule where endpoint_id = $1`
  expect(await sql(look, [one])).toEqual([{ later: true }])
  await sql(`update webhook_endpoints set paused_until = null where id = $1`, [one])
  expect((await claim()).map(({ endpoint_id }) => endpoint_id)).toEqual([one])
})

it('what waits for hours for a disabled endpoint is canceled in the next round', async () => {
  const [one, other] = await waiting(2, 3_600)
  await lookAtAll()
  await sql(
    `update webhook_endpoints set enabled = false, disabled_at = now(), disabled_reason = 'REQUESTED' where id = $1`,
    [one],
  )
  await claim()
  expect(await cancelOrphans(operator)).toBe(1)
  expect(await cancelOrphans(operator)).toBe(0)
  const states = 'select endpoint_id, status from webhook_deliveries order by status'
  expect(await sql(states)).toEqual([
    { endpoint_id: one, status: 'CANCELED' },
    { endpoint_id: other, status: 'PENDING' },
  ])
  expect(await sql('select endpoint_id from webhook_schedule')).toEqual([{ endpoint_id: other }])
})

it("endpoints of a user at the worker's limit do not block those of other users", async () => {
  const full = user
  await waiting(300, 0)
  const held = [{ user_id: full.user_id, endpoint_id: randomUUID(), count: 128 }]
  const of = { ...limits, perUser: 128, held }
  for (let claims = 0; claims < 5; claims += 1) expect(await claim(of)).toEqual([])
  user = await gateway.user()
  const [one] = await waiting(1, 0)
  expect((await claim(of)).map(({ endpoint_id }) => endpoint_id)).toEqual([one])
  // Those that were skipped are still there when there is capacity again.
  expect((await claim()).length).toBeGreaterThan(0)
})
