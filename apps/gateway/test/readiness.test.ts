import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { testEnvironment } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { TestIssuer } from '@eclusa/testing/issuer.ts'
import { startApiProcess } from '@eclusa/testing/processes/gateway-process.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIssuerKeys } from '../src/http/auth/issuer-keys.ts'
import { databaseChecks } from '../src/platform/db/database-checks.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { createShutdownState } from '../src/platform/http/graceful-drain.ts'
import {
  type Check,
  cachedCheck,
  createReadiness,
  type ReadinessReport,
  ready,
} from '../src/platform/http/readiness.ts'
import { createLog } from '../src/platform/observability/log.ts'
import { createMetrics } from '../src/platform/observability/metrics.ts'
import { runApi } from '../src/run-api.ts'
import { readApiSettings, readWorkerSettings } from '../src/settings.ts'
import { runWorker } from '../src/worker.ts'

/** Readiness: a missing dependency is reported when it fails, and before where it can be known. */
let gateway: TestGateway

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

async function reportOf(checks: Check[], lines: string[] = []): Promise<ReadinessReport> {
  const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
  const readiness = createReadiness(checks, log, createMetrics())
  readiness.close()
  return readiness.report()
}

describe('readiness', () => {
  const trouble = { reason: 'why', action: 'do this' }
  const check = (name: string, look: Check['look']): Check => ({ name, look, unanswered: trouble })

  it('is as good as its worst check, and each change is logged once', async () => {
    let status: 'ready' | 'degraded' | 'not ready' = 'ready'
    const metrics = createMetrics()
    const lines: string[] = []
    const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
    const readiness = createReadiness(
      [check('one', () => ({ status: 'ready' })), check('two', () => ({ status, ...trouble }))],
      log,
      metrics,
    )
    expect(await readiness.report()).toMatchObject({ status: 'ready' })
    for (status of ['degraded', 'not ready', 'ready'] as const) {
      for (let asked = 0; asked < 2; asked += 1) expect((await readiness.report()).status).toBe(status)
      const state = { ready: 0, degraded: 1, 'not ready': 2 }[status]
      expect(metrics.text()).toContain(`eclusa_check_state{check="one"} 0\neclusa_check_state{check="two"} ${state}\n`)
    }
    readiness.close()
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: 'readiness_changed', name: 'two', status: 'degraded', reason: 'why' },
      { event: 'readiness_changed', name: 'two', status: 'not ready', reason: 'why' },
      { event: 'readiness_changed', name: 'two', status: 'ready' },
    ])
  })

  it('raises no warning for an intended state, such as a shutdown', async () => {
    const lines: string[] = []
    const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
    const leave = createShutdownState()
    const readiness = createReadiness(
      [leave.check, check('other', () => ({ status: 'degraded', ...trouble }))],
      log,
      createMetrics(),
    )
    leave.begin()
    expect((await readiness.report()).status).toBe('not ready')
    readiness.close()
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 30, name: 'process', reason: 'stopping' },
      { level: 40, name: 'other' },
    ])
  })

  it('does not wait for a check that hangs or fails', async () => {
    const report = await reportOf([
      check('hangs', () => new Promise(() => {})),
      check('fails', () => Promise.reject(new Error('no'))),
    ])
    expect(report).toEqual({
      status: 'not ready',
      reason: 'why',
      away: ['hangs', 'fails'],
      checks: [
        { name: 'hangs', status: 'not ready', ...trouble },
        { name: 'fails', status: 'not ready', ...trouble },
      ],
    })
  })
})

describe('an optional dependency', () => {
  it('is degraded when it hangs or fails, and never not ready', async () => {
    const around = (name: string, look: Check['look']): Check => ({
      name,
      look,
      around: true,
      unanswered: { reason: 'why', action: 'do this' },
    })
    const report = await reportOf([
      around('hangs', () => new Promise(() => {})),
      around('fails', () => Promise.reject(new Error('no'))),
      around('is fine', () => ready),
    ])
    expect(report).toMatchObject({ status: 'degraded', away: ['hangs', 'fails'] })
  })

  it('is not called more often than necessary', async () => {
    let asked = 0
    const look = () => {
      asked += 1
      return ready
    }
    const { look: seldomly } = cachedCheck({ name: 'x', look, unanswered: { reason: '', action: '' } }, 200)
    for (let each = 0; each < 5; each += 1) expect(await seldomly()).toEqual(ready)
    expect(asked).toBe(1)
    await pause(250)
    await seldomly()
    expect(asked).toBe(2)
  })

  it('is reported by an API that keeps serving, and no longer after its recovery', async () => {
    const [issuer, registry] = await Promise.all([TestIssuer.start(), startBilletRegistry()])
    issuer.answering = false
    await registry.close()
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-readiness-'))
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const api = await runApi(
      readApiSettings({
        ...testEnvironment(gateway.db, { issuerUrl: issuer.url }),
        LOG_LEVEL: 'silent',
        OBJECT_DISK_PATH: file,
        BILLET_REGISTRY_URL: registry.url,
      }),
    )
    const told = async () => {
      const response = await fetch(`${api.internal_url}/readyz`)
      return { code: response.status, ...((await response.json()) as ReadinessReport) }
    }
    expect(await told()).toMatchObject({ code: 200, status: 'degraded', away: ['issuer', 'store', 'registry'] })
    const user = await gateway.user()
    const { key } = await gateway.apiKey(user)
    const ask = (headers: Record<string, string>) =>
      fetch(`${api.base_url}/v1/crossborder/clients`, { headers: { nonce: crypto.randomUUID(), ...headers } })
    expect((await ask({ 'x-api-key': key })).status).toBe(200)
    expect((await ask({ authorization: `Bearer ${user.token}` })).status).toBe(503)
    issuer.answering = true
    expect((await told()).away).toEqual(['store', 'registry'])
    await Promise.all([api.stop(), issuer.close()])
    await rm(folder, { recursive: true })
  })
})

describe('partitions', () => {
  const drop = async (from: string) => {
    const { rows } = await gateway.db.admin.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       join month_partitioned_tables t on to_regclass('eclusa.' || t.name) = i.inhparent
       where right(c.relname, 7) >= to_char(now() ${from}, 'YYYY_MM')`,
    )
    const owner = createLoginPool(gateway.db.owner, 1)
    for (const { name } of rows) await owner.query(`drop table ${name}`)
    await owner.end()
  }
  const report = async () => {
    const pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'test' })
    const told = await reportOf(databaseChecks(pool, []))
    await pool.end()
    return told
  }

  it('that run out are reported in time, missing ones reject writes with 503, and a starting worker creates them', async () => {
    const user = await gateway.user()
    const account = await gateway.account(user)
    const patch = (nickname: string) => gateway.ask({ method: 'PATCH', url: account.url, as: user, body: { nickname } })
    expect(await report()).toMatchObject({ status: 'ready' })

    await drop(`+ interval '1 month'`)
    expect(await report()).toMatchObject({
      status: /-(01|02)T/.test(new Date().toISOString()) ? expect.anything() : 'degraded',
    })
    expect((await patch('still possible')).status).toBe(200)

    await drop('')
    expect(await report()).toMatchObject({
      status: 'not ready',
      reason: expect.stringContaining('has no partition for this month') as string,
    })
    const refused = await patch('no longer')
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(gateway.logged.filter((line) => line.includes('PartitionMissing'))).toEqual([
      expect.stringMatching(/"error_table":"(events|client_activity)"/),
    ])

    const worker = await runWorker(readWorkerSettings({ ...testEnvironment(gateway.db), LOG_LEVEL: 'silent' }))
    expect(await report()).toMatchObject({ status: 'ready' })
    expect((await patch('possible again')).status).toBe(200)
    expect(await (await fetch(`${worker.internal_url}/readyz`)).json()).toMatchObject({
      status: 'ready',
      checks: [
        'process',
        'database',
        'resources',
        'schema',
        'partitions',
        'time',
        'installation',
        'store',
        'webhook secrets',
        'queue',
        'webhooks',
      ].map((name) => ({ name, status: 'ready' })),
    })
    await worker.stop()
  })
})

describe('the database', () => {
  it('that is read-only makes a writing process not ready', async () => {
    const pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'test' })
    const asked = await reportOf(databaseChecks(pool, []))
    expect(asked.status).toBe('ready')
    await pool.query('set default_transaction_read_only = on')
    expect(await reportOf(databaseChecks(pool, []))).toMatchObject({
      status: 'not ready',
      reason: 'the database is read-only',
    })
    await pool.end()
  })

  it('with a recent shortage is degraded for a while', async () => {
    const pool = openPool({ connectionString: gateway.db.api, size: 1, name: 'test' })
    const checks = databaseChecks(pool, [pool])
    const full = pool.query(`do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`)
    await expect(full).rejects.toMatchObject({ code: '53100' })
    expect(await reportOf(checks)).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('53100') as string,
    })
    await pool.end()
  })
})

describe('the issuer', () => {
  it('that is down leaves the API degraded until its keys came once, and when they expire', async () => {
    const issuer = await TestIssuer.start()
    let now = Date.now()
    const { check } = createIssuerKeys(issuer.url, { now: () => new Date(now) })
    issuer.answering = false
    expect(await check.look()).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('no token') as string,
    })
    issuer.answering = true
    expect(await check.look()).toEqual({ status: 'ready' })
    issuer.answering = false
    expect(await check.look()).toEqual({ status: 'ready' })
    now += 300_001
    expect(await check.look()).toMatchObject({ status: 'degraded' })
    now += 24 * 3_600_000
    expect(await check.look()).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('no token') as string,
    })
    expect(check.around).toBe(true)
    issuer.answering = true
    expect(await check.look()).toEqual({ status: 'ready' })
    await issuer.close()
  })

  it('rotates its key while our clock is set back, and is called all the same', async () => {
    const issuer = await TestIssuer.start()
    let now = Date.now()
    const { keyFor } = createIssuerKeys(issuer.url, { now: () => new Date(now) })
    const found = () => keyFor({ alg: 'ES256', kid: issuer.key.kid }, { payload: '', signature: '' })
    await found()
    await issuer.rotate()
    await found()
    now -= 4 * 3_600_000
    await issuer.rotate()
    await expect(found()).resolves.toBeDefined()
    await issuer.close()
  })
})

describe('an API that shuts down', () => {
  it('closes the connection with every response, also of running requests', async () => {
    const user = await gateway.user()
    const { url, account_id } = await gateway.account(user)
    const internalPort = await freePort()
    const api = await startApiProcess({
      ...testEnvironment(gateway.db, { issuerUrl: gateway.issuer.url }),
      INTERNAL_PORT: String(internalPort),
    })
    const ask = (method: string, body?: string) =>
      fetch(api.base_url + url, {
        method,
        headers: {
          authorization: `Bearer ${user.token}`,
          nonce: crypto.randomUUID(),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
      })
    expect((await ask('GET')).headers.get('connection')).toBe('keep-alive')
    const holder = await gateway.db.admin.connect()
    await holder.query('begin')
    await holder.query('select 1 from crossborder_accounts where user_id = $1 and id = $2 for update', [
      user.user_id,
      account_id,
    ])
    const underWay = ask('PATCH', '{"nickname":"under way"}')
    await expect.poll(() => gateway.db.waiting()).toBe(1)
    const gone = new Promise((resolve) => api.child.once('exit', resolve))
    api.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${internalPort}/readyz`)).status).toBe(503)
    const late = await ask('GET')
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
    await holder.query('rollback')
    holder.release()
    const answer = await underWay
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await gone).toBe(0)
  })
})
