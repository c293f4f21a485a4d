import { randomUUID } from 'node:crypto'
import { createTestBackoffice } from '@eclusa/testing/backoffice.ts'
import { journalOf } from '@eclusa/testing/backoffice-audit-log.ts'
import { accountsOf } from '@eclusa/testing/crossborder.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../../backoffice/role.ts'

const test = openForFile(async (gateway, user) => ({
  desk: await createTestBackoffice(gateway),
  accounts: await accountsOf(gateway, user),
}))
afterAll(() => test.desk.close())

const somebody = (...roles: Role[]) => test.desk.person('bia', ...roles)
const show = (id: string) =>
  test.desk.ask({ url: `/v1/accounts/${id}?user_id=${test.user.user_id}`, as: somebody('approver') })
const post = (id: string, what: string, body: object, as = somebody('analyst')) =>
  test.desk.ask({
    method: 'POST',
    url: `/v1/accounts/${id}/${what}`,
    as,
    body: { user_id: test.user.user_id, reason: 'The bank confirms the holder.', ...body },
  })
const judge = (id: string, body: object = {}, as = somebody('analyst')) =>
  post(id, 'verdict', { status: 'ACTIVE', seen: 1, ...body }, as)

const NUMBER = 'CANARY0123456789'
const IBAN = 'GB29NWBK60161331926819'
const british = {
  country: 'GB',
  currency_symbol: 'EUR',
  bank_code_type: 'IBAN',
  bank_code: IBAN,
  nickname: 'Canary nickname',
}

let id: string
beforeEach(async () => {
  const { status, body } = await test.accounts.create({
    ...british,
    account_number: `${NUMBER}${randomUUID().slice(0, 8)}`,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  id = String(body['id'])
})

const stateOf = async () => {
  const read = async (text: string) => (await test.gateway.db.admin.query<Record<string, unknown>>(text, [id])).rows
  return {
    row: await read('select * from crossborder_accounts where id = $1'),
    activity: await read('select * from client_activity where reference_id = $1 order by sequence'),
    events: await read('select * from events where object_id = $1 order by sequence'),
    journal: await journalOf(test.gateway, id),
  }
}

describe('GET /v1/accounts/:id', () => {
  it('shows the account, its client and the history of both, and no number by which it can be paid', async () => {
    const { status, body } = await show(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      revealed: false,
      account: { id, status: 'PENDING', version: 1, bank_code: '***819', rules_broken: [] },
      client: { id: test.accounts.client_id, status: 'PENDING' },
      journal: [],
    })
    const { history } = body as { history: object[] }
    expect(history[0]).toMatchObject({ event_type: 'ACCOUNT_CREATED', reference_id: id })
    for (const secret of [NUMBER, IBAN, british.nickname, 'Clement']) expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('404 once its owner has deleted it', async () => {
    const url = `${test.accounts.url}/${id}`
    expect((await test.gateway.ask({ method: 'DELETE', url, as: test.user })).status).toBe(200)
    for (const answer of [await show(id), await judge(id, { seen: 2 }), await post(id, 'reveal', {})])
      expect(answer).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_ACCOUNT_NOT_FOUND' } })
    expect(await journalOf(test.gateway, id)).toEqual([])
  })
})

describe('POST /v1/accounts/:id/reveal', () => {
  it('shows current and previous bank details, and records who viewed them', async () => {
    const url = `${test.accounts.url}/${id}`
    await test.gateway.ask({ method: 'PATCH', url, as: test.user, body: { account_number: 'MOVED77' } })
    const { status, body } = await post(id, 'reveal', {}, somebody('approver'))
    expect(status).toBe(200)
    const { earlier } = body as { earlier: Record<string, unknown>[] }
    expect(body).toMatchObject({ revealed: true, account: { account_number: 'MOVED77', bank_code: IBAN } })
    expect(earlier.find(({ object_id }) => object_id === id)).toMatchObject({
      of: 'account',
      version: 1,
      values: { account_number: expect.stringContaining(NUMBER) },
    })
    const [entry] = await journalOf(test.gateway, id)
    expect(entry).toMatchObject({ operation: 'revealAccount', actor_id: 'sub-bia', role: 'approver' })
    expect(entry!.changes['seen']).toEqual([
      [id, 2],
      [test.accounts.client_id, 1],
    ])
    expect(entry!.changes['earlier']).toContainEqual([id, 1])
    expect(JSON.stringify(entry)).not.toContain('MOVED77')
  })

  it('403 for a viewer, 400 without a reason, and no view is recorded', async () => {
    expect((await post(id, 'reveal', {}, somebody('viewer'))).status).toBe(403)
    expect((await post(id, 'reveal', { reason: '' })).status).toBe(400)
    expect(await journalOf(test.gateway, id)).toEqual([])
  })
})

describe('POST /v1/accounts/:id/verdict', () => {
  it.each(['ACTIVE', 'INACTIVE'])(
    '%s: updates the account, the history, the event and the audit log',
    async (verdict) => {
      expect(await judge(id, { status: verdict })).toMatchObject({
        status: 200,
        body: { id, client_id: test.accounts.client_id, status: verdict, version: 2 },
      })
      const { row, activity, events, journal } = await stateOf()
      expect(row).toMatchObject([{ status: verdict, version: '2' }])
      expect(activity.at(-1)).toMatchObject({ event_type: 'ACCOUNT_VERIFIED', source: 'operator' })
      expect(events.at(-1)).toMatchObject({ type: 'crossborder.account.verified', data: { status: verdict } })
      expect(journal).toMatchObject([
        {
          actor_name: 'bia',
          operation: 'judgeAccount',
          reason: 'The bank confirms the holder.',
          changes: { client_id: test.accounts.client_id, status: ['PENDING', verdict], version: [1, 2] },
        },
      ])
    },
  )

  it.each([
    [409, { seen: 2 }, 'analyst'],
    [400, { status: 'REJECTED' }, 'analyst'],
    [400, { reason: undefined }, 'analyst'],
    [403, {}, 'viewer'],
    [403, {}, 'approver'],
    [403, {}, 'operator'],
    [404, { user_id: '00000000-0000-4000-8000-000000000000' }, 'analyst'],
  ] as const)('%i with %j of a %s, and nothing is left behind', async (status, body, role) => {
    const before = await stateOf()
    expect((await judge(id, body, somebody(role))).status).toBe(status)
    expect(await stateOf()).toEqual(before)
  })

  it('409 when the owner has changed the account since it was viewed', async () => {
    const url = `${test.accounts.url}/${id}`
    await test.gateway.ask({ method: 'PATCH', url, as: test.user, body: { account_number: randomUUID() } })
    expect(await judge(id)).toMatchObject({ status: 409, body: { code: 'CASE_CHANGED' } })
    expect(await judge(id, { seen: 2 })).toMatchObject({ status: 200 })
  })
})
