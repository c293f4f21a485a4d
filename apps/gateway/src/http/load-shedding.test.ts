import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let account: Awaited<ReturnType<TestGateway['account']>>
let base: string

beforeAll(async () => {
  gateway = await createTestGateway({ DATABASE_POOL_SIZE: '1' })
  user = await gateway.user()
  account = await gateway.account(user)
  base = await gateway.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => gateway.close())

const headers = (more = {}) => ({ authorization: `Bearer ${user.token}`, nonce: randomUUID(), ...more })
/** Each in a turn of its own, because reads by key of the same turn share one place in the queue. */
const list = () => fetch(base + account.url.replace(/\/[^/]+$/, ''), { headers: headers() })
const change = (nickname: string, more = {}) =>
  fetch(base + account.url, {
    method: 'PATCH',
    headers: headers({ 'content-type': 'application/json', ...more }),
    body: JSON.stringify({ nickname }),
  })
const claims = async () => (await gateway.db.admin.query('select 1 from replay_claims')).rowCount

it('when the queue does not move, one more request gets 503 before any work; queued ones are served', async () => {
  expect((await list()).status).toBe(200)
  const held = await gateway.services.pool.connect()
  const inLine = [change('in line'), ...Array.from({ length: 41 }, list)]
  try {
    while (gateway.services.pool.waitingCount < 42) await pause(5)
    // A queue that has just formed still accepts requests. After three seconds without a departure it is full.
    inLine.push(change('the last to join'))
    while (gateway.services.pool.waitingCount < 43) await pause(5)
    await pause(3_010)
    const before = await claims()
    const refused = await change('too late', { 'x-lang': 'en-US' })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.headers.get('content-language')).toBe('en-US')
    const body = (await refused.json()) as Record<string, unknown>
    expect(body).toMatchObject({ code: 'UNAVAILABLE', status: 503, request_id: refused.headers.get('x-request-id') })
    expect(await claims()).toBe(before)
    const told = gateway.services.metrics.text()
    expect(told).toContain('eclusa_overload_refusals_total 1\n')
    expect(told).toContain('eclusa_pool_connections{pool="requests",state="waiting"} 43\n')
    expect(told).toContain('eclusa_pool_connections{pool="requests",state="most"} 1\n')
    expect(told).toContain('eclusa_strangers_waiting{lane="api_key"} 0\n')
    // Unknown callers take their own path and get their usual response.
    expect((await fetch(base + account.url, { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401)
    // Operations that need no connection are not rejected.
    expect((await fetch(`${base}/docs/errors/UNAVAILABLE`)).status).toBe(200)
  } finally {
    held.release()
  }
  for (const { status } of await Promise.all(inLine)) expect(status).toBe(200)
  expect((await change('too late')).status).toBe(200)
})

it('a user beside one that floods is served, while requests of the flood are rejected', async () => {
  const neighbour = await gateway.user()
  const theirs = await gateway.account(neighbour)
  const read = (as: TestUser, url: string) =>
    fetch(base + url, { headers: { authorization: `Bearer ${as.token}`, nonce: randomUUID() } })
  expect((await read(neighbour, theirs.url)).status).toBe(200)
  expect((await list()).status).toBe(200)
  const held = await gateway.services.pool.connect()
  const flood = Array.from({ length: 60 }, list)
  let beside: Promise<Response>
  try {
    while (gateway.services.pool.waitingCount < 60) await pause(5)
    await pause(3_010)
    expect((await list()).status).toBe(503)
    beside = read(neighbour, theirs.url)
    while (gateway.services.pool.waitingCount < 61) await pause(5)
    expect((await list()).status).toBe(503)
  } finally {
    held.release()
  }
  expect((await beside).status).toBe(200)
  await Promise.all(flood)
})
