import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import type { Browser } from '@eclusa/testing/browser.ts'
import { HostileIssuer } from '@eclusa/testing/hostile-issuer.ts'
import { createTestLogin, type TestDoor } from '@eclusa/testing/people.ts'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginLook, findSessionById } from './session-store.ts'

const SESSION = '__Host-eclusa-desk'
const write = { method: 'POST', headers: { accept: 'application/json' } } as const
const who = async (browser: Browser) => JSON.parse((await browser.go('/v1/who')).text) as Record<string, unknown>

describe('roles are checked again', () => {
  let issuer: SimulatedIssuer
  let door: TestDoor
  let browser: Browser
  beforeAll(async () => {
    issuer = await startIssuer([])
    door = await createTestLogin(issuer.deskSettings)
  })
  afterAll(async () => {
    await door.close()
    await issuer.close()
  })
  beforeEach(async () => {
    await door.db.admin.query('truncate backoffice_sessions')
    door.clock.ahead = 0
    browser = door.browser()
    await browser.logIn('paulo')
  })
  const paulo = () => issuer.people.find(({ id }) => id === 'paulo')!
  afterAll(() => void (paulo().roles = ['analyst', 'approver']))

  it('but not within the lifetime of a check', async () => {
    paulo().roles = ['analyst']
    door.clock.ahead = 59_000
    expect(await who(browser)).toMatchObject({ roles: ['analyst', 'approver'] })
  })

  it('a removed role is gone at the next check, and a new one is there', async () => {
    paulo().roles = ['analyst', 'approver']
    for (const [minutes, roles] of [
      [2, ['analyst']],
      [4, ['auditor']],
      [6, ['analyst', 'approver']],
    ] as const) {
      paulo().roles = [...roles]
      door.clock.ahead = minutes * 60_000
      expect(await who(browser)).toMatchObject({ id: 'paulo', roles })
    }
  })

  it('a person without any role gets a contact, and the session ends', async () => {
    paulo().roles = []
    door.clock.ahead = 61_000
    expect(await who(browser)).toMatchObject({ code: 'PERSON_WITHOUT_ROLE', status: 403 })
    expect(await door.sessions()).toBe(0)
    expect(await who(browser)).toMatchObject({ code: 'LOGIN_NEEDED' })
    paulo().roles = ['analyst', 'approver']
  })

  it('a login ended at the issuer is ended here', async () => {
    await issuer.revoke('paulo')
    door.clock.ahead = 61_000
    expect(await who(browser)).toMatchObject({ code: 'LOGIN_NEEDED', status: 401 })
    expect(await door.sessions()).toBe(0)
    expect(browser.jar().has(SESSION)).toBe(false)
  })

  it('a clock that was set back causes a check, and a check from the future is not trusted', async () => {
    paulo().roles = ['analyst']
    door.clock.ahead = -3_000
    expect(await who(browser)).toMatchObject({ roles: ['analyst'] })
    paulo().roles = ['analyst', 'approver']
  })
})

describe('one check at a time', () => {
  let issuer: HostileIssuer
  let door: TestDoor
  let browser: Browser
  let refreshes: string[]
  beforeAll(async () => {
    issuer = await HostileIssuer.start()
    door = await createTestLogin(issuer.deskSettings)
  })
  afterAll(async () => {
    await door.close()
    await issuer.close()
  })

  /** Issues a new refresh token each time and accepts each once (refresh token rotation). */
  beforeEach(async () => {
    await door.db.admin.query('truncate backoffice_sessions')
    door.clock.ahead = 0
    issuer.answering = true
    refreshes = []
    browser = door.browser()
    const asked = new URL((await browser.go('/login')).location!).searchParams
    issuer.token = async (given) => {
      const old = given.get('refresh_token')
      if (old !== null) refreshes.push(old)
      if (old !== null && old !== `refresh-${refreshes.length - 1}`)
        return { status: 400, body: { error: 'invalid_grant' } }
      const id_token = await issuer.sign(old === null ? { nonce: asked.get('nonce') } : {})
      const refresh_token = `refresh-${refreshes.length}`
      return { body: { access_token: 'opaque', token_type: 'bearer', id_token, refresh_token } }
    }
    await browser.go(`/login/return?code=a&state=${asked.get('state')}`)
  })

  it('is shared by concurrent requests', async () => {
    door.clock.ahead = 61_000
    const all = await Promise.all(Array.from({ length: 20 }, () => browser.go('/v1/who')))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(refreshes).toEqual(['refresh-0'])
  })

  it('is shared by two processes, and the new refresh token is used next', async () => {
    const second = await createTestLogin(issuer.deskSettings, { db: door.db })
    const cookie = `${SESSION}=${browser.jar().get(SESSION)!}`
    for (const ahead of [61_000, 122_000]) {
      door.clock.ahead = second.clock.ahead = ahead
      const both = [door, second, door, second, second].map(({ app }) =>
        app.inject({ url: '/v1/who', headers: { cookie } }),
      )
      expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    }
    expect(refreshes).toEqual(['refresh-0', 'refresh-1'])
    await second.close()
  })

  it('is not used by a request that began before it and came after it', async () => {
    const { rows } = await door.db.admin.query<{ id: string }>('select id from backoffice_sessions')
    const session = (await findSessionById(door.db.admin, rows[0]!.id))!
    const late = await door.db.admin.connect()
    try {
      await late.query('begin; select now()')
      expect(await beginLook(door.db.admin, session)).toBeDefined()
      expect(await beginLook(late as unknown as pg.Pool, session)).toBeUndefined()
    } finally {
      await late.query('rollback')
      late.release()
    }
  })

  it('is repeated when its process died', async () => {
    await door.db.admin.query(`update backoffice_sessions set looking_until = now() - interval '1 second'`)
    door.clock.ahead = 61_000
    expect((await browser.go('/v1/who')).status).toBe(200)
    expect(refreshes).toHaveLength(1)
  })

  it('that finds another person under the same token ends the session', async () => {
    issuer.token = async () => ({
      body: { access_token: 'opaque', token_type: 'bearer', id_token: await issuer.sign({ sub: 'eve' }) },
    })
    door.clock.ahead = 61_000
    expect((await browser.go('/v1/who')).status).toBe(401)
    expect(await door.sessions()).toBe(0)
  })

  it('ends a session without a refresh token: a person still logged in there is back at once', async () => {
    await door.db.admin.query('update backoffice_sessions set refresh_token = null')
    door.clock.ahead = 61_000
    expect((await browser.go('/v1/who')).status).toBe(401)
    expect(await door.sessions()).toBe(0)
  })

  it('does not restore a session that was ended meanwhile', async () => {
    const { token } = issuer
    issuer.token = async (given) => {
      await door.db.admin.query('delete from backoffice_sessions')
      return token(given)
    }
    door.clock.ahead = 61_000
    expect((await browser.go('/v1/who')).status).toBe(401)
    expect(await door.sessions()).toBe(0)
  })

  it('with a desk that the issuer no longer knows ends no session', async () => {
    issuer.token = () => ({ status: 401, body: { error: 'invalid_client' } })
    door.clock.ahead = 61_000
    expect((await browser.go('/v1/who')).status).toBe(200)
    expect((await browser.go('/v1/who', write)).status).toBe(503)
    expect(await door.sessions()).toBe(1)
  })

  it('with an untrusted response ends no session, and blocks no other session', async () => {
    const { token } = issuer
    issuer.token = async () => ({
      body: { access_token: 'opaque', token_type: 'bearer', id_token: await issuer.sign({ aud: 'another' }) },
    })
    door.clock.ahead = 61_000
    expect((await browser.go('/v1/who')).status).toBe(200)
    expect((await browser.go('/v1/who', write)).status).toBe(503)
    issuer.token = token
    expect((await browser.go('/v1/who', write)).status).toBe(200)
  })

  it('while the issuer is down: reads continue for fifteen minutes, and writes are rejected at once', async () => {
    const down = await createTestLogin(issuer.deskSettings, { db: door.db })
    const going = down.browser()
    going.jar().set(SESSION, browser.jar().get(SESSION)!)
    issuer.answering = false
    down.clock.ahead = 61_000
    expect((await going.go('/v1/who')).status).toBe(200)
    const refused = await going.go('/v1/who', write)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'ISSUER_UNAVAILABLE', status: 503 })
    expect(refused.headers['retry-after']).toBe('10')
    down.clock.ahead = 14 * 60_000
    expect((await going.go('/v1/who')).status).toBe(200)
    down.clock.ahead = 17 * 60_000
    expect((await going.go('/v1/who')).status).toBe(503)
    expect(await door.sessions()).toBe(1)
    await down.close()
  })
})
