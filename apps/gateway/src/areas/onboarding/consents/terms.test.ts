import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { peopleState } from '@eclusa/testing/people-state.ts'
import { LEGAL, legalBody, NATURAL, naturalBody, type Persons, personsOf } from '@eclusa/testing/persons.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let persons: Persons
beforeAll(async () => {
  gateway = await createTestGateway()
})
beforeEach(async () => {
  user = await gateway.user()
  persons = personsOf(gateway, user)
})
afterAll(() => gateway.close())

const stated = {
  version: '2026-03',
  sha256: 'a3'.repeat(32),
  language: 'en-US',
  accepted_at: '2026-03-21T11:03:11.25-03:00',
  ip_address: '2001:db8::C0:FFEE',
}
const consentsOf = async () => (await peopleState(gateway, user)).onboarding_consents

const natural = {
  operation: 'createOnboarding',
  url: NATURAL,
  body: async () => naturalBody(await persons.account()),
}
const legal = {
  operation: 'createLegalPersonOnboarding',
  url: LEGAL,
  body: async () => legalBody(await persons.company()),
}

describe.each([natural, legal])('the terms of $operation', ({ url, body }) => {
  const open = async (terms: unknown) => persons.post(url, { ...(await body()), terms })

  it('201: accepted_terms alone is stored, and fields that the integrator did not state stay empty', async () => {
    const { status, body: onboarding, headers } = await open(undefined)
    expect(status).toBe(201)
    expect(await consentsOf()).toEqual([
      {
        user_id: user.user_id,
        product_id: user.product_id,
        onboarding_id: onboarding['id'],
        id: expect.any(String),
        kind: 'TERMS',
        liveness_id: null,
        generation: null,
        legal_representative_id: null,
        version: null,
        text_sha256: null,
        text: null,
        language: null,
        accepted_at: null,
        ip_address: null,
        authenticated_user_id: user.user_id,
        request_id: headers['x-request-id'],
        recorded_at: new Date(String(onboarding['created_at'])),
      },
    ])
  })

  it('201: version, hash, language, time and network are stored as the integrator states them', async () => {
    expect((await open(stated)).status).toBe(201)
    expect(await consentsOf()).toMatchObject([
      {
        version: '2026-03',
        text_sha256: stated.sha256,
        text: null,
        language: 'en-US',
        accepted_at: new Date('2026-03-21T14:03:11.250Z'),
        ip_address: '2001:db8::c0:ffee',
      },
    ])
  })

  it('201: one of them alone is stored', async () => {
    expect((await open({ ip_address: '::ffff:203.0.113.9' })).status).toBe(201)
    expect(await consentsOf()).toMatchObject([{ version: null, accepted_at: null, ip_address: '203.0.113.9' }])
  })

  it('422: a future acceptance time and an invalid address; both are reported and nothing is stored', async () => {
    const sent = await body()
    const before = await peopleState(gateway, user)
    const accepted_at = new Date(Date.now() + 60_000).toISOString()
    for (const ip_address of ['1.2.3', '999.1.1.1', '::1::', '1.2.3.4:80']) {
      const answer = await persons.post(url, { ...sent, terms: { ...stated, accepted_at, ip_address } })
      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: 'ONBOARDING_RULES_BROKEN',
          errors: [
            { pointer: '/body/terms/accepted_at', code: 'IN_THE_PAST' },
            { pointer: '/body/terms/ip_address', code: 'IS_IP_ADDRESS' },
          ],
        },
      })
      expect(JSON.stringify(answer.body)).not.toContain(ip_address)
    }
    expect(await peopleState(gateway, user)).toEqual(before)
  })

  it.each([
    ['nothing', {}],
    ['a text', 'accepted'],
    ['a hash that is none', { sha256: 'A3'.repeat(32) }],
    ['a language that is none', { language: 'português' }],
    ['a time without a zone', { accepted_at: '2026-03-21T11:03:11' }],
    ['a network', { ip_address: '203.0.113.0/24' }],
    ['a zone', { ip_address: 'fe80::1%eth0' }],
    ['another field', { ...stated, text: 'Termos' }],
  ])('400: terms with %s', async (_, terms) => {
    const sent = await body()
    const before = await peopleState(gateway, user)
    expect(await persons.post(url, { ...sent, terms })).toMatchObject({ status: 400 })
    expect(await peopleState(gateway, user)).toEqual(before)
  })

  it('are kept when the onboarding is withdrawn', async () => {
    const opened = await open(stated)
    const kept = await consentsOf()
    expect((await persons.withdraw(`${url}/${opened.body['id']}`)).status).toBe(200)
    expect(await consentsOf()).toEqual(kept)
  })
})

describe('the evidence', () => {
  /** Runs a statement under a database role and a scope, with no other conditions than the database's own. */
  async function under(role: string, as: TestUser, statement: string, values: unknown[] = []): Promise<unknown[]> {
    const client = await gateway.db.admin.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('eclusa.user_id', $1, true)`, [as.user_id])
      await client.query(role)
      return (await client.query(statement, values)).rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const [api, backoffice, worker] = ['api', 'backoffice', 'worker'].map((name) => `set local role eclusa_${name}`) as [
    string,
    string,
    string,
  ]
  const withTriggers = 'set local session_replication_role = origin'
  const all = 'select id from onboarding_consents where user_id = $1'

  beforeEach(async () => {
    await persons.post(NATURAL, { ...(await natural.body()), terms: stated })
  })

  it('is visible in the scope of its own user, and in no other', async () => {
    expect(await under(api, user, all, [user.user_id])).toHaveLength(1)
    expect(await under(api, await gateway.user(), all, [user.user_id])).toEqual([])
    expect(await under(backoffice, await gateway.user(), all, [user.user_id])).toHaveLength(1)
    await expect(under(worker, user, all, [user.user_id])).rejects.toThrow('permission denied')
  })

  it('cannot be written for another user', async () => {
    const forged = `insert into onboarding_consents (user_id, onboarding_id, id, kind, request_id, recorded_at)
      values ($1, $2, $2, 'TERMS', 'x', now())`
    const stranger = await gateway.user()
    await expect(under(api, stranger, forged, [user.user_id, randomUUID()])).rejects.toThrow('row-level security')
    await expect(under(backoffice, user, forged, [user.user_id, randomUUID()])).rejects.toThrow('permission denied')
  })

  it.each(['update onboarding_consents set language = null', 'delete from onboarding_consents'])(
    'is never changed: %s',
    async (statement) => {
      for (const role of [api, backoffice])
        await expect(under(role, user, statement)).rejects.toThrow('permission denied')
      // Not even by the owner of the table, to whom grants do not apply.
      await expect(under(withTriggers, user, statement)).rejects.toThrow('is refused')
    },
  )
})
