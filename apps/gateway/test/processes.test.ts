import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { PEPPER, testEnvironment } from '@eclusa/testing/environment.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { startApiProcess } from '@eclusa/testing/processes/gateway-process.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The processes as an operator runs them: commands, start and stop. */
let gateway: TestGateway
const main = new URL('../src/main.ts', import.meta.url).pathname

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

async function eclusa(...words: string[]): Promise<Record<string, string>> {
  const env = {
    PATH: process.env['PATH'],
    ...compiled,
    DATABASE_BOOTSTRAP_URL: gateway.db.bootstrap,
    API_KEY_PEPPER: PEPPER,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--json', ...words], { env })
  return JSON.parse(stdout) as Record<string, string>
}

const environment = () => testEnvironment(gateway.db, { issuerUrl: gateway.issuer.url })

describe('before there is a desk', () => {
  it('a user, a product, a wallet and a key are created, and each is in the journal', async () => {
    const first = ['--bootstrap', '--reason', 'the first of them']
    const { user_id } = await eclusa('users', 'create', '--name', 'Made first', ...first)
    const { product_id } = await eclusa('products', 'create', '--name', 'P', '--owner', user_id!, '--default', ...first)
    const { wallet_id } = await eclusa('wallets', 'create', '--name', 'W', '--user', user_id!, '--default', ...first)
    const { key } = await eclusa('keys', 'create', '--name', 'K', '--user', user_id!, ...first)
    const url = '/v1/crossborder/clients/00000000-0000-4000-8000-000000000000/accounts'
    const headers = { 'x-api-key': key!, 'x-product-uuid': product_id!, 'x-wallet-uuid': wallet_id! }
    expect((await gateway.ask({ url, headers })).body['code']).toBe('CROSSBORDER_CLIENT_NOT_FOUND')
    const { rows } = await gateway.db.admin.query(
      `select operation from audit_log where reason = 'the first of them' and actor_kind = 'bootstrap' order by sequence`,
    )
    expect(rows.map(({ operation }) => operation)).toEqual([
      'users create',
      'products create',
      'wallets create',
      'keys create',
    ])
  })

  it('a command reports what is missing', async () => {
    const missing = promisify(execFile)(process.execPath, [main, 'users', 'list'], {
      env: { PATH: process.env['PATH'], ...compiled },
    })
    await expect(missing).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('DESK_URL') as string })
  })

  it('prints the configuration with its secrets redacted, and fails when it is incomplete', async () => {
    const run = promisify(execFile)(process.execPath, [main, 'config', 'check'], {
      env: { PATH: process.env['PATH'], ...compiled, ...environment() },
    })
    const { stdout } = await run
    expect(stdout).toContain('(redacted)')
    expect(stdout).not.toContain(PEPPER)
    const broken = promisify(execFile)(process.execPath, [main, 'config', 'check'], {
      env: { PATH: process.env['PATH'], ...compiled },
    })
    await expect(broken).rejects.toMatchObject({ code: 1 })
  })
})

describe('an API process', () => {
  it('stops in order: readiness first, running requests finished, then exit code 0', async () => {
    const user = await gateway.user()
    const account = await gateway.account(user)
    const internalPort = await freePort()
    const api = await startApiProcess({ ...environment(), INTERNAL_PORT: String(internalPort) })
    expect((await answered(internalPort, '/readyz')).status).toBe(200)
    // A request that waits for a row lock is running when the process gets the stop signal.
    const holder = await gateway.db.admin.connect()
    await holder.query('begin')
    await holder.query('select 1 from crossborder_accounts where user_id = $1 and id = $2 for update', [
      user.user_id,
      account.account_id,
    ])
    const underWay = fetch(`${api.base_url}${account.url}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${user.token}`,
        nonce: crypto.randomUUID(),
        'content-type': 'application/json',
      },
      body: '{"nickname":"under way"}',
    })
    await until(async () => (await gateway.db.waiting()) > 0)
    const ended = once(api.child, 'exit')
    api.child.kill('SIGTERM')
    await until(async () => (await answered(internalPort, '/readyz')).status === 503)
    await holder.query('rollback')
    holder.release()
    expect((await underWay).status).toBe(200)
    expect(await ended).toEqual([0, null])
  })

  it('exits when its port is in use, and does not keep answering health checks', async () => {
    const taken = await startApiProcess(environment())
    const second = promisify(execFile)(process.execPath, [main, 'api'], {
      env: {
        PATH: process.env['PATH'],
        ...compiled,
        ...environment(),
        HTTP_PORT: new URL(taken.base_url).port,
        INTERNAL_PORT: '0',
      },
    })
    await expect(second).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('EADDRINUSE') as string })
    await taken.kill()
  })

  it('is live but not ready while the schema is behind', async () => {
    await gateway.db.admin.query('delete from migrations where name = (select max(name) from migrations)')
    const internalPort = await freePort()
    const api = await startApiProcess({ ...environment(), INTERNAL_PORT: String(internalPort) })
    expect((await answered(internalPort, '/livez')).status).toBe(200)
    expect(await answered(internalPort, '/readyz')).toMatchObject({
      status: 503,
      body: { reason: expect.stringContaining('eclusa migrate') as string },
    })
    await api.kill()
  })
})

async function answered(port: number, path: string): Promise<{ status: number; body: { reason?: string } }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, body: (await response.json()) as { reason?: string } }
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('the logs', () => {
  it('contain no credential, no document, no account number and no text of a request', async () => {
    const user = await gateway.user()
    const { url } = await gateway.account(user)
    const { key } = await gateway.apiKey(user)
    const canaries = ['canary-nickname', '99887766554433', 'canary-header']
    await gateway.ask({ method: 'PATCH', url, as: user, body: { nickname: canaries[0], account_number: canaries[1] } })
    await gateway.ask({ method: 'PATCH', url, as: user, body: { bank_code: canaries[1] } })
    await gateway.ask({
      method: 'PATCH',
      url,
      headers: { 'x-api-key': key, 'x-canary': canaries[2]! },
      body: { nickname: null },
    })
    await gateway.ask({ method: 'PATCH', url: `${url}?canary-header=1`, as: user, body: {} })
    expect(gateway.logged.length).toBeGreaterThan(4)
    const lines = gateway.logged.join('')
    for (const canary of [...canaries, user.token, key, user.token.split('.')[2]!]) expect(lines).not.toContain(canary)
    const { rows } = await gateway.db.admin.query<{ text: string }>(
      'select events::text as text from events union all select client_activity::text from client_activity',
    )
    for (const { text } of rows) for (const canary of canaries) expect(text).not.toContain(canary)
  })
})
