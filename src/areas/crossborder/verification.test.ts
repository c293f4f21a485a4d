import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsOf } from '../../../test/support/crossborder.ts'
import { openTestGateway, type TestGateway, type TestUser } from '../../../test/support/gateway.ts'
import { openTestJobs, startQueues, type TestJobs } from '../../../test/support/worker.ts'
import { verifyAccount } from './accounts/verify-account.job.ts'
import { verifyClient } from './clients/verify-client.job.ts'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await openTestGateway()
  user = await gateway.user()
})
afterAll(() => gateway.close())

async function createPair(): Promise<{ client_id: string; account_id: string }> {
  const { client_id, create } = await accountsOf(gateway, user)
  return { client_id, account_id: String((await create()).body['id']) }
}

async function statuses({ client_id, account_id }: { client_id: string; account_id: string }) {
  const client = await gateway.ask({ url: `/v1/crossborder/clients/${client_id}`, as: user })
  const account = await gateway.ask({ url: `/v1/crossborder/clients/${client_id}/accounts/${account_id}`, as: user })
  return [client.body['status'], account.body['status']]
}

async function until<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (JSON.stringify(await read()) === JSON.stringify(wanted)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await read()).toEqual(wanted)
}

const history = async (client_id: string) =>
  (
    await gateway.db.admin.query(
      'select event_type, status, source, metadata from client_activity where client_id = $1 order by sequence',
      [client_id],
    )
  ).rows

async function eclusa(...words: string[]) {
  const main = new URL('../../main.ts', import.meta.url).pathname
  const env = { PATH: process.env['PATH'], DATABASE_BOOTSTRAP_URL: gateway.db.bootstrap }
  return promisify(execFile)(process.execPath, [main, '--json', ...words], { env })
}

describe('by rules', () => {
  let queues: Awaited<ReturnType<typeof startQueues>>
  beforeAll(async () => {
    queues = await startQueues(gateway.db, { CROSSBORDER_VERIFICATION: 'rules' })
  })
  afterAll(() => queues.stop())

  it('makes what is in order ACTIVE, each step in the history with its source', async () => {
    const pair = await createPair()
    await until(() => statuses(pair), ['ACTIVE', 'ACTIVE'])
    const entries = await history(pair.client_id)
    expect(entries).toHaveLength(4)
    expect(entries).toContainEqual({
      event_type: 'CLIENT_VERIFIED',
      status: 'ACTIVE',
      source: 'rules',
      metadata: { reason: 'EVERY_RULE_HOLDS' },
    })
    expect(entries).toContainEqual({
      event_type: 'ACCOUNT_VERIFIED',
      status: 'ACTIVE',
      source: 'rules',
      metadata: { reason: 'EVERY_RULE_HOLDS' },
    })
  })

  it('verifies again after a coordinate was changed', async () => {
    const pair = await createPair()
    await until(() => statuses(pair), ['ACTIVE', 'ACTIVE'])
    const url = `/v1/crossborder/clients/${pair.client_id}/accounts/${pair.account_id}`
    expect((await gateway.ask({ method: 'PATCH', url, as: user, body: { account_number: '42' } })).body['status']).toBe(
      'PENDING',
    )
    await until(() => statuses(pair), ['ACTIVE', 'ACTIVE'])
    expect((await history(pair.client_id)).filter(({ event_type }) => event_type === 'ACCOUNT_VERIFIED')).toHaveLength(
      2,
    )
  })

  it('sixty at once are not one a second', async () => {
    const { client_id, create } = await accountsOf(gateway, user)
    await Promise.all(Array.from({ length: 60 }, () => create()))
    const pending = async () =>
      Number(
        (
          await gateway.db.admin.query<{ n: string }>(
            `select count(*) as n from crossborder_accounts where client_id = $1 and status = 'PENDING'`,
            [client_id],
          )
        ).rows[0]!.n,
      )
    const started = performance.now()
    await until(pending, 0)
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})

describe('by hand', () => {
  let queues: Awaited<ReturnType<typeof startQueues>>
  let jobs: TestJobs
  beforeAll(async () => {
    const settings = { CROSSBORDER_VERIFICATION: 'manual' }
    queues = await startQueues(gateway.db, settings)
    jobs = openTestJobs(gateway, { settings })
  })
  afterAll(async () => {
    await queues.stop()
    await jobs.close()
  })

  it('waits for the operator, whose verdict and reason are in the history', async () => {
    const pair = await createPair()
    await jobs.run(verifyClient, { user_id: user.user_id, client_id: pair.client_id })
    await jobs.run(verifyAccount, { user_id: user.user_id, ...pair })
    expect(await statuses(pair)).toEqual(['PENDING', 'PENDING'])
    expect((await eclusa('accounts', 'pending')).stdout).toContain(pair.account_id)

    await eclusa(
      'clients',
      'decide',
      pair.client_id,
      '--user',
      user.user_id,
      '--status',
      'REJECTED',
      '--seen',
      '1',
      '--reason',
      'document unreadable',
    )
    await eclusa(
      'accounts',
      'decide',
      pair.account_id,
      '--user',
      user.user_id,
      '--client',
      pair.client_id,
      '--status',
      'ACTIVE',
      '--seen',
      '1',
      '--reason',
      'seen',
    )
    expect(await statuses(pair)).toEqual(['REJECTED', 'ACTIVE'])
    expect(await history(pair.client_id)).toContainEqual({
      event_type: 'CLIENT_VERIFIED',
      status: 'REJECTED',
      source: 'operator',
      metadata: { reason: 'document unreadable' },
    })
    const { rows } = await gateway.db.admin.query(`select data::text as data from events where object_id = $1`, [
      pair.client_id,
    ])
    expect(JSON.stringify(rows)).not.toContain('unreadable')

    const again = eclusa(
      'accounts',
      'decide',
      pair.account_id,
      '--user',
      user.user_id,
      '--client',
      pair.client_id,
      '--status',
      'INACTIVE',
      '--seen',
      '2',
      '--reason',
      'late',
    )
    await expect(again).rejects.toMatchObject({ stderr: expect.stringContaining('pending account') as string })
    expect(await statuses(pair)).toEqual(['REJECTED', 'ACTIVE'])
  })
})
