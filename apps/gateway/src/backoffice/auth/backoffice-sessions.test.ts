import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { createStaffBackoffice } from '@eclusa/testing/people.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** The whole desk, with people who log in at a real issuer. */
let issuer: SimulatedIssuer
let gateway: TestGateway
let desk: TestDesk
let app: FastifyInstance
let carla: Browser
beforeAll(async () => {
  issuer = await startIssuer([])
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway, issuer.deskSettings)
  app = await createStaffBackoffice(desk)
})
afterAll(async () => {
  await app.close()
  await desk.close()
  await gateway.close()
  await issuer.close()
})
beforeEach(async () => {
  await gateway.db.admin.query('truncate backoffice_sessions')
  carla = await loggedIn('carla')
})

async function loggedIn(person: string): Promise<Browser> {
  const browser = new Browser(SAMPLE_DESK_URL, app)
  expect((await browser.logIn(person)).status).toBe(303)
  return browser
}

const read = async (browser: Browser, url: string) => JSON.parse((await browser.go(url)).text)

const entries = async () => {
  const { rows } = await gateway.db.admin.query(
    `select operation, actor_id, role, credential_id, network from audit_log where subject_type = 'desk_session' order by sequence`,
  )
  return rows as Record<string, unknown>[]
}

describe('the journal', () => {
  it('records who logged in and out, from where and in which roles, and nothing about rejected logins', async () => {
    const before = (await entries()).length
    const paulo = await loggedIn('paulo')
    await paulo.logIn('paulo')
    await paulo.go('/logout', { method: 'POST' })
    await paulo.go('/logout', { method: 'POST' })
    await new Browser(SAMPLE_DESK_URL, app).logIn('nina')
    const told = (await entries()).slice(before)
    expect(told.map(({ operation }) => operation)).toEqual(['logIn', 'logOut', 'logIn', 'logOut'])
    expect(told[0]).toEqual({
      operation: 'logIn',
      actor_id: 'paulo',
      role: 'analyst+approver',
      credential_id: told[1]!['credential_id'],
      network: '127.0.0.1',
    })
  })
})

describe('the database', () => {
  const as = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url, options: '-c search_path=eclusa' })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const denied = expect.objectContaining({ code: '42501' })

  it.each(['person_id = $$ana$$', 'token_hash = sha256($$x$$)', "ends_at = now() + interval '1 year'", 'id = id'])(
    'does not let the desk change %s of an existing session',
    async (change) => {
      await expect(as(gateway.db.desk, `update backoffice_sessions set ${change}`)).rejects.toEqual(denied)
    },
  )

  it.each(['api', 'worker', 'bootstrap'] as const)('shows no session to %s', async (login) => {
    await expect(as(gateway.db[login], 'select id from backoffice_sessions')).rejects.toEqual(denied)
  })
})

describe('getMe', () => {
  it('200: returns the caller and their roles', async () => {
    expect(await read(await loggedIn('paulo'), '/v1/me')).toEqual({
      id: 'paulo',
      name: 'Paulo Plantonista',
      kind: 'person',
      roles: ['analyst', 'approver'],
    })
  })

  it('401: names the login address and the alternatives', async () => {
    const answer = await app.inject({ url: '/v1/me' })
    expect(answer.json()).toMatchObject({ code: 'LOGIN_NEEDED', detail: expect.stringContaining('/login') })
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="eclusa"')
  })
})

describe('listDeskSessions', () => {
  it('200: shows an operator who is logged in, newest first, in pages, without secrets', async () => {
    await loggedIn('ana')
    await loggedIn('vera')
    const first = await read(carla, '/v1/sessions?page_size=2')
    expect(first.data.map(({ person_id }: { person_id: string }) => person_id)).toEqual(['vera', 'ana'])
    const { data } = await read(carla, `/v1/sessions?page_size=2&page_state=${first.page_state}`)
    expect(data).toMatchObject([{ person_id: 'carla', person_name: 'Carla Operadora', roles: ['operator'] }])
    expect(Object.keys(data[0])).not.toEqual(expect.arrayContaining(['token_hash', 'refresh_token']))
  })

  it('200: marks the session of the request, and no other of the same person', async () => {
    await loggedIn('carla')
    const { data } = await read(carla, '/v1/sessions')
    expect(data.map(({ person_id, current }: Record<string, unknown>) => [person_id, current])).toEqual([
      ['carla', false],
      ['carla', true],
    ])
  })

  it('200: omits expired sessions', async () => {
    await loggedIn('ana')
    await gateway.db.admin.query(
      `update backoffice_sessions set seen_at = now() - interval '16 minutes' where person_id = 'ana'`,
    )
    expect((await read(carla, '/v1/sessions')).data).toHaveLength(1)
  })

  it('403: not for other roles', async () => {
    for (const person of ['ana', 'bruno', 'davi', 'vera'])
      expect(await read(await loggedIn(person), '/v1/sessions')).toMatchObject({ code: 'ROLE_MISSING' })
  })
})

describe('endDeskSession', () => {
  const end = (by: Browser, id: string, headers = {}) => by.go(`/v1/sessions/${id}`, { method: 'DELETE', headers })
  const sessionOf = async (person_id: string) => {
    const found = await gateway.db.admin.query('select id from backoffice_sessions where person_id = $1', [person_id])
    return found.rows[0].id as string
  }

  it('200: ends access at once, and the journal records who ended it', async () => {
    const ana = await loggedIn('ana')
    const id = await sessionOf('ana')
    expect((await end(carla, id)).status).toBe(200)
    expect((await ana.go('/v1/me')).status).toBe(401)
    const { rows } = await gateway.db.admin.query('select * from audit_log order by sequence desc limit 1')
    expect(rows).toMatchObject([
      {
        actor_id: 'carla',
        actor_kind: 'person',
        role: 'operator',
        operation: 'endDeskSession',
        credential_id: await sessionOf('carla'),
        subject_id: id,
        changes: { ended_session_of: 'ana' },
      },
    ])
  })

  it('200: a machine may, with a token and no Origin', async () => {
    await loggedIn('ana')
    const headers = { authorization: `Bearer ${await issuer.machineToken()}` }
    const url = `/v1/sessions/${await sessionOf('ana')}`
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200)
    const { rows } = await gateway.db.admin.query('select * from audit_log order by sequence desc limit 1')
    expect(rows).toMatchObject([{ actor_id: 'core-banking', actor_kind: 'machine' }])
  })

  it('403: not from another site with the cookie, and nothing is written', async () => {
    await loggedIn('ana')
    const id = await sessionOf('ana')
    const before = await gateway.db.admin.query('select count(*) from audit_log')
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await end(carla, id, headers)).status).toBe(403)
    expect(await sessionOf('ana')).toBe(id)
    expect((await gateway.db.admin.query('select count(*) from audit_log')).rows).toEqual(before.rows)
  })

  it('403: not by other roles', async () => {
    const ana = await loggedIn('ana')
    expect((await end(ana, await sessionOf('carla'))).status).toBe(403)
    expect((await carla.go('/v1/me')).status).toBe(200)
  })

  it('404: not twice', async () => {
    await loggedIn('ana')
    const id = await sessionOf('ana')
    await end(carla, id)
    expect(JSON.parse((await end(carla, id)).text)).toMatchObject({ code: 'SESSION_NOT_FOUND', status: 404 })
  })
})
