import { randomUUID } from 'node:crypto'
import { createTestBackoffice } from '@eclusa/testing/backoffice.ts'
import { journalOf } from '@eclusa/testing/backoffice-audit-log.ts'
import { clientsOf } from '@eclusa/testing/crossborder.ts'
import { openForFile } from '@eclusa/testing/for-file.ts'
import type { TestUser } from '@eclusa/testing/gateway.ts'
import { shown } from '@eclusa/testing/recorded-shape.ts'
import { afterAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../backoffice/role.ts'

const test = openForFile(async (gateway, user) => ({
  desk: await createTestBackoffice(gateway),
  clients: clientsOf(gateway, user),
}))
afterAll(() => test.desk.close())

const somebody = (...roles: Role[]) => test.desk.person('ana', ...roles)
const show = (id: string, user: TestUser = test.user) =>
  test.desk.ask({ url: `/v1/clients/${id}?user_id=${user.user_id}`, as: somebody('viewer') })
const reveal = (id: string, body: object = {}, as = somebody('analyst')) =>
  test.desk.ask({
    method: 'POST',
    url: `/v1/clients/${id}/reveal`,
    as,
    body: { user_id: test.user.user_id, reason: 'The paper has to be compared.', ...body },
  })
const judge = (id: string, body: object = {}, as = somebody('analyst')) =>
  test.desk.ask({
    method: 'POST',
    url: `/v1/clients/${id}/verdict`,
    as,
    body: { user_id: test.user.user_id, status: 'ACTIVE', seen: 1, reason: 'The register agrees.', ...body },
  })

const address = { street_line_1: 'Canary Street 7', street_line_2: 'Canary Flat', postal_code: 'CANARY1' }
/** The personal data of a client. None of it may be visible without a recorded reason. */
const personal = {
  name: 'Canary Wharton',
  email: 'secret@canary.example',
  birth_date: '1971-12-03',
  issue_date: '2019-11-30',
  phone_number: '13055559999',
}
const canaries = (document: string) => [document, ...Object.values(personal), ...Object.values(address), 'Wharton']

async function canary(more: object = {}): Promise<{ id: string; document: string }> {
  const document = `CANARY${randomUUID().slice(0, 8)}`
  const whole = {
    ...personal,
    document,
    address: { ...(shown('createClient') as { address: object }).address, ...address },
  }
  return { id: await test.clients.made({ ...whole, ...more }), document }
}

const stateOf = async (id: string) => ({
  ...(await test.clients.stateOf(id)),
  journal: await journalOf(test.gateway, id),
})

/** Sets a code as if earlier rules had accepted it, and restores it afterwards, because no event reports the change. */
async function withBankCode(account_id: string, code: string, work: () => Promise<void>): Promise<void> {
  const write = (text: unknown) =>
    test.gateway.db.admin.query('update crossborder_accounts set bank_code = $1 where id = $2', [text, account_id])
  await write(code)
  await work()
  await write(shown('createAccount')['bank_code'])
}

describe('GET /v1/clients/:id', () => {
  it('shows all data for a decision, and nothing that identifies the client', async () => {
    const { id, document } = await canary()
    const other = await canary({ document, name: 'Canary Other', email: 'other@canary.example' })
    const { status, body } = await show(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_id: test.user.user_id,
      revealed: false,
      client: { id, status: 'PENDING', version: 1, name: 'C*** W***', birth_date: '***', address: { city: 'Miami' } },
      accounts: [],
      same_document: [{ id: other.id, name: 'C*** O***' }],
      earlier: [],
      history: [{ event_type: 'CLIENT_CREATED', sequence: 1 }],
      journal: [],
    })
    for (const secret of canaries(document)) expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('shows the accounts masked, with the results of the current rules and of the earlier ones', async () => {
    const { client_id, account_id } = await test.gateway.account(test.user)
    const { body } = await show(client_id)
    const number = String(shown('createAccount')['account_number'])
    expect(body).toMatchObject({ accounts: [{ id: account_id, status: 'ACTIVE', rules_broken: [] }] })
    expect(body['history']).toContainEqual(
      expect.objectContaining({
        event_type: 'ACCOUNT_VERIFIED',
        source: 'rules',
        metadata: { checked: ['BANK_CODE_ABA'] },
      }),
    )
    expect(JSON.stringify(body)).not.toContain(number)
    await withBankCode(account_id, '1', async () => {
      expect((await show(client_id)).body).toMatchObject({ accounts: [{ rules_broken: [{ code: 'BANK_CODE_ABA' }] }] })
    })
  })

  it("returns the same answer for another user's client and for a missing one", async () => {
    const { id } = await canary()
    const stranger = await test.gateway.user()
    for (const answer of [await show(id, stranger), await show(randomUUID())])
      expect(answer).toMatchObject({ status: 404, body: { code: 'CROSSBORDER_CLIENT_NOT_FOUND' } })
    const url = `/v1/clients/${id}`
    expect((await test.desk.ask({ url, as: somebody('viewer') })).status).toBe(400)
    const asked = `${url}?user_id=${test.user.user_id}`
    expect((await test.desk.ask({ url: asked, as: somebody('operator', 'auditor') })).status).toBe(403)
  })
})

describe('POST /v1/clients/:id/reveal', () => {
  it('shows current and previous identity, and records the viewer, the records and the reason in the audit log', async () => {
    const { id, document } = await canary()
    const other = await canary({ document, nationality: 'Other' })
    await test.clients.patch(id, { name: 'Canary Renamed', birth_date: '1971-12-04' })
    const hidden = await show(id)
    expect(hidden.body['earlier']).toEqual([expect.not.objectContaining({ values: expect.anything() })])
    const { status, body } = await reveal(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      revealed: true,
      client: { name: 'Canary Renamed', document, email: personal.email, birth_date: '1971-12-04', address },
      same_document: [{ id: other.id, name: personal.name }],
      earlier: [{ of: 'client', version: 1, values: { name: personal.name, birth_date: personal.birth_date } }],
    })
    const [entry] = await journalOf(test.gateway, id)
    expect(entry).toMatchObject({
      actor_id: 'sub-ana',
      role: 'analyst',
      operation: 'revealClient',
      reason: 'The paper has to be compared.',
      user_id: test.user.user_id,
      subject_type: 'client',
      changes: {
        seen: [
          [id, 2],
          [other.id, 1],
        ],
        earlier: [[id, 1]],
      },
    })
    for (const secret of canaries(document)) expect(JSON.stringify(entry)).not.toContain(secret)
    expect((await show(id)).body['journal']).toMatchObject([{ operation: 'revealClient', actor_name: 'ana' }])
  })

  it.each([
    [400, { reason: '  ' }, 'analyst'],
    [400, { reason: undefined }, 'analyst'],
    [400, { reason: 'a\u0000b' }, 'analyst'],
    [403, {}, 'viewer'],
    [403, {}, 'operator'],
    [403, {}, 'auditor'],
  ] as const)('%i with %j of a %s, and nothing is left behind', async (status, body, role) => {
    const { id, document } = await canary()
    const before = await stateOf(id)
    const refused = await reveal(id, body, somebody(role))
    expect(refused.status).toBe(status)
    for (const secret of canaries(document)) expect(JSON.stringify(refused.body)).not.toContain(secret)
    expect(await stateOf(id)).toEqual(before)
  })

  it('400 with a reason that contains no visible text', async () => {
    expect((await reveal((await canary()).id, { reason: 'x'.repeat(501) })).status).toBe(400)
  })

  it('404 where there is no such client, and no view is recorded', async () => {
    const id = randomUUID()
    expect(await reveal(id)).toMatchObject({ status: 404 })
    expect(await journalOf(test.gateway, id)).toEqual([])
  })
})

describe('POST /v1/clients/:id/verdict', () => {
  it.each(['ACTIVE', 'REJECTED', 'EXPIRED'])(
    '%s: the client, its history, the event and the journal say so',
    async (verdict) => {
      const { id } = await canary()
      expect(await judge(id, { status: verdict })).toMatchObject({
        status: 200,
        body: { id, status: verdict, version: 2 },
      })
      const { row, activity, events, journal } = await stateOf(id)
      expect(row).toMatchObject([{ status: verdict, version: '2' }])
      expect(activity.at(-1)).toMatchObject({
        event_type: 'CLIENT_VERIFIED',
        source: 'operator',
        metadata: { reason: 'The register agrees.' },
        request_id: journal[0]!['request_id'],
      })
      expect(events.at(-1)).toMatchObject({ type: 'crossborder.client.verified', sequence: '2' })
      expect(journal).toMatchObject([
        {
          actor_name: 'ana',
          role: 'analyst',
          operation: 'judgeClient',
          reason: 'The register agrees.',
          changes: { status: ['PENDING', verdict], version: [1, 2] },
        },
      ])
    },
  )

  it.each([
    [409, { seen: 2 }, 'analyst', 'CASE_CHANGED'],
    [409, { seen: 0 }, 'analyst', 'CASE_CHANGED'],
    [400, { reason: ' ' }, 'analyst', 'REQUEST_MALFORMED'],
    [400, { status: 'PENDING' }, 'analyst', 'REQUEST_MALFORMED'],
    [400, { seen: undefined }, 'analyst', 'REQUEST_MALFORMED'],
    [400, { actor: 'somebody else' }, 'analyst', 'REQUEST_MALFORMED'],
    [403, {}, 'viewer', 'ROLE_MISSING'],
    [403, {}, 'approver', 'ROLE_MISSING'],
    [403, {}, 'operator', 'ROLE_MISSING'],
    [403, {}, 'auditor', 'ROLE_MISSING'],
  ] as const)('%i with %j of a %s, and nothing is left behind', async (status, body, role, code) => {
    const { id } = await canary()
    const before = await stateOf(id)
    expect(await judge(id, body, somebody(role))).toMatchObject({ status, body: { code } })
    expect(await stateOf(id)).toEqual(before)
  })

  it('404 where there is none, or it belongs to another user', async () => {
    const { id } = await canary()
    const before = await stateOf(id)
    const { user_id } = await test.gateway.user()
    expect((await judge(id, { user_id })).status).toBe(404)
    expect((await judge(randomUUID())).status).toBe(404)
    expect(await stateOf(id)).toEqual(before)
  })

  it('of two concurrent verdicts one is recorded, and the other is rejected because the case has changed', async () => {
    const { id } = await canary()
    const both = await Promise.all([judge(id), judge(id, { status: 'REJECTED' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { events, journal } = await stateOf(id)
    expect([events.length, journal.length]).toEqual([2, 1])
    expect((await judge(id, { seen: 2 })).status).toBe(409)
  })

  it('two users with the same client id have two cases', async () => {
    const id = randomUUID()
    const other = await test.gateway.user()
    const same = { 'x-transaction-uuid': id }
    for (const clients of [test.clients, clientsOf(test.gateway, other)])
      expect((await clients.create({}, same)).status).toBe(201)
    expect(await judge(id, { user_id: other.user_id, status: 'REJECTED' })).toMatchObject({ status: 200 })
    const { rows } = await test.gateway.db.admin.query(
      'select user_id, status from crossborder_clients where id = $1 order by status',
      [id],
    )
    expect(rows).toEqual([
      { user_id: test.user.user_id, status: 'PENDING' },
      { user_id: other.user_id, status: 'REJECTED' },
    ])
    expect((await show(id)).body['journal']).toEqual([])
    expect((await show(id, other)).body['journal']).toHaveLength(1)
  })
})

describe('GET /v1/institutions', () => {
  it('lists every institution with its number; 403 for an auditor', async () => {
    const { status, body } = await test.desk.ask({ url: '/v1/institutions', as: test.desk.person('vera', 'viewer') })
    expect(status).toBe(200)
    expect(body['data']).toContainEqual(expect.objectContaining({ ispb: '00000000', compe: '001' }))
    expect(await test.desk.ask({ url: '/v1/institutions', as: test.desk.person('otto', 'auditor') })).toMatchObject({
      status: 403,
    })
  })
})
