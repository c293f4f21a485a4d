import { randomUUID } from 'node:crypto'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import pg from 'pg'
import sql from 'sql-template-tag'
import Type from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { fault } from '../../platform/errors/fault.ts'
import type { Person } from '../auth/person.ts'
import { deskRoute } from '../backoffice-route.ts'

const userMissing = fault({
  code: 'TEST_USER_MISSING',
  status: 404,
  title: { 'pt-BR': 'x', 'en-US': 'x' },
  detail: { 'pt-BR': 'x', 'en-US': 'x' },
})

const Rename = Type.Object(
  { name: Type.String(), amount: Type.Optional(Type.Integer()), reason: Type.String() },
  { additionalProperties: false },
)

const rename = (body = Rename) =>
  deskRoute({
    name: 'renameUser',
    summary: 'A decision that only a test has',
    method: 'POST',
    path: '/v1/test/users/:id/rename',
    roles: ['operator'],
    decision: 'test_rename',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    body,
    reply: { 200: Type.Object({ id: Type.String(), name: Type.String(), by: Type.String() }) },
    errors: [userMissing],
    handle: async ({ params: { id }, body: { name, amount, reason }, person, act }) => {
      const renamed = await act({
        subject: { type: 'user', id },
        reason,
        ...(amount !== undefined && { amount }),
        async work(tx) {
          const [before] = await tx.query<{ name: string }>(sql`select name from users where id = ${id} for update`)
          if (!before) throw userMissing()
          tx.write(sql`update users set name = ${name} where id = ${id}`)
          return {
            answer: { id, name },
            changes: { by: [null, person.name] },
            sealed: { name: [before.name, name] },
            records: [{ table: 'users', key: id }],
          }
        },
      })
      return { ...renamed, by: person.name }
    },
  })

/** Of one part of a subject, as a step of an onboarding. */
const judgePart = deskRoute({
  name: 'judgePart',
  summary: 'A decision about a part of something',
  method: 'POST',
  path: '/v1/test/users/:id/parts/:part',
  roles: ['operator'],
  decision: 'test_telling',
  params: Type.Object({ id: Type.String({ format: 'uuid' }), part: Type.String() }),
  reply: { 200: Type.Object({}) },
  errors: [],
  handle: ({ params: { id }, act }) => act({ subject: { type: 'user', id }, work: async () => ({ answer: {} }) }),
})

/** The calls to a partner, and its responses. */
const outside = { asked: 0, refuses: false }

const tellOutside = deskRoute({
  name: 'tellOutside',
  summary: 'A decision after which somebody outside is asked',
  method: 'POST',
  path: '/v1/test/users/:id/tell',
  roles: ['operator'],
  decision: 'test_telling',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  reply: { 200: Type.Object({ told: Type.Boolean() }) },
  errors: [userMissing],
  handle: async ({ params: { id }, act, settle }) => {
    await act({ subject: { type: 'user', id }, work: async () => ({ answer: undefined }) })
    outside.asked += 1
    if (outside.refuses) throw userMissing({ members: { told_id: id } })
    return settle({ subject: { type: 'user', id }, work: async () => ({ answer: { told: true } }) })
  },
})

const HOUR_MS = 3_600_000
let gateway: TestGateway
let desk: TestDesk
let user_id: string
beforeAll(async () => {
  gateway = await createTestGateway()
  const settings = { DESK_SECOND_EYES: 'test_rename>=1000,test_telling', DESK_PROPOSAL_HOURS: '24' }
  desk = await createTestBackoffice(gateway, settings, [rename(), tellOutside, judgePart])
})
beforeEach(async () => {
  desk.services.clock = systemClock
  ;({ user_id } = await gateway.user())
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const carla = () => desk.person('carla', 'operator')
const bruno = () => desk.person('bruno', 'approver')
const later = (hours: number) => {
  desk.services.clock = { now: () => new Date(Date.now() + hours * HOUR_MS) }
}

const ask = (amount: number | undefined, id = user_id, as = carla()) =>
  desk.ask({
    method: 'POST',
    url: `/v1/test/users/${id}/rename`,
    as,
    body: { name: 'Nova', reason: 'typing', ...(amount !== undefined && { amount }) },
  })

async function proposed(): Promise<string> {
  const { status, body } = await ask(1000)
  expect(status).toBe(202)
  return String(body['id'])
}

const end = (what: string, id: string, as = bruno()) =>
  desk.ask({ method: 'POST', url: `/v1/proposals/${id}/${what}`, as, body: { reason: 'seen' } })

const see = async (id: string, as = bruno()) => (await desk.ask({ url: `/v1/proposals/${id}`, as })).body

async function nameOf(id = user_id): Promise<string> {
  return (await gateway.db.admin.query('select name from users where id = $1', [id])).rows[0].name
}
/** As an attacker with the database would: neither the desk nor the journal knows. */
const changeBehind = () => gateway.db.admin.query(`update users set name = 'Outra' where id = $1`, [user_id])

const journal = async (proposal_id: string) =>
  (await gateway.db.admin.query('select * from audit_log where proposal_id = $1 order by sequence', [proposal_id])).rows

describe('a decision that needs four-eyes approval', () => {
  it('is tried, rolled back and stored, with an entry in the journal', async () => {
    const { status, body } = await ask(1000)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      operation: 'renameUser',
      decision: 'test_rename',
      subject_type: 'user',
      subject_id: user_id,
      amount: 1000,
      reason: 'typing',
      status: 'PENDING',
      proposed_by: 'sub-carla',
    })
    expect(JSON.stringify(body)).not.toContain('Nova')
    expect(Date.parse(String(body['lapses_at'])) - Date.parse(String(body['created_at']))).toBe(24 * HOUR_MS)
    expect(await nameOf()).toBe('test user')
    expect(await journal(String(body['id']))).toMatchObject([
      {
        operation: 'renameUser',
        actor_id: 'sub-carla',
        role: 'operator',
        reason: 'typing',
        subject_id: user_id,
        changes: { proposal: [null, 'PENDING'] },
        records: [{ table: 'proposals', key: body['id'], digest: expect.any(String) }],
      },
    ])
  })

  it('has its reasons masked like the timeline, but for its proposer, analysts and approvers', async () => {
    const words = 'por ana.modelo@banco.example, CPF 529.982.247-25, tel +55 61 98888-7777'
    const body = { name: 'Nova', reason: words }
    const url = `/v1/test/users/${user_id}/rename`
    const id = String((await desk.ask({ method: 'POST', url, as: carla(), body })).body['id'])
    const decline = {
      method: 'POST',
      url: `/v1/proposals/${id}/decline`,
      as: bruno(),
      body: { reason: words },
    } as const
    expect((await desk.ask(decline)).status).toBe(200)
    const read = async (as: Person) => {
      const listed = await desk.ask({ url: `/v1/proposals?status=DECLINED&subject_id=${user_id}`, as })
      const [row] = listed.body['data'] as Record<string, unknown>[]
      return [await see(id, as), row!].flatMap(({ reason, ended_reason }) => [reason, ended_reason])
    }
    for (const as of [carla(), bruno(), desk.person('ana', 'analyst')])
      expect(await read(as), as.name).toEqual([words, words, words, words])
    const others = [
      desk.person('vera', 'viewer'),
      desk.person('olga', 'operator', 'auditor'),
      desk.machine('core', 'viewer'),
    ]
    for (const as of others) {
      const seen = await read(as)
      expect(new Set(seen).size, as.name).toBe(1)
      for (const hidden of ['ana.modelo', '529.982', '98888']) expect(String(seen[0])).not.toContain(hidden)
    }
  })

  it('is not stored when it would be rejected, or when the amount is below the limit', async () => {
    expect(await ask(1000, randomUUID())).toMatchObject({ status: 404, body: { code: 'TEST_USER_MISSING' } })
    expect(await ask(999)).toMatchObject({ status: 200, body: { name: 'Nova', by: 'carla' } })
    const { rows } = await gateway.db.admin.query('select 1 from proposals where subject_id = $1', [user_id])
    expect(rows).toEqual([])
  })

  it('of an unknown amount waits', async () => {
    expect((await ask(undefined)).status).toBe(202)
  })

  it('waits once: a second proposal of the same shows the first, and is possible after it has expired', async () => {
    const id = await proposed()
    expect(await ask(1000)).toMatchObject({ status: 409, body: { code: 'PROPOSAL_WAITS', proposal_id: id } })
    const both = await Promise.all([ask(1000, user_id, desk.person('dora', 'operator')), ask(1000)])
    expect(both.map(({ status }) => status)).toEqual([409, 409])
    later(25)
    expect((await ask(1000)).status).toBe(202)
  })

  it('two parts of the same wait side by side, each once', async () => {
    const judge = (part: string) =>
      desk.ask({ method: 'POST', url: `/v1/test/users/${user_id}/parts/${part}`, as: carla() })
    const [one, other, again] = [await judge('one'), await judge('other'), await judge('one')]
    expect([one.status, other.status]).toEqual([202, 202])
    expect(again).toMatchObject({ status: 409, body: { code: 'PROPOSAL_WAITS', proposal_id: one.body['id'] } })
    for (const { body } of [one, other]) expect(await end('approve', String(body['id']))).toMatchObject({ status: 200 })
  })

  it('of two concurrent proposals of the same, one is stored', async () => {
    const both = await Promise.all([ask(1000, user_id, desk.person('dora', 'operator')), ask(1000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  })
})

describe('approving', () => {
  it('carries out the operation, in one entry that names both people', async () => {
    const id = await proposed()
    expect(await end('approve', id)).toMatchObject({
      status: 200,
      body: {
        proposal: { id, status: 'APPROVED', ended_by: 'sub-bruno', ended_reason: 'seen' },
        result: { id: user_id, name: 'Nova', by: 'bruno' },
      },
    })
    expect(await nameOf()).toBe('Nova')
    const [, carriedOut, ...more] = await journal(id)
    expect(more).toEqual([])
    expect(carriedOut).toMatchObject({
      operation: 'renameUser',
      actor_id: 'sub-bruno',
      role: 'approver',
      reason: 'seen',
      subject_id: user_id,
      changes: {
        proposal: ['PENDING', 'APPROVED'],
        proposed_by: 'sub-carla',
        proposed_reason: 'typing',
        by: [null, 'bruno'],
      },
      records: [
        { table: 'users', key: user_id },
        { table: 'proposals', key: id },
      ],
    })
  })

  it('no one approves or declines their own, with any session, machine or role', async () => {
    const id = await proposed()
    const again = { ...desk.person('carla', 'operator', 'approver'), credential_id: 'another' }
    for (const what of ['approve', 'decline'])
      expect(await end(what, id, again)).toMatchObject({ status: 403, body: { code: 'PROPOSAL_OWN' } })
    expect(await nameOf()).toBe('test user')
    expect((await see(id))['status']).toBe('PENDING')
    expect(await journal(id)).toHaveLength(1)
  })

  it('a machine neither approves nor declines, whatever its roles: the proposal still waits', async () => {
    const id = await proposed()
    const core = desk.machine('core', 'analyst', 'operator', 'approver')
    for (const what of ['approve', 'decline'])
      expect(await end(what, id, core)).toMatchObject({ status: 403, body: { code: 'PERSON_NEEDED' } })
    expect(await nameOf()).toBe('test user')
    expect((await see(id))['status']).toBe('PENDING')
    expect(await journal(id)).toHaveLength(1)
  })

  it('not even with the login of the desk', async () => {
    const id = await proposed()
    const client = new pg.Client({ connectionString: gateway.db.desk })
    await client.connect()
    const forged = `update eclusa.proposals set status = 'APPROVED', ended_at = now(), ended_by = proposed_by where id = $1`
    await expect(client.query(forged, [id])).rejects.toThrow('nobody_approves_their_own')
    for (const [status, kind] of [
      ['APPROVED', 'machine'],
      ['DECLINED', 'machine'],
      ['APPROVED', null],
      ['STALE', null],
    ]) {
      const byMachine = `update eclusa.proposals set status = $2, ended_at = now(), ended_by = 'core', ended_by_kind = $3 where id = $1`
      await expect(client.query(byMachine, [id, status, kind])).rejects.toThrow('only_a_person_approves_or_declines')
    }
    const other = `update eclusa.proposals set params = '{}' where id = $1`
    await expect(client.query(other, [id])).rejects.toThrow('permission denied')
    await client.end()
  })

  it('a changed record is detected: the proposal ends, and nothing is done', async () => {
    const id = await proposed()
    await changeBehind()
    expect((await see(id))['now']).toEqual({ stands: false, refusal: 'PRECONDITION_FAILED' })
    expect(await end('approve', id)).toMatchObject({
      status: 409,
      body: { code: 'PROPOSAL_STALE', refusal: 'PRECONDITION_FAILED' },
    })
    expect(await nameOf()).toBe('Outra')
    expect(await see(id)).toMatchObject({ status: 'STALE', refusal: 'PRECONDITION_FAILED', ended_by: 'sub-bruno' })
    expect((await journal(id))[1]).toMatchObject({
      operation: 'approveProposal',
      changes: { proposal: ['PENDING', 'STALE'], refusal: 'PRECONDITION_FAILED' },
    })
    expect(await end('approve', id)).toMatchObject({ status: 409, body: { proposal_status: 'STALE' } })
  })

  it('of two at once, one carries it out, and the other gets its result', async () => {
    const id = await proposed()
    const both = await Promise.all([end('approve', id), end('approve', id, desk.person('beto', 'approver'))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'PROPOSAL_ENDED',
      proposal_status: 'APPROVED',
    })
    expect(await journal(id)).toHaveLength(2)
  })

  it('the input is validated again, and an unknown operation ends it too', async () => {
    const narrower = Type.Object({ ...Rename.properties, name: Type.String({ maxLength: 2 }) })
    for (const routes of [[rename(narrower)], []]) {
      const id = await proposed()
      const eyes = routes.length > 0 ? { DESK_SECOND_EYES: 'test_rename' } : {}
      const next = await createTestBackoffice(gateway, eyes, routes)
      const answer = await next.ask({
        method: 'POST',
        url: `/v1/proposals/${id}/approve`,
        as: next.person('bruno', 'approver'),
        body: { reason: 'seen' },
      })
      expect(answer).toMatchObject({
        status: 409,
        body: { refusal: routes.length > 0 ? 'REQUEST_MALFORMED' : 'ROUTE_NOT_FOUND' },
      })
      await next.close()
    }
    expect(await nameOf()).toBe('test user')
  })
})

describe('a call to a partner', () => {
  const tell = async () => {
    const { status, body } = await desk.ask({ method: 'POST', url: `/v1/test/users/${user_id}/tell`, as: carla() })
    expect(status).toBe(202)
    return String(body['id'])
  }

  it('is made neither for the proposal nor for a preview, and once for the approval', async () => {
    Object.assign(outside, { asked: 0, refuses: false })
    const id = await tell()
    expect((await see(id))['now']).toEqual({ stands: true })
    expect(outside.asked).toBe(0)
    expect(await end('approve', id)).toMatchObject({ status: 200, body: { result: { told: true } } })
    expect(outside.asked).toBe(1)
  })

  it('and refused: the approved change is done all the same, and the response reports it', async () => {
    Object.assign(outside, { asked: 0, refuses: true })
    const id = await tell()
    expect(await end('approve', id)).toMatchObject({
      status: 200,
      body: { proposal: { status: 'APPROVED' }, followed: { code: 'TEST_USER_MISSING', told_id: user_id } },
    })
    expect(await end('approve', id)).toMatchObject({ status: 409, body: { proposal_status: 'APPROVED' } })
    expect(outside.asked).toBe(1)
  })
})

describe('a proposal that ends otherwise', () => {
  it('is declined by another person', async () => {
    const id = await proposed()
    expect(await end('decline', id)).toMatchObject({ status: 200, body: { status: 'DECLINED', ended_by: 'sub-bruno' } })
    expect((await journal(id))[1]).toMatchObject({
      operation: 'declineProposal',
      subject_id: user_id,
      changes: { proposal: ['PENDING', 'DECLINED'], proposed_by: 'sub-carla' },
    })
    expect(await end('approve', id)).toMatchObject({
      status: 409,
      body: { code: 'PROPOSAL_ENDED', proposal_status: 'DECLINED', ended_by_name: 'bruno' },
    })
  })

  it('is withdrawn by its proposer only', async () => {
    const id = await proposed()
    expect(await end('withdraw', id, desk.person('dora', 'operator'))).toMatchObject({
      status: 403,
      body: { code: 'PROPOSAL_OF_ANOTHER' },
    })
    expect(await end('withdraw', id, carla())).toMatchObject({ status: 200, body: { status: 'WITHDRAWN' } })
    expect(await end('withdraw', id, carla())).toMatchObject({ status: 409 })
    expect(await nameOf()).toBe('test user')
  })

  it('expires at its exact time', async () => {
    const id = await proposed()
    const at = Date.parse(String((await see(id))['lapses_at']))
    desk.services.clock = { now: () => new Date(at - 1) }
    expect((await see(id))['status']).toBe('PENDING')
    desk.services.clock = { now: () => new Date(at) }
    expect(await see(id)).toMatchObject({ status: 'LAPSED' })
    expect((await see(id))['now']).toBeUndefined()
    for (const what of ['approve', 'decline'])
      expect(await end(what, id)).toMatchObject({ status: 409, body: { proposal_status: 'LAPSED' } })
    expect(await end('withdraw', id, carla())).toMatchObject({ status: 409 })
    expect(await nameOf()).toBe('test user')
  })

  it('is 404 under an unknown id', async () => {
    for (const what of ['approve', 'decline'])
      expect(await end(what, randomUUID())).toMatchObject({ status: 404, body: { code: 'PROPOSAL_NOT_FOUND' } })
  })
})

describe('reading', () => {
  it('an approver sees the input and its effect now, and reading changes nothing', async () => {
    const id = await proposed()
    expect(await see(id)).toMatchObject({
      params: { id: user_id },
      body: { name: 'Nova', amount: 1000, reason: 'typing' },
      now: { stands: true, changes: { by: [null, 'bruno'] } },
    })
    expect(await nameOf()).toBe('test user')
    expect(await journal(id)).toHaveLength(1)
    expect((await see(id, carla()))['body']).toMatchObject({ name: 'Nova' })
    expect((await see(id, desk.person('vera', 'viewer')))['body']).toBeUndefined()
  })

  it('lists the first to expire first, page by page, and ended ones separately', async () => {
    const ids: string[] = []
    for (let made = 0; made < 3; made += 1) {
      ;({ user_id } = await gateway.user())
      ids.push(await proposed())
    }
    const listed = async (query: string) => {
      const found: string[] = []
      for (let state = ''; ; ) {
        const url = `/v1/proposals?page_size=1&${query}${state}`
        const { body } = await desk.ask({ url, as: bruno() })
        found.push(...(body['data'] as { id: string }[]).map(({ id }) => id))
        if (!body['has_next_page']) return found
        state = `&page_state=${String(body['page_state'])}`
      }
    }
    expect((await listed('decision=test_rename')).filter((id) => ids.includes(id))).toEqual(ids)
    expect((await listed('order=desc')).filter((id) => ids.includes(id))).toEqual(ids.toReversed())
    expect(await listed(`subject_id=${user_id}`)).toEqual([ids[2]])
    await end('decline', ids[0]!)
    expect((await listed('status=DECLINED')).includes(ids[0]!)).toBe(true)
    expect((await listed('')).includes(ids[0]!)).toBe(false)
    later(60)
    expect(await listed('')).toEqual([])
    expect((await listed('status=LAPSED')).filter((id) => ids.includes(id))).toEqual(ids.slice(1))
  })
})

it('a desk whose settings name an unknown decision does not start', async () => {
  await expect(createTestBackoffice(gateway, { DESK_SECOND_EYES: 'no_such_decision' })).rejects.toThrow(
    'no_such_decision',
  )
})
