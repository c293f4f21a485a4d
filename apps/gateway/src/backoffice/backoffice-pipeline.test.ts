import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import sql from 'sql-template-tag'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskRoute } from './backoffice-route.ts'

const rename = deskRoute({
  name: 'renameUser',
  summary: 'A write that only a test has',
  method: 'POST',
  path: '/v1/test/users/:id/rename',
  roles: ['operator'],
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  body: Type.Object({ name: Type.String(), reason: Type.String() }, { additionalProperties: false }),
  reply: { 200: Type.Object({ id: Type.String(), name: Type.String() }) },
  errors: [],
  handle: ({ params: { id }, body: { name, reason }, act }) =>
    act({
      subject: { type: 'user', id },
      reason,
      async work(tx) {
        const [before] = await tx.query<{ name: string }>(sql`select name from users where id = ${id}`)
        tx.write(sql`update users set name = ${name} where id = ${id}`)
        return { answer: { id, name }, sealed: { name: [before!.name, name] }, records: [{ table: 'users', key: id }] }
      },
    }),
})

const forgetful = deskRoute({
  name: 'forgetfulWrite',
  summary: 'A write that forgets the journal',
  method: 'POST',
  path: '/v1/test/forgetful',
  roles: ['operator'],
  reply: { 200: Type.Object({}) },
  errors: [],
  handle: async () => ({}),
})

let gateway: TestGateway
let desk: TestDesk
beforeAll(async () => {
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway, {}, [rename, forgetful])
})
afterAll(async () => {
  await desk.close()
  await gateway.close()
})

const journal = async () =>
  (await gateway.db.admin.query(`select * from audit_log where actor_kind <> 'bootstrap' order by sequence`)).rows

describe('the gate of the desk', () => {
  it('returns the caller, and rejects anyone else', async () => {
    const ana = desk.person('ana', 'analyst')
    expect(await desk.ask({ url: '/v1/me', as: ana })).toMatchObject({
      status: 200,
      body: { id: 'sub-ana', name: 'ana', kind: 'person', roles: ['analyst'] },
    })
    expect(await desk.ask({ url: '/v1/me' })).toMatchObject({ status: 401, body: { code: 'LOGIN_NEEDED' } })
  })

  it('sends HSTS where DESK_URL is https', async () => {
    const secure = await createTestBackoffice(gateway, { DESK_URL: 'https://desk.example' })
    for (const url of ['/', '/v1/me', '/v1/nothing'])
      expect((await secure.app.inject({ url })).headers['strict-transport-security'], url).toBe('max-age=31536000')
    await secure.close()
  })

  it('reads a body in one way: no name twice, no content encoding, no needless escape in a path', async () => {
    const { user_id } = await gateway.user()
    const url = `/v1/test/users/${user_id}/rename`
    const send = (changed: { url?: string; payload?: string; headers?: Record<string, string> }) =>
      desk.app.inject({
        method: 'POST',
        url,
        payload: '{"name":"a","reason":"b"}',
        ...changed,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${desk.person('carla', 'operator').id}`,
          ...changed.headers,
        },
      })
    expect((await send({ payload: '{"name":"a","reason":"b","name":"c"}' })).json()).toMatchObject({
      status: 400,
      errors: [{ code: 'REPEATED_MEMBER' }],
    })
    expect((await send({ headers: { 'content-encoding': 'gzip' } })).statusCode).toBe(415)
    expect((await send({ url: url.replace('/v1', '/%761') })).json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' })
    expect(await journal()).toEqual([])
  })

  it('records an act in the journal with the change, chained, and encrypts personal values', async () => {
    const { user_id } = await gateway.user()
    const [carla, ana] = [desk.person('carla', 'operator'), desk.person('ana', 'analyst')]
    const ask = {
      method: 'POST',
      url: `/v1/test/users/${user_id}/rename`,
      body: { name: 'Nova', reason: 'typing' },
    } as const
    expect(await desk.ask({ ...ask, as: ana })).toMatchObject({ status: 403, body: { code: 'ROLE_MISSING' } })
    expect(await journal()).toEqual([])
    expect(await desk.ask({ ...ask, as: carla })).toMatchObject({ status: 200, body: { name: 'Nova' } })
    expect(await desk.ask({ ...ask, as: carla })).toMatchObject({ status: 200 })
    const [first, second] = await journal()
    expect(first).toMatchObject({
      actor_id: 'sub-carla',
      role: 'operator',
      operation: 'renameUser',
      reason: 'typing',
      subject_type: 'user',
      subject_id: user_id,
      network: '127.0.0.1',
      records: [{ table: 'users', key: user_id, digest: expect.any(String) }],
    })
    expect(second.previous_hash).toEqual(first.hash)
    const opened = desk.services.journalSeal.open(first.sealed, first.request_id)
    expect(JSON.parse(opened.toString())).toEqual({ name: ['test user', 'Nova'] })
  })

  it('a write without a journal entry is a fault of ours, and returned as one', async () => {
    const { app } = desk
    const carla = desk.person('carla', 'operator')
    const response = await app.inject({
      method: 'POST',
      url: '/v1/test/forgetful',
      headers: { authorization: `Bearer ${carla.id}` },
    })
    expect(response.statusCode).toBe(500)
    gateway.logged.length = 0
  })
})
