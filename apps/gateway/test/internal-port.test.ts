import { randomBytes, randomUUID } from 'node:crypto'
import { samplePayment } from '@eclusa/simulators/sample-transactions.ts'
import { testEnvironment } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SettingsError } from '../src/platform/config/settings.ts'
import { readWorkerSettings } from '../src/settings.ts'
import { type RunningWorker, runWorker } from '../src/worker.ts'

/** The internal port of a running worker: open for health and metrics, closed for the rest without the token. */
const token = randomBytes(24).toString('base64url')
let gateway: TestGateway
let worker: RunningWorker
let closed: RunningWorker
let wire: Wire
let user: TestUser

const start = (settings: NodeJS.ProcessEnv) =>
  runWorker(readWorkerSettings({ ...testEnvironment(gateway.db), LOG_LEVEL: 'silent', ...settings }))

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  wire = await createWire(gateway.db.worker)
  worker = await start({ OPERATOR_TOKEN: token, DATABASE_WORKER_URL: wire.url })
  closed = await start({})
})
afterAll(async () => {
  await worker.stop()
  await closed.stop()
  await wire.close()
  await gateway.close()
})

interface TestInternalPortReport {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

async function post(
  body: unknown,
  headers: Record<string, string> = {},
  { at = worker, path = '/v1/transactions' } = {},
): Promise<TestInternalPortReport> {
  const response = await fetch(`${at.internal_url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as TestInternalPortReport['body'],
  }
}

const aDayAgo = () => new Date(Date.now() - 86_400_000)

async function kept(): Promise<number> {
  const { rows } = await gateway.db.admin.query<{ count: number }>('select count(*)::int as count from transactions')
  return rows[0]!.count
}

describe('200', () => {
  it('returns a result for each record, and does nothing the second time', async () => {
    const payment = samplePayment(user, aDayAgo())
    const body = { transactions: [payment, { ...payment, amount: 'much' }] }
    const refused = {
      transaction_id: payment.id,
      outcome: 'REFUSED',
      errors: [{ pointer: '/amount', code: 'IS_INTEGER', detail: 'must be of type integer' }],
    }
    const first = await post(body, { 'x-lang': 'en-US' })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      outdated: 0,
      refused: 1,
      results: [{ transaction_id: payment.id, outcome: 'CREATED' }, refused],
    })
    expect((await post(body)).body).toMatchObject({ created: 0, unchanged: 1, refused: 1 })
    const { rows } = await gateway.db.admin.query('select request_id from events where object_id = $1', [payment.id])
    expect(rows).toEqual([{ request_id: first.headers.get('x-request-id') }])
  })

  it('accepts a thousand records in one batch', async () => {
    const transactions = Array.from({ length: 1_000 }, () => samplePayment(user, aDayAgo()))
    expect((await post({ transactions })).body).toMatchObject({ created: 1_000, refused: 0 })
  })

  it('counts requests there by operation and status, and the worker’s own resources', async () => {
    await post({}, { authorization: 'Bearer wrong' })
    const told = await (await fetch(`${worker.internal_url}/metrics`)).text()
    expect(told).toMatch(
      /eclusa_request_duration_seconds_count\{door="operator",operation="ingestTransactions",status="401",credential="none"\} [1-9]/,
    )
    expect(told).toContain('eclusa_webhooks_held 0\n')
    expect(told).toContain('eclusa_webhook_secret_unreadable_total 0\n')
    expect(told).toContain('eclusa_pool_connections{pool="operator",state="most"}')
    expect(told).toContain('eclusa_check_state{check="database"} 0\n')
  })

  it('keeps health and metrics open without a token', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await fetch(`${worker.internal_url}${path}`)).status, path).toBe(200)
    }
  })
})

describe('rejected, with nothing stored', () => {
  const body = () => ({ transactions: [samplePayment(user, aDayAgo())] })

  it('400 a repeated name in a record', async () => {
    const twice = JSON.stringify(body()).replace('"amount":', '"amount":1,"amount":')
    expect(await post(twice)).toMatchObject({ status: 400, body: { errors: [{ code: 'REPEATED_MEMBER' }] } })
  })

  it('415 a content encoding', async () =>
    expect(await post(body(), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 415,
      body: { code: 'MEDIA_TYPE_UNSUPPORTED' },
    }))

  it('405 an unsupported method of a known path', async () => {
    const answer = await fetch(`${worker.internal_url}/v1/transactions`)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('404 a path with needless escapes', async () => {
    for (const path of ['/v1/%74ransactions', '/%6detrics'])
      expect((await post(body(), {}, { path })).status, path).toBe(404)
  })

  it.each<[string, string]>([
    ['no token', ''],
    ['another token', `Bearer ${randomBytes(24).toString('base64url')}`],
    ['a part of it', `Bearer ${token.slice(0, -1)}`],
    ['more than it', `Bearer ${token}x`],
    ['another scheme', `Basic ${token}`],
    ['the bare token', token],
  ])('401 %s', async (_, authorization) => {
    const before = await kept()
    const { status, headers, body: problem } = await post(body(), { authorization })
    expect([status, problem['code'], headers.get('www-authenticate')]).toEqual([
      401,
      'OPERATOR_TOKEN_REFUSED',
      'Bearer realm="eclusa", error="invalid_token"',
    ])
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(await kept()).toBe(before)
  })

  it('401 a platform token or an API key', async () => {
    const { key } = await gateway.apiKey(user)
    expect((await post(body(), { authorization: `Bearer ${user.token}` })).status).toBe(401)
    expect((await post(body(), { authorization: '', 'x-api-key': key })).status).toBe(401)
  })

  it('401 every token where none is set, and a short one is a configuration error', async () => {
    expect((await post(body(), {}, { at: closed })).body['code']).toBe('OPERATOR_TOKEN_REFUSED')
    expect((await post(body(), { authorization: 'Bearer undefined' }, { at: closed })).status).toBe(401)
    const settings = testEnvironment(gateway.db)
    expect(() => readWorkerSettings({ ...settings, OPERATOR_TOKEN: 'x'.repeat(31) })).toThrow(SettingsError)
    expect(() => readWorkerSettings({ ...settings, OPERATOR_TOKEN: `${'x'.repeat(31)} ` })).toThrow(SettingsError)
    expect(readWorkerSettings({ ...settings, OPERATOR_TOKEN: 'x'.repeat(32) }).OPERATOR_TOKEN).toHaveLength(32)
    const three = Array(3).fill('x'.repeat(32)).join('\n')
    expect(() => readWorkerSettings({ ...settings, OPERATOR_TOKEN: three })).toThrow(SettingsError)
  })

  it('401 any but the two tokens during a rotation', async () => {
    const next = randomBytes(24).toString('base64url')
    const turning = await start({ OPERATOR_TOKEN: `${next}\n${token}` })
    const statusOf = async (bearer: string) =>
      (await post({ transactions: [] }, { authorization: `Bearer ${bearer}` }, { at: turning })).status
    expect([await statusOf(next), await statusOf(token)]).toEqual([400, 400])
    expect([await statusOf(`${next}${token}`), await statusOf(next.slice(1))]).toEqual([401, 401])
    await turning.stop()
  })

  it('400 no batch, 413 too large, 415 no JSON, 404 an unknown path', async () => {
    const before = await kept()
    const one = samplePayment(user, aDayAgo())
    const cases: [number, string, Promise<TestInternalPortReport>][] = [
      [400, 'REQUEST_MALFORMED', post('{"transactions":')],
      [400, 'REQUEST_MALFORMED', post({ transactions: [] })],
      [400, 'REQUEST_MALFORMED', post({ transactions: [one], more: 1 })],
      [400, 'REQUEST_MALFORMED', post({ transactions: Array(1_001).fill(one) })],
      [400, 'REQUEST_MALFORMED', post({ transactions: [one] }, { 'x-lang': 'fr' })],
      [413, 'BODY_TOO_LARGE', post(`{"transactions":["${'x'.repeat(2_100_000)}"]}`)],
      [415, 'MEDIA_TYPE_UNSUPPORTED', post('x', { 'content-type': 'text/plain' })],
      [404, 'ROUTE_NOT_FOUND', post({}, {}, { path: '/v1/users' })],
    ]
    for (const [status, code, told] of cases) {
      const answer = await told
      expect([answer.status, answer.body['code']]).toEqual([status, code])
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
    }
    expect(await kept()).toBe(before)
  })

  it('404 on the port of the API', async () => {
    const answer = await gateway.ask({
      method: 'POST',
      url: '/v1/transactions',
      headers: { authorization: `Bearer ${token}` },
      body: body(),
    })
    expect(answer.status).toBe(404)
  })
})

describe('503', () => {
  it('when the response to COMMIT is lost, and the same batch again shows its result', async () => {
    // Large enough to arrive in pieces.
    const transactions = Array.from({ length: 400 }, () => samplePayment(user, aDayAgo(), { id: randomUUID() }))
    const { id } = transactions[0]!
    // The worker runs other statements meanwhile.
    wire.about = id
    wire.atCommit = 'hold-answer'
    wire.onHeld = () => {
      wire.atCommit = 'pass'
      wire.cut()
    }
    const lost = await post({ transactions })
    expect([lost.status, lost.body['code']]).toEqual([503, 'TRANSACTION_INGEST_UNFINISHED'])
    expect(lost.headers.get('retry-after')).toBe('2')
    expect((await post({ transactions })).body).toMatchObject({ unchanged: 400, created: 0 })
    const { rows } = await gateway.db.admin.query('select 1 from events where object_id = $1', [id])
    expect(rows).toHaveLength(1)
  })
})
