import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { seedNetworks } from '@eclusa/simulators/seed.ts'
import { startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { effects as accountEffects } from '@eclusa/testing/webhooks.ts'
import { createTestWorkerServices, startDeliverer } from '@eclusa/testing/worker.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { LEASE_MS } from '../../platform/lease.ts'
import { claimDeliveries, renewLeases, writeOutcomes } from './delivery-store.ts'
import { noteHealth } from './endpoint-health.ts'

let gateway: TestGateway
let sink: WebhookSink
let answers: Map<string, Parameters<typeof startWebhookSink>[0]>
let user: TestUser
let deliverer: { stop(): Promise<void> } | undefined

beforeAll(async () => {
  gateway = await createTestGateway()
  sink = await startWebhookSink((path, body) => (answers.has(path) ? answers.get(path)!(path, body) : 204))
})
afterAll(async () => {
  await gateway.close()
  await sink.close()
})
beforeEach(async () => {
  answers = new Map()
  sink.heard.length = 0
  user = await gateway.user()
  await seedNetworks(gateway.db.admin, user.user_id)
})
afterEach(async () => {
  await deliverer?.stop()
  deliverer = undefined
  await gateway.db.admin.query('truncate webhook_deliveries')
})

type Signed = { headers: Record<string, string>; body: string }
type TestDeliverWebhooksEndpoint = { id: string; secret: string; path: string }

async function endpoint(
  answer?: Parameters<typeof startWebhookSink>[0],
  event_types?: string[],
): Promise<TestDeliverWebhooksEndpoint> {
  const path = `/${randomUUID()}`
  if (answer) answers.set(path, answer)
  const body = { url: sink.url + path, event_types: event_types ?? ['crossborder.account.updated'] }
  const made = await gateway.ask({ method: 'POST', url: '/v1/webhooks/endpoints', as: user, body })
  expect(made.status).toBe(201)
  return { id: String(made.body['id']), secret: String(made.body['secret']), path }
}

const effects = (count: number) => accountEffects(gateway, user, count)

const heardBy = ({ path }: TestDeliverWebhooksEndpoint) => sink.heard.filter((call) => call.path === path)

async function until<T>(what: () => Promise<T | undefined | false> | T | undefined | false, ms = 60_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await what()
    if (value) return value
    if (Date.now() > end) throw new Error('it did not happen in time')
    await pause(20)
  }
}

async function deliveries({ id }: TestDeliverWebhooksEndpoint) {
  const { rows } = await gateway.db.admin.query<{
    status: string
    attempt_count: number
    attempts: Record<string, unknown>[]
    event_id: string
  }>('select * from webhook_deliveries where endpoint_id = $1 order by created_at, id', [id])
  return rows
}

const allAre = (one: TestDeliverWebhooksEndpoint, status: string) => async () => {
  const rows = await deliveries(one)
  return rows.length > 0 && rows.every((row) => row.status === status) && rows
}

describe('a successful delivery', () => {
  it('is sent once, with the same content as the API returns, and the attempt is logged', async () => {
    const one = await endpoint(() => ({ status: 200, body: 'thank you\u0000\n' }))
    deliverer = startDeliverer(gateway.db)
    const object_id = await effects(3)
    const rows = await until(allAre(one, 'DELIVERED'))
    await until(() => heardBy(one).length === 3)
    expect(rows).toHaveLength(3)
    const wanted = `object_id=${object_id}&type=crossborder.account.updated&order=asc`
    const pulled = await gateway.ask({ url: `/v1/events?${wanted}`, as: user })
    const pushed = heardBy(one)
      .map(({ body }) => JSON.parse(body) as { sequence: number })
      .toSorted((a, b) => a.sequence - b.sequence)
    expect(pushed).toEqual(pulled.body['data'])
    expect(new Set(heardBy(one).map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(rows.map(({ event_id }) => event_id)),
    )
    const [attempt] = rows[0]!.attempts
    expect(attempt).toMatchObject({ status_code: 200, response_excerpt: 'thank you' })
    expect(attempt!['duration_ms']).toBeGreaterThanOrEqual(0)
  })

  it('is verified by the npm package standardwebhooks; an altered, old or rotated-out one is rejected', async () => {
    const one = await endpoint()
    deliverer = startDeliverer(gateway.db)
    await effects(1)
    await until(() => heardBy(one).length === 1)
    const [{ headers, body }] = heardBy(one) as unknown as [Signed]
    const verifier = new Webhook(one.secret)
    expect(verifier.verify(body, headers)).toEqual(JSON.parse(body))

    const changed = body.replace('ACTIVE', 'ACTIVF')
    expect(changed).not.toBe(body)
    expect(() => verifier.verify(changed, headers)).toThrow('No matching signature found')
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': randomUUID() })).toThrow('No matching signature')
    const old = String(Number(headers['webhook-timestamp']) - 301)
    expect(() => verifier.verify(body, { ...headers, 'webhook-timestamp': old })).toThrow('too old')

    const rotate = async (previous_valid_hours: number) =>
      String(
        (
          await gateway.ask({
            method: 'POST',
            url: `/v1/webhooks/endpoints/${one.id}/secret/rotate`,
            as: user,
            body: { previous_valid_hours },
          })
        ).body['secret'],
      )
    const second = await rotate(1)
    await effects(1)
    await until(() => heardBy(one).length === 2)
    const both = heardBy(one)[1] as unknown as Signed
    // While both are active, the receiver may have either.
    for (const secret of [one.secret, second])
      expect(new Webhook(secret).verify(both.body, both.headers)).toEqual(JSON.parse(both.body))

    const third = await rotate(0)
    await effects(1)
    await until(() => heardBy(one).length === 3)
    const last = heardBy(one)[2] as unknown as Signed
    expect(new Webhook(third).verify(last.body, last.headers)).toEqual(JSON.parse(last.body))
    for (const secret of [one.secret, second])
      expect(() => new Webhook(secret).verify(last.body, last.headers)).toThrow('No matching signature found')
  })
})

describe('a failed delivery', () => {
  it('is retried with the same id and body until it succeeds', async () => {
    let failures = 2
    const one = await endpoint(() => (failures-- > 0 ? 503 : 200))
    deliverer = startDeliverer(gateway.db)
    await effects(1)
    const [row] = await until(allAre(one, 'DELIVERED'))
    expect(row!.attempts.map((attempt) => attempt['status_code'])).toEqual([503, 503, 200])
    expect(new Set(heardBy(one).map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
  })

  it('fails permanently after the last attempt; a redirect, a timeout and a closed port are failures', async () => {
    const wrong = await endpoint(() => ({ status: 302, headers: { location: `${sink.url}/elsewhere` } }))
    const hangs = await endpoint(() => 'hang')
    const closed = await endpoint()
    await gateway.db.admin.query(`update webhook_endpoints set url = 'http://127.0.0.1:1/' where id = $1`, [closed.id])
    const refused = await endpoint()
    await gateway.db.admin.query(`update webhook_endpoints set url = 'http://10.0.0.1/' where id = $1`, [refused.id])
    deliverer = startDeliverer(gateway.db)
    await effects(1)
    const [redirected] = await until(allAre(wrong, 'FAILED'))
    expect(redirected!.attempts.map((attempt) => attempt['status_code'])).toEqual([302, 302, 302, 302])
    const [hung] = await until(allAre(hangs, 'FAILED'))
    expect(hung!.attempts.map((attempt) => attempt['error'])).toEqual(Array(4).fill('TIMEOUT'))
    const [shut] = await until(allAre(closed, 'FAILED'))
    expect(shut!.attempts[0]).toMatchObject({ error: 'CONNECTION_REFUSED' })
    const [guarded] = await until(allAre(refused, 'FAILED'))
    expect(guarded!.attempts[0]).toMatchObject({ error: 'ADDRESS_REFUSED' })
    expect(sink.heard.filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  it('reads a limited part of an endless response', async () => {
    const one = await endpoint(() => ({ status: 200, body: 'x'.repeat(5_000_000) }))
    deliverer = startDeliverer(gateway.db)
    await effects(1)
    const [row] = await until(allAre(one, 'DELIVERED'))
    expect(row!.attempts[0]!['response_excerpt']).toBe('x'.repeat(500))
  })

  it('disables an endpoint that returns 410 and emits one event, to the others', async () => {
    const gone = await endpoint(() => 410)
    const other = await endpoint(undefined, ['webhooks.endpoint.disabled'])
    deliverer = startDeliverer(gateway.db)
    await effects(3)
    const [told] = await until(allAre(other, 'DELIVERED'))
    expect(JSON.parse(heardBy(other)[0]!.body)).toMatchObject({
      type: 'webhooks.endpoint.disabled',
      object_id: gone.id,
      data: { endpoint_id: gone.id, reason: 'GONE' },
    })
    expect(told).toBeDefined()
    const read = await gateway.ask({ url: `/v1/webhooks/endpoints/${gone.id}`, as: user })
    expect(read.body).toMatchObject({ enabled: false, disabled_reason: 'GONE' })
    // The pending deliveries are canceled in the worker's next round.
    await until(async () => (await deliveries(gone)).every(({ status }) => status === 'CANCELED'))
    expect(await deliveries(other)).toHaveLength(1)
  })

  it('disables an endpoint that has failed for days, and not one that failed for less', async () => {
    const dead = await endpoint(() => 500)
    const ill = await endpoint(() => 500)
    await gateway.db.admin.query(
      `update webhook_endpoints set failing_since = now() - case id when $1 then interval '73 hours' else interval '71 hours' end,
       consecutive_failures = 1 where id in ($1, $2)`,
      [dead.id, ill.id],
    )
    deliverer = startDeliverer(gateway.db)
    await effects(1)
    await until(
      async () => (await gateway.ask({ url: `/v1/webhooks/endpoints/${dead.id}`, as: user })).body['enabled'] === false,
    )
    await until(allAre(ill, 'FAILED'))
    expect((await gateway.ask({ url: `/v1/webhooks/endpoints/${ill.id}`, as: user })).body).toMatchObject({
      enabled: true,
    })
    const { rows } = await gateway.db.admin.query(
      `select data from events where object_id = $1 and type = 'webhooks.endpoint.disabled'`,
      [dead.id],
    )
    expect(rows).toEqual([{ data: { endpoint_id: dead.id, reason: 'FAILING' } }])
  })

  it('pauses an endpoint after ten failures in a row, then sends one probe', async () => {
    let well = false
    const one = await endpoint(() => (well ? 200 : 500))
    await effects(12)
    deliverer = startDeliverer(gateway.db, { WEBHOOK_RETRY_DELAYS_SECONDS: '0.1,'.repeat(50).slice(0, -1) })
    const paused = await until(async () => {
      const { body } = await gateway.ask({ url: `/v1/webhooks/endpoints/${one.id}`, as: user })
      return body['paused_until'] !== undefined && body
    })
    expect(Date.parse(String(paused['paused_until'])) - Date.now()).toBeGreaterThan(5_000)
    await pause(500)
    const calls = heardBy(one).length
    await pause(1_000)
    expect(heardBy(one)).toHaveLength(calls)
    // The pause ends: one probe is sent, and no more until it succeeds.
    await gateway.db.admin.query(`update webhook_endpoints set paused_until = now() where id = $1`, [one.id])
    await until(() => heardBy(one).length === calls + 1)
    await pause(600)
    expect(heardBy(one)).toHaveLength(calls + 1)
    well = true
    await gateway.db.admin.query(`update webhook_endpoints set paused_until = now() where id = $1`, [one.id])
    await until(allAre(one, 'DELIVERED'))
    const { body } = await gateway.ask({ url: `/v1/webhooks/endpoints/${one.id}`, as: user })
    expect(body).not.toHaveProperty('failing_since')
  })

  it('does not extend the pause for deliveries in progress, and doubles it for each failed probe', async () => {
    const one = await endpoint()
    const miss = async () => {
      const seen = { user_id: user.user_id, endpoint_id: one.id, heard: false, misses: 16 }
      const health = await noteHealth(gateway.db.admin, seen)
      const { rows } = await gateway.db.admin.query<{ seconds: number }>(
        'select extract(epoch from paused_until - now())::int as seconds from webhook_endpoints where id = $1',
        [one.id],
      )
      return { failures: health!.consecutive_failures, paused: health!.paused, seconds: rows[0]!.seconds }
    }
    expect(await miss()).toEqual({ failures: 10, paused: true, seconds: 10 })
    for (let n = 0; n < 5; n += 1) expect(await miss()).toEqual({ failures: 10, paused: true, seconds: 10 })
    // Some time ago: times have millisecond precision, so "now" may be the next one.
    await gateway.db.admin.query(
      `update webhook_endpoints set paused_until = now() - interval '1 second' where id = $1`,
      [one.id],
    )
    expect(await miss()).toEqual({ failures: 11, paused: true, seconds: 20 })
  })
})

describe('isolation of users', () => {
  /** Inserts events directly, without the API. */
  const queue = (to: TestDeliverWebhooksEndpoint[], count: number) =>
    gateway.db.admin.query(
      `with told as (
         insert into events (user_id, id, type, object_id, sequence, data, request_id, created_at)
         select $1, id, 'crossborder.account.updated', id, 1,
           jsonb_build_object('account_id', $5::uuid, 'client_id', $5::uuid, 'status', 'ACTIVE'), 'test', $3 from unnest($2::uuid[]) made (id)
         returning user_id, id, type, created_at)
       insert into webhook_deliveries (user_id, id, endpoint_id, event_id, event_type, created_at)
       select user_id, webhook_delivery_id(id, endpoint), endpoint, id, type, created_at
       from told cross join unnest($4::uuid[]) endpoint`,
      [user.user_id, Array.from({ length: count }, () => uuidv7()), new Date(), to.map(({ id }) => id), randomUUID()],
    )

  it('the deliveries of others are not delayed by a user with twenty endpoints that hang', async () => {
    const hanging = await Promise.all(Array.from({ length: 20 }, () => endpoint(() => 'hang')))
    await queue(hanging, 100)
    deliverer = startDeliverer(gateway.db, { WEBHOOK_TIMEOUT_SECONDS: '8', WEBHOOK_RETRY_DELAYS_SECONDS: '600' })
    await until(() => sink.heard.length >= 64)
    await pause(500)
    // The per-user limit is in progress, divided among the endpoints, and no more.
    expect(sink.heard).toHaveLength(64)
    for (const one of hanging) expect(heardBy(one).length).toBeGreaterThan(1)
    const { rows } = await gateway.db.admin.query<{ held: number }>(
      `select count(*)::int as held from webhook_deliveries where lease is not null`,
    )
    expect(rows[0]!.held).toBeLessThanOrEqual(128 + 20)

    user = await gateway.user()
    await seedNetworks(gateway.db.admin, user.user_id)
    const healthy = await endpoint()
    for (let n = 1; n <= 5; n += 1) {
      const started = Date.now()
      await queue([healthy], 1)
      await until(() => heardBy(healthy).length === n, 2_000)
      expect(Date.now() - started).toBeLessThan(1_000)
    }
  })
})

describe('leases', () => {
  it('are renewed by two workers at once, in any order', async () => {
    const one = await endpoint()
    await effects(100)
    const worker = createTestWorkerServices(gateway.db)
    const { operator } = worker
    const held = await claimDeliveries(operator, uuidv7(), { total: 100, perEndpoint: 100, perUser: 100, held: [] })
    expect(held.map(({ endpoint_id }) => endpoint_id)).toEqual(Array.from({ length: 100 }, () => one.id))
    const turned = held.toReversed()
    for (let round = 0; round < 30; round += 1) {
      const renewed = await Promise.all([held, turned].map((leases) => renewLeases(operator, leases)))
      expect(renewed.map(({ size }) => size)).toEqual([100, 100])
    }
    await worker.close()
  })

  it('of a crashed worker expire within 30 s, and it can write no outcome for them any more', async () => {
    const one = await endpoint()
    await effects(3)
    const dead = createTestWorkerServices(gateway.db)
    const { operator } = dead
    const limits = { total: 10, perEndpoint: 10, perUser: 10, held: [] }
    const held = await claimDeliveries(operator, uuidv7(), limits)
    const died = Date.now()
    expect(held).toHaveLength(3)
    expect(await claimDeliveries(operator, uuidv7(), limits)).toEqual([])
    deliverer = startDeliverer(gateway.db)
    await until(allAre(one, 'DELIVERED'))
    const took = Date.now() - died
    expect(took).toBeGreaterThan(LEASE_MS - 1_000)
    expect(took).toBeLessThan(30_000)
    const late = held.map((delivery) => ({ delivery, status: 'FAILED' as const, delayMs: 0 }))
    expect(await writeOutcomes(operator, late)).toEqual(new Set())
    expect(await allAre(one, 'DELIVERED')()).toBeTruthy()
    await dead.close()
  }, 45_000)

  it('are kept by a live worker, however slow the endpoint: two workers, one call', async () => {
    const one = await endpoint(() => 'hang')
    const slow = { WEBHOOK_TIMEOUT_SECONDS: '20', WEBHOOK_RETRY_DELAYS_SECONDS: '600' }
    const first = startDeliverer(gateway.db, slow)
    deliverer = startDeliverer(gateway.db, slow)
    await effects(1)
    await until(() => heardBy(one).length === 1)
    await pause(LEASE_MS + 2_000)
    expect(heardBy(one)).toHaveLength(1)
    await first.stop()
  })

  it('are released by a worker that stops', async () => {
    const one = await endpoint(() => 'hang')
    await effects(30)
    const first = startDeliverer(gateway.db, { WEBHOOK_RETRY_DELAYS_SECONDS: '600' })
    await until(() => heardBy(one).length === 16)
    await first.stop()
    const { rows } = await gateway.db.admin.query(
      'select count(*)::int as free from webhook_deliveries where endpoint_id = $1 and lease is null',
      [one.id],
    )
    expect(rows).toEqual([{ free: 30 }])
  })
})

describe('retention', () => {
  it('drops whole months past the retention period, of events and deliveries only', async () => {
    const owner = createLoginPool(gateway.db.owner, 1)
    for (const table of ['events', 'webhook_deliveries', 'client_activity'])
      await owner.query(
        `create table ${table}_2020_01 partition of ${table} for values from ('2020-01-01') to ('2020-02-01')`,
      )
    await owner.end()
    const worker = createLoginPool(gateway.db.worker, 1)
    const { rows } = await worker.query('select drop_old_events(13)')
    expect(rows.map((row: Record<string, unknown>) => row['drop_old_events'])).toEqual([
      'webhook_deliveries_2020_01',
      'events_2020_01',
    ])
    await expect(worker.query('select drop_old_events(0)')).rejects.toThrow('at least a month')
    await worker.end()
  })
})
