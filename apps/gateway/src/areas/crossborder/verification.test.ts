import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { accountsOf } from '@eclusa/testing/crossborder.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { createTestJobs, startQueues, type TestJobs } from '@eclusa/testing/worker.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAccount } from './accounts/verify-account.job.ts'
import { verifyClient } from './clients/verify-client.job.ts'

let gateway: TestGateway
let user: TestUser

beforeAll(async () => {
  gateway = await createTestGateway()
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

describe('by rules', () => {
  let queues: Awaited<ReturnType<typeof startQueues>>
  beforeAll(async () => {
    queues = await startQueues(gateway.db, { CROSSBORDER_VERIFICATION: 'rules' })
  })
  afterAll(() => queues.stop())

  it('makes a valid client and account ACTIVE, and records each step in the history with its source', async () => {
    const pair = await createPair()
    await until(() => statuses(pair), ['ACTIVE', 'ACTIVE'])
    const entries = await history(pair.client_id)
    expect(entries).toHaveLength(4)
    expect(entries).toContainEqual({
      event_type: 'CLIENT_VERIFIED',
      status: 'ACTIVE',
      source: 'rules',
      metadata: { checked: ['BIRTH_DATE_IN_THE_PAST', 'ISSUE_DATE_IN_THE_PAST'] },
    })
    expect(entries).toContainEqual({
      event_type: 'ACCOUNT_VERIFIED',
      status: 'ACTIVE',
      source: 'rules',
      metadata: { checked: ['BANK_CODE_ABA'] },
    })
  })

  const german = { country: 'DE', currency_symbol: 'EUR', bank_code_type: 'BIC', bank_code: 'DEUTDEFF' }
  const IBAN = 'DE89370400440532013000'
  it.each([
    [
      'a number that no rule can check',
      { ...german, account_number: 'X', bank_code: 'ZZZZDEZZ' },
      'ACCOUNT_NUMBER_NOT_CHECKED',
    ],
    [
      'an IBAN and another account number',
      { ...german, bank_code_type: 'IBAN', bank_code: IBAN, account_number: '999999' },
      'ACCOUNT_NUMBER_NOT_IN_BANK_CODE',
    ],
    [
      'a BIC of another country',
      { ...german, account_number: IBAN, bank_code: 'TRWIBEB1' },
      'BANK_CODE_COUNTRY_MISMATCH',
    ],
    [
      'an institution newer than the list',
      { country: 'BR', currency_symbol: 'BRL', bank_code_type: 'FEBRABAN', bank_code: '998', branch: '1' },
      'BANK_CODE_FEBRABAN_INSTITUTION_UNKNOWN',
    ],
  ])('leaves %s to an analyst, and the history contains the rule', async (_, fields, rule) => {
    const jobs = createTestJobs(gateway, { settings: { CROSSBORDER_VERIFICATION: 'rules' } })
    const { client_id, create } = await accountsOf(gateway, user)
    const account = await create(fields)
    expect(account).toMatchObject({ status: 201, body: { status: 'PENDING' } })
    const account_id = String(account.body['id'])
    await jobs.run(verifyAccount, { user_id: user.user_id, client_id, account_id })
    await jobs.close()
    expect((await statuses({ client_id, account_id }))[1]).toBe('PENDING')
    const entries = (await history(client_id)).filter(({ event_type }) => event_type.startsWith('ACCOUNT'))
    expect(entries).toEqual([
      { event_type: 'ACCOUNT_CREATED', status: 'PENDING', source: 'gateway', metadata: { review: [rule] } },
    ])
  })

  it('rejects wrong check digits of an IBAN in account_number, and creates nothing', async () => {
    const { client_id, create } = await accountsOf(gateway, user)
    const before = await history(client_id)
    expect(await create({ ...german, account_number: 'DE88370400440532013000' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/body/account_number', code: 'ACCOUNT_NUMBER_IBAN_CHECK_DIGITS' }] },
    })
    expect((await history(client_id)).length - before.length).toBeLessThanOrEqual(1)
    expect(JSON.stringify(await history(client_id))).not.toContain('ACCOUNT')
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

  it('verifies sixty at once at more than one a second', async () => {
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

describe('manually', () => {
  let queues: Awaited<ReturnType<typeof startQueues>>
  let jobs: TestJobs
  let desk: TestDesk
  beforeAll(async () => {
    const settings = { CROSSBORDER_VERIFICATION: 'manual' }
    queues = await startQueues(gateway.db, settings)
    jobs = createTestJobs(gateway, { settings })
    desk = await createTestBackoffice(gateway)
  })
  afterAll(async () => {
    await queues.stop()
    await jobs.close()
    await desk.close()
  })

  const decide = (what: string, id: string, verdict: object) =>
    desk.ask({
      method: 'POST',
      url: `/v1/${what}/${id}/verdict`,
      as: desk.person('beatriz', 'analyst'),
      body: { user_id: user.user_id, ...verdict },
    })

  it('waits for an analyst, and records the verdict and the reason in the history', async () => {
    const pair = await createPair()
    await jobs.run(verifyClient, { user_id: user.user_id, client_id: pair.client_id })
    await jobs.run(verifyAccount, { user_id: user.user_id, ...pair })
    expect(await statuses(pair)).toEqual(['PENDING', 'PENDING'])
    const { body: pending } = await desk.ask({ url: '/v1/cases?kind=account', as: desk.person('vera', 'viewer') })
    expect(JSON.stringify(pending)).toContain(pair.account_id)

    const rejected = { status: 'REJECTED', seen: 1, reason: 'document unreadable' }
    expect((await decide('clients', pair.client_id, rejected)).status).toBe(200)
    const active = { status: 'ACTIVE', seen: 1, reason: 'seen' }
    expect((await decide('accounts', pair.account_id, active)).status).toBe(200)
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

    const again = await decide('accounts', pair.account_id, { status: 'INACTIVE', seen: 2, reason: 'late' })
    expect(again).toMatchObject({ status: 409, body: { code: 'CASE_CHANGED' } })
    expect(await statuses(pair)).toEqual(['REJECTED', 'ACTIVE'])
  })
})
