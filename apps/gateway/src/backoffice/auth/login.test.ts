import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import type { Browser } from '@eclusa/testing/browser.ts'
import { createTestLogin, type TestDoor } from '@eclusa/testing/people.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** Against a real provider: errors between the desk, a browser and a correct issuer. */
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
})

const LOGIN = '__Host-eclusa-login-'
const SESSION = '__Host-eclusa-desk'
const changed = (address: string, change: (query: URLSearchParams) => void) => {
  const url = new URL(address)
  change(url.searchParams)
  return url.href
}
const json = { accept: 'application/json' }
const refused = (code: string, status: number) => ({ status, text: expect.stringContaining(code) })

describe('a login', () => {
  it('creates a session, records who logged in, and redirects to the requested page', async () => {
    expect(await browser.logIn('ana', '/cases?kind=x')).toMatchObject({
      status: 303,
      location: `${SAMPLE_DESK_URL}/cases?kind=x`,
    })
    const who = await browser.go('/v1/who')
    expect(JSON.parse(who.text)).toMatchObject({ id: 'ana', name: 'Ana Analista', kind: 'person', roles: ['analyst'] })
  })

  it('sets a cookie for this host only, over a secure connection, hidden from scripts', async () => {
    const { headers } = await browser.logIn('ana')
    const line = [headers['set-cookie']].flat().find((cookie) => cookie!.startsWith(`${SESSION}=`))
    expect(line).toMatch(/^__Host-eclusa-desk=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=36000$/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  it('stores neither the session token nor the refresh token in plain text', async () => {
    await browser.logIn('ana')
    const { rows } = await door.db.admin.query<{ refresh_token: Buffer; token_hash: Buffer }>(
      'select * from backoffice_sessions',
    )
    expect(JSON.stringify(rows)).not.toContain(browser.jar().get(SESSION))
    expect(rows[0]!.refresh_token.toString('latin1')).not.toMatch(/^[\w-]+$/)
  })

  it('works in two tabs at once, in any order of return', async () => {
    const [first, second] = [await browser.logInUpTo('ana', '/one'), await browser.logInUpTo('ana', '/two')]
    expect(await browser.go(second)).toMatchObject({ status: 303, location: `${SAMPLE_DESK_URL}/two` })
    expect(await browser.go(first)).toMatchObject({ status: 303, location: `${SAMPLE_DESK_URL}/one` })
    expect((await browser.go('/v1/who')).status).toBe(200)
    expect(await door.sessions()).toBe(1)
  })

  it('that is begun again and again keeps no more than four cookies', async () => {
    for (let tab = 0; tab < 9; tab += 1) await browser.go('/login')
    expect([...browser.jar().keys()].filter((name) => name.startsWith(LOGIN))).toHaveLength(4)
  })

  it('without a role of ours names a contact, as a page and as a problem', async () => {
    expect(await browser.logIn('nina')).toMatchObject(refused('DESK_ROLES', 403))
    const english = { accept: 'text/html', 'accept-language': 'en-GB,en' }
    const page = await browser.go(await browser.logInUpTo('nina'), { headers: english })
    expect(page.text).toContain('Ask the access administrator')
    const problem = await browser.go(await browser.logInUpTo('nina'), { headers: json })
    expect(JSON.parse(problem.text)).toMatchObject({ code: 'PERSON_WITHOUT_ROLE', status: 403 })
    expect(await door.sessions()).toBe(0)
  })

  it('deletes ended sessions', async () => {
    await browser.logIn('ana')
    door.clock.ahead = 11 * 3_600_000
    await door.browser().logIn('bruno')
    const { rows } = await door.db.admin.query('select person_id from backoffice_sessions')
    expect(rows).toEqual([{ person_id: 'bruno' }])
  })
})

describe('a return from the issuer is rejected, and leaves no session', () => {
  const tortures: Record<string, () => Promise<{ address: string; by?: Browser; code?: string }>> = {
    'without a state': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.delete('state')),
    }),
    'with an unknown state': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.set('state', 'x'.repeat(43))),
    }),
    'with two states': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.append('state', 'other')),
    }),
    'in another browser': async () => ({ address: await browser.logInUpTo('ana'), by: door.browser() }),
    'in another browser that is logging in as well': async () => {
      const other = door.browser()
      await other.logInUpTo('bruno')
      return { address: await browser.logInUpTo('ana'), by: other }
    },
    'for the second time': async () => {
      const address = await browser.logInUpTo('ana')
      const other = door.browser()
      for (const [name, value] of browser.jar()) other.jar().set(name, value)
      await other.go(address)
      await door.db.admin.query('truncate backoffice_sessions')
      return { address, by: other }
    },
    'for the second time, from a browser that kept its cookies': async () => {
      const address = await browser.logInUpTo('ana')
      const kept = [...browser.jar()]
      await browser.go(address)
      await door.db.admin.query('truncate backoffice_sessions')
      for (const [name, value] of kept) browser.jar().set(name, value)
      return { address: `${address}&x=1` }
    },
    'with the code of another log-in, whose PKCE verifier is another': async () => {
      const first = new URL(await browser.logInUpTo('ana')).searchParams.get('code')!
      return { address: changed(await browser.logInUpTo('ana'), (query) => query.set('code', first)) }
    },
    'with a code stolen from another browser': async () => {
      const stolen = new URL(await door.browser().logInUpTo('carla')).searchParams.get('code')!
      return { address: changed(await browser.logInUpTo('ana'), (query) => query.set('code', stolen)) }
    },
    'with a made-up code': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.set('code', 'made-up')),
    }),
    'without a code': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.delete('code')),
    }),
    'with two codes': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.append('code', 'other')),
    }),
    'in the name of another issuer (mix-up)': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.set('iss', 'https://elsewhere.example')),
    }),
    'without an issuer, where this one always sends it': async () => ({
      address: changed(await browser.logInUpTo('ana'), (query) => query.delete('iss')),
    }),
    'later than ten minutes': async () => {
      const address = await browser.logInUpTo('ana')
      door.clock.ahead = 601_000
      return { address }
    },
    'with the cookie altered': async () => {
      const address = await browser.logInUpTo('ana')
      const [[name, value]] = browser.jar() as unknown as [[string, string]]
      browser.jar().set(name, value.slice(0, 40) + (value[40] === 'A' ? 'B' : 'A') + value.slice(41))
      return { address }
    },
    'with the cookie of another log-in under its name': async () => {
      const address = await browser.logInUpTo('ana')
      const [name] = [...browser.jar().keys()]
      const other = door.browser()
      await other.go('/login')
      browser.jar().set(name!, [...other.jar().values()][0]!)
      return { address }
    },
    'with a cookie that another desk sealed': async () => {
      const secret = { DESK_SECRET: 'another-secret-another-secret-another' }
      const elsewhere = await createTestLogin({ ...issuer.deskSettings, ...secret }, { db: door.db })
      const other = elsewhere.browser()
      const address = await other.logInUpTo('ana')
      for (const [name, value] of other.jar()) browser.jar().set(name, value)
      await elsewhere.close()
      return { address }
    },
    'because the person cancelled': async () => {
      const begun = await browser.go('/login')
      const { location: page } = await browser.go(begun.location!)
      const left = await browser.go(`${page}/as/nobody`, { method: 'POST' })
      const back = await browser.follow(left.location!, (url) => url.startsWith(`${SAMPLE_DESK_URL}/login/return`))
      return { address: back.location! }
    },
  }
  it.each(Object.keys(tortures))('%s', async (name) => {
    const { address, by = browser } = await tortures[name]!()
    const seen = await by.go(address)
    expect(seen).toMatchObject(refused('LOGIN_REFUSED', 401))
    expect(await door.sessions()).toBe(0)
    expect(by.jar().has(SESSION)).toBe(name.startsWith('for the second time'))
    expect((await by.go('/v1/who')).status).toBe(401)
  })
})

describe('a path to return to', () => {
  const foreign = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '/%252Fevil.example',
    '/%25252525252Fevil.example',
    'evil.example',
    'javascript:alert(1)',
    '/\tevil',
    '/ok\r\nset-cookie: x=1',
    '/%',
    `/${'a'.repeat(1_100)}`,
    '',
  ]
  it.each(foreign)('%j is not followed', async (return_to) => {
    const seen = await browser.go(`/login?return_to=${encodeURIComponent(return_to)}`)
    expect(seen).toMatchObject({ status: 400, location: undefined })
    expect(browser.jar().size).toBe(0)
  })

  it('given twice is not followed', async () => {
    expect((await browser.go('/login?return_to=/a&return_to=/b')).status).toBe(400)
  })

  it.each(['/', '/cases', '/cases/01?tab=files&x=%2F', '/a/..//b'])('%j is followed', async (return_to) => {
    const { location } = await browser.logIn('ana', return_to)
    expect(new URL(location!).origin).toBe(SAMPLE_DESK_URL)
  })
})

describe('a session', () => {
  it('is never the one that was planted before login', async () => {
    const planted = 'A'.repeat(43)
    browser.jar().set(SESSION, planted)
    await browser.logIn('ana')
    expect(browser.jar().get(SESSION)).not.toBe(planted)
    const thief = door.browser()
    thief.jar().set(SESSION, planted)
    expect((await thief.go('/v1/who')).status).toBe(401)
  })

  it('of another person that was planted ends when its victim logs in', async () => {
    const thief = door.browser()
    await thief.logIn('bruno')
    browser.jar().set(SESSION, thief.jar().get(SESSION)!)
    await browser.logIn('ana')
    expect(JSON.parse((await browser.go('/v1/who')).text)).toMatchObject({ id: 'ana' })
    expect((await thief.go('/v1/who')).status).toBe(401)
  })

  it('ends by logout, here and at the issuer, with its cookie alone', async () => {
    await browser.logIn('ana')
    const copy = browser.jar().get(SESSION)!
    const out = await browser.go('/logout', { method: 'POST' })
    expect(out.status).toBe(303)
    expect(out.location).toContain(`${issuer.url}/session/end?`)
    expect(out.location).not.toContain('id_token_hint')
    expect(browser.jar().has(SESSION)).toBe(false)
    browser.jar().set(SESSION, copy)
    expect(await browser.go('/v1/who', { headers: json })).toMatchObject(refused('LOGIN_NEEDED', 401))
    expect(await door.sessions()).toBe(0)
  })

  it('is not ended by another site', async () => {
    await browser.logIn('ana')
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await browser.go('/logout', { method: 'POST', headers })).status).toBe(403)
    expect((await browser.go('/v1/who')).status).toBe(200)
  })

  it('expires when it is idle, and not while it is used', async () => {
    await browser.logIn('ana')
    for (const minutes of [14, 28, 42]) {
      door.clock.ahead = minutes * 60_000
      expect((await browser.go('/v1/who')).status).toBe(200)
    }
    door.clock.ahead = (42 + 15) * 60_000
    expect((await browser.go('/v1/who')).status).toBe(401)
    expect(browser.jar().has(SESSION)).toBe(false)
  })

  it('expires after its hours, however much it is used', async () => {
    await browser.logIn('ana')
    for (let minutes = 10; minutes < 600; minutes += 10) {
      door.clock.ahead = minutes * 60_000
      expect((await browser.go('/v1/who')).status).toBe(200)
    }
    door.clock.ahead = 600 * 60_000
    expect((await browser.go('/v1/who')).status).toBe(401)
  })

  it('is written to once a minute at most', async () => {
    await browser.logIn('ana')
    const seen = async () =>
      (await door.db.admin.query('select seen_at from backoffice_sessions')).rows[0].seen_at as Date
    const first = await seen()
    door.clock.ahead = 30_000
    await browser.go('/v1/who')
    expect(await seen()).toEqual(first)
    door.clock.ahead = 61_000
    await browser.go('/v1/who')
    expect((await seen()).getTime()).toBeGreaterThan(first.getTime() + 60_000)
  })

  const bad: Record<string, (token: string) => string> = {
    'one character changed': (token) => token.slice(0, 20) + (token[20] === 'x' ? 'y' : 'x') + token.slice(21),
    'its end cut off': (token) => token.slice(0, -1),
    'something behind it': (token) => `${token}A`,
    'nothing in it': () => '',
    'quotes around it': (token) => `"${token}"`,
    'a hash instead of a token': () => 'f'.repeat(64),
  }
  it.each(Object.keys(bad))('with %s is invalid', async (name) => {
    await browser.logIn('ana')
    const cookie = `${SESSION}=${bad[name]!(browser.jar().get(SESSION)!)}`
    const seen = await door.app.inject({ url: '/v1/who', headers: { cookie } })
    expect(seen.json()).toMatchObject({ code: 'LOGIN_NEEDED', status: 401 })
    expect(seen.headers['set-cookie']).toContain('Max-Age=0')
  })

  it('whose row is deleted is invalid', async () => {
    await browser.logIn('ana')
    await door.db.admin.query('delete from backoffice_sessions')
    expect((await browser.go('/v1/who')).status).toBe(401)
  })

  it('sent twice, or beside a token, is rejected', async () => {
    await browser.logIn('ana')
    const cookie = `${SESSION}=${browser.jar().get(SESSION)!}`
    const authorization = `Bearer ${await issuer.machineToken()}`
    for (const headers of [{ cookie: `${cookie}; ${cookie}` }, { cookie, authorization }]) {
      const seen = await door.app.inject({ url: '/v1/who', headers })
      expect(seen.json()).toMatchObject({ code: 'CREDENTIALS_AMBIGUOUS', status: 400 })
    }
  })
})

describe('a write with a session', () => {
  const write = (headers: Record<string, string> = {}, body = '{}') =>
    browser.go('/v1/who', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...json, ...headers },
      body,
    })

  it('from the desk’s own page is done, with or without a body', async () => {
    await browser.logIn('ana')
    expect((await write()).status).toBe(200)
    expect((await browser.go('/v1/who', { method: 'DELETE' })).status).toBe(200)
  })

  const foreign: [string, Record<string, string>][] = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a sister of this host', { origin: 'https://other.eclusa.test' }],
    ['from this host in the open', { origin: SAMPLE_DESK_URL.replace('https', 'http') }],
    ['from another port', { origin: `${SAMPLE_DESK_URL}:8443` }],
    ['from nowhere', { origin: 'null' }],
    ['by a page of another site, with any Origin', { 'sec-fetch-site': 'cross-site' }],
    ['by a page of a sister host', { 'sec-fetch-site': 'same-site' }],
    ['without a user action', { 'sec-fetch-site': 'none' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { 'content-type': 'text/plain' }],
    ['as parts', { 'content-type': 'multipart/form-data; boundary=x' }],
  ]
  it.each(foreign)('%s is rejected', async (_, headers) => {
    await browser.logIn('ana')
    expect(await write(headers)).toMatchObject(refused('ORIGIN_REFUSED', 403))
  })

  it('without an Origin is rejected', async () => {
    await browser.logIn('ana')
    const cookie = `${SESSION}=${browser.jar().get(SESSION)!}`
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      const seen = await door.app.inject({ method, url: '/v1/who', headers: { cookie } })
      expect(seen.json()).toMatchObject({ code: 'ORIGIN_REFUSED' })
    }
  })
})
