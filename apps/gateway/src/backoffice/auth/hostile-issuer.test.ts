import { DESK_CLIENT } from '@eclusa/simulators/environment.ts'
import type { Browser } from '@eclusa/testing/browser.ts'
import { HostileIssuer } from '@eclusa/testing/hostile-issuer.ts'
import { makeKey } from '@eclusa/testing/issuer.ts'
import { createTestLogin, type TestDoor } from '@eclusa/testing/people.ts'
import { exportSPKI, importJWK, type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/** A malicious issuer, or an attacker in its place. */
let issuer: HostileIssuer
let door: TestDoor
let browser: Browser
beforeAll(async () => {
  issuer = await HostileIssuer.start()
  door = await createTestLogin(issuer.deskSettings)
})
afterAll(async () => {
  await door.close()
  await issuer.close()
})
beforeEach(async () => {
  await door.db.admin.query('truncate backoffice_sessions')
  Object.assign(issuer, { answering: true, asked: [] })
  browser = door.browser()
})

const now = () => Math.floor(Date.now() / 1000)

/** Begins a login, lets the issuer return this id token for its code, and comes back. */
async function comeBack(
  idToken: (nonce: string) => Promise<string | undefined> | string | undefined,
  more: Record<string, unknown> = {},
  query: Record<string, string> = {},
) {
  const asked = new URL((await browser.go('/login')).location!).searchParams
  issuer.token = async () => {
    const id_token = await idToken(asked.get('nonce')!)
    return { body: { access_token: 'opaque', token_type: 'Bearer', ...(id_token && { id_token }), ...more } }
  }
  const returned = new URLSearchParams({ code: 'a-code', state: asked.get('state')!, ...query })
  return browser.go(`/login/return?${returned}`)
}

const signed = (claims: JWTPayload = {}) => comeBack((nonce) => issuer.sign({ nonce, ...claims }))

describe('an id token', () => {
  it('is accepted when it is valid', async () => {
    expect((await signed()).status).toBe(303)
    expect(JSON.parse((await browser.go('/v1/who')).text)).toMatchObject({ id: 'mallory', roles: ['operator'] })
    const [asked] = issuer.asked
    expect(Object.fromEntries(asked!)).toMatchObject({
      grant_type: 'authorization_code',
      client_id: DESK_CLIENT,
      code: 'a-code',
      redirect_uri: 'https://desk.eclusa.test/login/return',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  const lies: Record<string, (nonce: string) => Promise<string | undefined> | string | undefined> = {
    'that is not there': () => undefined,
    'with the nonce of another log-in': () => issuer.sign({ nonce: 'x'.repeat(43) }),
    'without a nonce': () => issuer.sign({}),
    'of another issuer': (nonce) => issuer.sign({ nonce, iss: 'https://elsewhere.example' }),
    'of no issuer': (nonce) => issuer.sign({ nonce, iss: undefined as unknown as string }),
    'for another audience': (nonce) => issuer.sign({ nonce, aud: 'another-client' }),
    'for nobody': (nonce) => issuer.sign({ nonce, aud: undefined as unknown as string }),
    'for us among others, given to another': (nonce) =>
      issuer.sign({ nonce, aud: [DESK_CLIENT, 'other'], azp: 'other' }),
    'for us among others, without an authorised party': (nonce) => issuer.sign({ nonce, aud: [DESK_CLIENT, 'other'] }),
    'given to another': (nonce) => issuer.sign({ nonce, azp: 'other' }),
    'that is unsigned': (nonce) =>
      new UnsecuredJWT({ nonce, roles: ['it'], sub: 'mallory' })
        .setIssuer(issuer.url)
        .setAudience(DESK_CLIENT)
        .setIssuedAt()
        .setExpirationTime('5m')
        .encode(),
    'signed by HS256 with the public key': async (nonce) => {
      const pem = await exportSPKI((await importJWK(issuer.key.public, 'ES256', { extractable: true })) as CryptoKey)
      return issuer.sign({ nonce }, { alg: 'HS256' }, new TextEncoder().encode(pem))
    },
    'signed with an unpublished key': async (nonce) => {
      const stranger = await makeKey()
      return issuer.sign({ nonce }, { kid: stranger.kid }, stranger.private)
    },
    'signed with a stranger’s key under a known id': async (nonce) =>
      issuer.sign({ nonce }, {}, (await makeKey()).private),
    'whose claims were changed after it was signed': async (nonce) => {
      const [header, , signature] = (await issuer.sign({ nonce })).split('.')
      const [, payload] = (await issuer.sign({ nonce, sub: 'somebody-else' })).split('.')
      return [header, payload, signature].join('.')
    },
    'that has expired': (nonce) => issuer.sign({ nonce, iat: now() - 600, exp: now() - 60 }),
    'that never expires': (nonce) => issuer.sign({ nonce, exp: undefined as unknown as number }),
    'from the future': (nonce) => issuer.sign({ nonce, iat: now() + 120, exp: now() + 600 }),
    'that is not valid yet': (nonce) => issuer.sign({ nonce, nbf: now() + 120 }),
    'without a subject': (nonce) => issuer.sign({ nonce, sub: undefined as unknown as string }),
    'with an empty subject': (nonce) => issuer.sign({ nonce, sub: '' }),
    'with a subject longer than any may be': (nonce) => issuer.sign({ nonce, sub: 'x'.repeat(256) }),
    'with an extension that has to be understood': (nonce) => issuer.sign({ nonce }, { crit: ['b64'], b64: true }),
    'that is none': () => 'not.a.token',
  }
  it.each(Object.keys(lies))('%s is rejected', async (name) => {
    const seen = await comeBack(lies[name]!)
    expect(seen).toMatchObject({ status: 401, text: expect.stringContaining('LOGIN_REFUSED') })
    expect(await door.sessions()).toBe(0)
    expect(browser.jar().size).toBe(0)
  })

  it('with the algorithm none is rejected, even where the issuer offers it', async () => {
    issuer.metadata = { id_token_signing_alg_values_supported: ['none', 'ES256', 'HS256'] }
    const lenient = await createTestLogin(issuer.deskSettings, { db: door.db })
    browser = lenient.browser()
    for (const name of ['that is unsigned', 'signed by HS256 with the public key'])
      expect((await comeBack(lies[name]!)).status).toBe(401)
    expect(await door.sessions()).toBe(0)
    issuer.metadata = {}
    await lenient.close()
  })
})

describe('the person claim, equal in every token of a person', () => {
  let strict: TestDoor
  beforeAll(async () => {
    strict = await createTestLogin({ ...issuer.deskSettings, DESK_PERSON_CLAIM: 'oid' }, { db: door.db })
  })
  afterAll(() => strict.close())
  beforeEach(() => {
    browser = strict.browser()
  })
  const who = async () => JSON.parse((await browser.go('/v1/who')).text) as Record<string, unknown>

  it('identifies the session, and the subject does not', async () => {
    expect((await signed({ sub: 'pairwise', oid: 'one' })).status).toBe(303)
    expect(await who()).toMatchObject({ id: 'one', kind: 'person' })
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['a number', 7],
    ['a list', ['one']],
  ])('%s: the login is rejected', async (_, oid) => {
    expect(await signed({ oid })).toMatchObject({ status: 401, text: expect.stringContaining('LOGIN_REFUSED') })
    expect(await strict.sessions()).toBe(0)
  })

  it('with another value at the next check, under the same subject, ends the session', async () => {
    expect((await comeBack((nonce) => issuer.sign({ nonce, oid: 'one' }), { refresh_token: 'first' })).status).toBe(303)
    const refresh = (claims: JWTPayload) => {
      issuer.token = async () => ({
        body: { access_token: 'opaque', token_type: 'Bearer', id_token: await issuer.sign(claims), refresh_token: 'x' },
      })
    }
    refresh({ oid: 'one' })
    strict.clock.ahead = 61_000
    expect(await who()).toMatchObject({ id: 'one' })
    refresh({ oid: 'two' })
    strict.clock.ahead = 122_000
    expect(await who()).toMatchObject({ code: 'LOGIN_NEEDED', status: 401 })
    strict.clock.ahead = 0
  })

  it('comes from the id token, and stays where the next check has only userinfo', async () => {
    issuer.metadata = { userinfo_endpoint: `${issuer.url}/userinfo` }
    issuer.userinfo = () => ({ sub: 'pairwise', oid: 'two', roles: ['it'] })
    const asking = await createTestLogin({ ...issuer.deskSettings, DESK_PERSON_CLAIM: 'oid' }, { db: door.db })
    browser = asking.browser()
    const first = (nonce: string) => issuer.sign({ nonce, sub: 'pairwise', oid: 'one', roles: undefined })
    expect((await comeBack(first, { refresh_token: 'first' })).status).toBe(303)
    issuer.token = () => ({ body: { access_token: 'opaque', token_type: 'Bearer', refresh_token: 'next' } })
    asking.clock.ahead = 61_000
    expect(await who()).toMatchObject({ id: 'one', roles: ['operator'] })
    issuer.metadata = {}
    await asking.close()
  })
})

describe('the claim of roles', () => {
  const none: [string, unknown][] = [
    ['a number', 7],
    ['true', true],
    ['an object', { it: true }],
    ['null', null],
    ['an empty list', []],
    ['names of our roles that the mapping does not give', ['operator', 'analyst']],
    ['a list of lists', [['it']]],
    ['words in one text', 'it fraud-team'],
    ['names that every object has', ['__proto__', 'constructor', 'toString']],
    ['another spelling', ['IT', ' it']],
  ]
  it.each(none)('as %s gives no role, and no session', async (_, roles) => {
    expect((await signed({ roles })).status).toBe(403)
    expect(await door.sessions()).toBe(0)
  })

  it('as one word, or among thousands of others, gives its roles', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `group-${n}`)
    for (const roles of ['fraud-team', [...many, 'fraud-team', 'fraud-team', 7]]) {
      expect((await signed({ roles })).status).toBe(303)
      expect(JSON.parse((await browser.go('/v1/who')).text)).toMatchObject({ roles: ['analyst', 'approver'] })
    }
  })

  it('in a response without end gives no session', async () => {
    const seen = await signed({ roles: ['it'], padding: 'x'.repeat(300_000) })
    expect(seen).toMatchObject({ status: 401, text: expect.stringContaining('LOGIN_REFUSED') })
    expect(await door.sessions()).toBe(0)
  })

  it('is read from userinfo where the id token has none, of the same person only', async () => {
    issuer.metadata = { userinfo_endpoint: `${issuer.url}/userinfo` }
    const asking = await createTestLogin(issuer.deskSettings, { db: door.db })
    browser = asking.browser()
    const without = { roles: undefined }
    issuer.userinfo = () => ({ sub: 'somebody-else', roles: ['it'] })
    expect((await signed(without)).status).toBe(401)
    expect(await door.sessions()).toBe(0)
    issuer.userinfo = () => ({ sub: 'mallory', roles: ['fraud-team'] })
    expect((await signed(without)).status).toBe(303)
    issuer.metadata = {}
    await asking.close()
  })

  it('may be nested, as in Keycloak', async () => {
    const settings = { ...issuer.deskSettings, DESK_ROLES_CLAIM: 'realm_access.roles' }
    const nested = await createTestLogin(settings, { db: door.db })
    browser = nested.browser()
    expect((await signed({ realm_access: 'it' })).status).toBe(403)
    expect((await signed({ realm_access: { roles: ['it'] } })).status).toBe(303)
    await nested.close()
  })
})

describe('a name', () => {
  it('is one printable line', async () => {
    await signed({ name: `Eva\u0000\n\u202e${'x'.repeat(400)}` })
    const { name } = JSON.parse((await browser.go('/v1/who')).text) as { name: string }
    expect(name).toBe(`Eva ${'x'.repeat(196)}`)
  })

  it('is the subject where there is none', async () => {
    await signed({ name: ' ', preferred_username: 7 })
    expect(JSON.parse((await browser.go('/v1/who')).text)).toMatchObject({ name: 'mallory' })
  })
})

describe('an issuer', () => {
  const failing: [string, number, string, Record<string, string>][] = [
    ['that says no', 401, 'LOGIN_REFUSED', { error: 'access_denied', error_description: '<script>alert(1)</script>' }],
    ['whose error is no code', 401, 'LOGIN_REFUSED', { error: '<script>alert(1)</script>' }],
    ['that has an error of its own', 503, 'ISSUER_UNAVAILABLE', { error: 'server_error' }],
    ['that is unavailable for a while', 503, 'ISSUER_UNAVAILABLE', { error: 'temporarily_unavailable' }],
    ['that answers as in another flow', 401, 'LOGIN_REFUSED', { id_token: 'x.y.z' }],
    ['that answers with a signed response', 401, 'LOGIN_REFUSED', { response: 'x.y.z' }],
  ]
  it.each(failing)('%s gives no session, and its text is not repeated', async (_, status, code, query) => {
    const seen = await comeBack((nonce) => issuer.sign({ nonce }), {}, query)
    expect(seen).toMatchObject({ status, text: expect.stringContaining(code) })
    expect(seen.text).not.toContain('script')
    expect(await door.sessions()).toBe(0)
  })

  it('that is down when a login begins gives an error with what to do', async () => {
    const down = await createTestLogin(issuer.deskSettings, { db: door.db })
    issuer.answering = false
    const seen = await down.browser().go('/login')
    expect(seen).toMatchObject({ status: 503, text: expect.stringContaining('ISSUER_UNAVAILABLE') })
    expect(seen.headers['retry-after']).toBe('10')
    await down.close()
  })

  it('that is down when a person returns gives no session', async () => {
    const asked = new URL((await browser.go('/login')).location!).searchParams
    issuer.answering = false
    const seen = await browser.go(`/login/return?code=a&state=${asked.get('state')}`)
    expect(seen.status).toBe(503)
    expect(await door.sessions()).toBe(0)
  })

  const odd: [string, { status?: number; body: unknown }][] = [
    ['an error of the server', { status: 500, body: {} }],
    ['too many requests', { status: 429, body: {} }],
    ['that it does not know us', { status: 401, body: { error: 'invalid_client' } }],
  ]
  it.each(odd)('that responds to the exchange with %s is unavailable', async (_, answer) => {
    const asked = new URL((await browser.go('/login')).location!).searchParams
    issuer.token = () => answer
    expect((await browser.go(`/login/return?code=a&state=${asked.get('state')}`)).status).toBe(503)
    expect(await door.sessions()).toBe(0)
  })

  it.each([[{ token_type: 'mac' }], [{ access_token: 7 }], [{ refresh_token: 7 }]])(
    'that responds %j is not trusted',
    async (more) => {
      expect((await comeBack((nonce) => issuer.sign({ nonce }), more)).status).toBe(401)
      expect(await door.sessions()).toBe(0)
    },
  )

  it('with another name in its discovery document is unavailable', async () => {
    issuer.metadata = { issuer: 'https://elsewhere.example' }
    const other = await createTestLogin(issuer.deskSettings, { db: door.db })
    expect((await other.browser().go('/login')).status).toBe(503)
    issuer.metadata = {}
    await other.close()
  })

  it('has no token or code of its own in our log, which names what was not trusted', async () => {
    await comeBack((nonce) => issuer.sign({ nonce, aud: 'another' }), { refresh_token: 'a-refresh-token' })
    await signed({ azp: 'another' })
    for (const code of ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'ID_TOKEN_OF_ANOTHER_CLIENT'])
      expect(door.logged.join('')).toMatch(new RegExp(`LOGIN_REFUSED.*"error_code":"${code}"`))
    expect(door.logged.join('')).not.toMatch(/a-code|a-refresh-token|mallory|eyJ/)
  })
})

describe('unknown callers', () => {
  it('who fail too often are rejected before the issuer is called', async () => {
    const counted = await createTestLogin(issuer.deskSettings, { failuresPerMinute: 3, db: door.db })
    browser = counted.browser()
    const statuses: number[] = []
    for (let time = 0; time < 5; time += 1) statuses.push((await comeBack(() => issuer.sign({}))).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect(issuer.asked).toHaveLength(3)
    const guess = { cookie: `__Host-eclusa-desk=${'x'.repeat(43)}` }
    expect((await counted.app.inject({ url: '/v1/who', headers: guess })).statusCode).toBe(429)
    await counted.close()
  })
})
