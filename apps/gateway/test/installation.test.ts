import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { peopleEnvironment } from '@eclusa/simulators/environment.ts'
import { sampleDeposit } from '@eclusa/simulators/sample-transactions.ts'
import { DESK_SECRET } from '@eclusa/testing/backoffice.ts'
import { PEPPER, testEnvironment } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { startApiProcess, startDeskProcess, startWorkerProcess } from '@eclusa/testing/processes/gateway-process.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, runApi } from '../src/run-api.ts'
import { runDesk } from '../src/run-backoffice.ts'
import { readApiSettings, readDeskSettings, readWorkerSettings } from '../src/settings.ts'
import { type RunningWorker, runWorker } from '../src/worker.ts'

/**
 * Test and live are separate installations: a process of one rejects the database of the other, and so does the database.
 */
const OPERATOR_TOKEN = 'operator-token-for-tests-operator-token'
const nowhere = 'http://127.0.0.1:1'
const simulators = {
  SIMULATOR_DICT_URL: nowhere,
  SIMULATOR_CHECKS_URL: nowhere,
  SIMULATOR_BILLETS_URL: nowhere,
  SIMULATOR_LEDGER_URL: nowhere,
  SIMULATOR_LEDGER_TOKEN: OPERATOR_TOKEN,
}
let live: TestGateway
let test: TestGateway
let user: TestUser

beforeAll(async () => {
  ;[live, test] = await Promise.all([createTestGateway(), createTestGateway()])
  await test.simulators.installClock()
  user = await live.user()
})
afterAll(() => Promise.all([live.close(), test.close()]))

const environment = ({ db, issuer }: TestGateway, INSTALLATION: 'live' | 'test') => ({
  ...testEnvironment(db, { issuerUrl: issuer.url }),
  ...peopleEnvironment(issuer.url),
  DATABASE_DESK_URL: db.desk,
  DESK_SECRET,
  DESK_PORT: '0',
  OPERATOR_TOKEN,
  LOG_LEVEL: 'silent',
  INSTALLATION,
  ...(INSTALLATION === 'test' && simulators),
})
const startApi = (of: TestGateway, mode: 'live' | 'test') => runApi(readApiSettings(environment(of, mode)))
const startWorker = (of: TestGateway, mode: 'live' | 'test') => runWorker(readWorkerSettings(environment(of, mode)))
const startDesk = (of: TestGateway, mode: 'live' | 'test') => runDesk(readDeskSettings(environment(of, mode)))

describe('a process of the other installation', () => {
  it.each([
    ['API', startApi],
    ['worker', startWorker],
    ['desk', startDesk],
  ])('does not start: %s', async (_, start) => {
    await expect(start(live, 'test')).rejects.toThrow(
      'the database belongs to a live installation, and INSTALLATION of this process is test',
    )
    await expect(start(test, 'live')).rejects.toThrow(
      'the database belongs to a test installation, and INSTALLATION of this process is live',
    )
  })

  it('creates no API key: the command fails', async () => {
    const main = new URL('../src/main.ts', import.meta.url).pathname
    const words = [main, 'keys', 'create', '--bootstrap', '--user', user.user_id, '--name', 'K', '--reason', 'a try']
    const env = {
      PATH: process.env['PATH'],
      ...compiled,
      DATABASE_BOOTSTRAP_URL: live.db.bootstrap,
      API_KEY_PEPPER: PEPPER,
      INSTALLATION: 'test',
    }
    await expect(promisify(execFile)(process.execPath, words, { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the database belongs to a live installation') as string,
    })
  })

  it('ends with the reason and code 1', async () => {
    const ended = await startApiProcess({ ...environment(live, 'test'), LOG_LEVEL: 'info' }).catch(String)
    expect(ended).toContain('the database belongs to a live installation')
  })
})

describe('while the database of a running process belongs to the other installation', () => {
  /** Makes the live database a test one, and back. */
  const turn = (mode: 'live' | 'test') =>
    live.db.admin.query(mode === 'test' ? 'create schema clock' : 'drop schema clock')
  type Part = [
    string,
    (env: Record<string, string>) => Promise<{ base_url?: string; internal_url: string; stop(): Promise<void> }>,
    string,
  ]
  const served: Part[] = [
    ['API', (env) => runApi(readApiSettings(env)), '/v1/crossborder/clients'],
    ['desk', (env) => runDesk(readDeskSettings(env)), '/v1/me'],
    ['worker', (env) => runWorker(readWorkerSettings(env)), '/v1/refund-requests'],
  ]

  it.each(served)('every request is rejected, without an exception: %s', async (part, start, path) => {
    const running = await start(environment(live, 'live'))
    const authorization = `Bearer ${part === 'worker' ? OPERATOR_TOKEN : await live.issuer.sign({ sub: user.user_id })}`
    const ask = async () => {
      const url = `${running.base_url ?? running.internal_url}${path}`
      return (await fetch(url, { headers: { authorization, nonce: randomUUID() } })).status
    }
    const own = part === 'desk' ? 401 : 200
    try {
      expect(await ask()).toBe(own)
      await turn('test')
      await expect.poll(ask, { timeout: 5_000 }).toBe(503)
      for (let each = 0; each < 20; each += 1) expect(await ask()).toBe(503)
      expect((await fetch(`${running.internal_url}/readyz`)).status).toBe(503)
      await turn('live')
      await expect.poll(ask, { timeout: 5_000 }).toBe(own)
    } finally {
      await running.stop()
    }
  })

  it.each([
    ['API', startApiProcess],
    ['desk', startDeskProcess],
    ['worker', startWorkerProcess],
  ])('the process ends with code 1: %s', async (_, start) => {
    const running = await start({ ...environment(live, 'live'), LOG_LEVEL: 'info' })
    const exited = once(running.child, 'exit')
    try {
      await turn('test')
      expect((await exited)[0]).toBe(1)
    } finally {
      await turn('live')
      await running.kill()
    }
  })

  it('no partner is called to simulate', async () => {
    let asked = 0
    const outside = createServer((_, response) => {
      asked += 1
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(outside, 'listening')
    const url = `http://127.0.0.1:${(outside.address() as { port: number }).port}`
    await turn('test')
    const api: RunningApi = await runApi(
      readApiSettings({ ...environment(live, 'test'), ...simulators, SIMULATOR_DICT_URL: url }),
    )
    try {
      const token = await live.issuer.sign({ sub: user.user_id })
      const simulate = async () => {
        const answer = await fetch(`${api.base_url}/sandbox/simulations/payment-arrives`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, nonce: randomUUID(), 'content-type': 'application/json' },
          body: '{"amount":100000000}',
        })
        return answer.status
      }
      await simulate()
      const before = asked
      expect(before).toBeGreaterThan(0)
      await turn('live')
      // At once: before any periodic check ran.
      expect(await simulate()).toBe(503)
      expect(asked).toBe(before)
    } finally {
      await api.stop()
      outside.close()
    }
  })
})

describe('simulated transactions', () => {
  const post = async ({ internal_url }: RunningWorker, path: string, of: TestUser) => {
    const answer = await fetch(`${internal_url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ transactions: [sampleDeposit(of, new Date(Date.now() - 86_400_000))] }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const kept = async ({ db }: TestGateway) =>
    (await db.admin.query<{ n: number }>('select count(*)::int as n from transactions')).rows[0]!.n

  it('have a separate route that the worker of a live installation does not mount', async () => {
    const worker = await startWorker(live, 'live')
    try {
      expect(await post(worker, '/sandbox/v1/transactions', user)).toMatchObject({
        status: 404,
        body: { code: 'ROUTE_NOT_FOUND' },
      })
      expect(await kept(live)).toBe(0)
    } finally {
      await worker.stop()
    }
  })

  it('are rejected by the database of a live installation, whatever the worker’s mode', async () => {
    const worker = await startWorker(test, 'test')
    const other = await test.user()
    try {
      expect(await post(worker, '/sandbox/v1/transactions', other)).toMatchObject({ status: 200, body: { created: 1 } })
      await test.db.admin.query('alter schema clock rename to clock_away')
      // At once: before any periodic check ran.
      expect((await post(worker, '/sandbox/v1/transactions', other)).status).toBe(503)
      await test.db.admin.query('alter schema clock_away rename to clock')
      expect(await kept(test)).toBe(1)
    } finally {
      await worker.stop()
    }
  })
})
