import { CLI_CLIENT } from '@eclusa/simulators/issuer/backoffice-clients.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { HostileIssuer } from '@eclusa/testing/hostile-issuer.ts'
import { createTestLogin, type TestDoor } from '@eclusa/testing/people.ts'
import { type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const now = () => Math.floor(Date.now() / 1000)

describe('an access token of the sandbox’s issuer', () => {
  let issuer: SimulatedIssuer
  let door: TestDoor
  const user = { user_id: 'a-user-of-the-api', secret: 'its-secret-its-secret' }
  beforeAll(async () => {
    issuer = await startIssuer([user])
    door = await createTestLogin(issuer.deskSettings)
  })
  afterAll(async () => {
    await door.close()
    await issuer.close()
  })
  const ask = (token: string, method: 'GET' | 'POST' = 'GET') =>
    door.app.inject({ method, url: '/v1/who', headers: { authorization: `Bearer ${token}` } })

  it('authenticates a machine, which needs no Origin to write', async () => {
    const token = await issuer.machineToken()
    for (const method of ['GET', 'POST'] as const)
      expect((await ask(token, method)).json()).toMatchObject({
        id: 'core-banking',
        kind: 'machine',
        roles: ['operator'],
      })
  })

  it('for the API is rejected here', async () => {
    expect((await ask(await issuer.token(user))).json()).toMatchObject({ code: 'CREDENTIALS_REFUSED', status: 401 })
  })

  it('authenticates a person at the command line by the device flow, and its refresh token reads roles again', async () => {
    const post = async (path: string, form: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: CLI_CLIENT, ...form })
      return (await fetch(`${issuer.url}${path}`, { method: 'POST', body })).json() as Promise<Record<string, string>>
    }
    const device = await post('/device/auth', { scope: 'openid profile' })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const poll = () => post('/token', { grant_type, device_code: device['device_code']! })
    expect(await poll()).toMatchObject({ error: 'authorization_pending' })

    const browser = door.browser()
    const page = await browser.go(device['verification_uri_complete']!)
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)![1]!
    const form = new URLSearchParams({ xsrf: field('xsrf'), user_code: field('user_code'), confirm: 'yes' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const confirmed = await browser.go(`${issuer.url}/device`, { method: 'POST', headers, body: form.toString() })
    const chosen = await browser.go(`${confirmed.location}/as/ana`, { method: 'POST' })
    await browser.follow(chosen.location!)

    const { access_token, refresh_token } = await poll()
    expect((await ask(access_token!)).json()).toMatchObject({ id: 'ana', kind: 'person', roles: ['analyst'] })
    issuer.people.find(({ id }) => id === 'ana')!.roles = []
    const next = await post('/token', { grant_type: 'refresh_token', refresh_token: refresh_token! })
    expect((await ask(next['access_token']!)).json()).toMatchObject({ code: 'PERSON_WITHOUT_ROLE', status: 403 })
  })

  it('is rejected by a desk without an audience', async () => {
    const { DESK_AUDIENCE: _, ...settings } = issuer.deskSettings
    const closed = await createTestLogin(settings, { db: door.db })
    const headers = { authorization: `Bearer ${await issuer.machineToken()}` }
    expect((await closed.app.inject({ url: '/v1/who', headers })).statusCode).toBe(401)
    await closed.close()
  })

  it('and an id token can never have that audience', async () => {
    const settings = { ...issuer.deskSettings, DESK_AUDIENCE: issuer.deskSettings['DESK_OIDC_CLIENT_ID']! }
    await expect(createTestLogin(settings, { db: door.db })).rejects.toThrow('must not be')
  })
})

describe('a token is rejected', () => {
  let issuer: HostileIssuer
  let door: TestDoor
  beforeAll(async () => {
    issuer = await HostileIssuer.start()
    door = await createTestLogin({ ...issuer.deskSettings, DESK_CLI_CLIENT_ID: 'cli' })
  })
  afterAll(async () => {
    await door.close()
    await issuer.close()
  })
  const aud = 'https://desk.eclusa.example'
  const typ = 'at+jwt'
  const ask = async (authorization: string) => {
    const { statusCode, json } = await door.app.inject({ url: '/v1/who', headers: { authorization } })
    return { status: statusCode, ...json<Record<string, unknown>>() }
  }

  const tortures: Record<string, () => Promise<string> | string> = {
    'with the audience of the desk’s own client, as an id token has': () => issuer.sign({}, { typ }),
    'that is an id token for this audience': () => issuer.sign({ aud }, { typ: 'JWT' }),
    'that has expired': () => issuer.sign({ aud, exp: now() - 60 }, { typ }),
    'that lives for a day': () => issuer.sign({ aud, exp: now() + 86_400 }, { typ }),
    'that was issued in the future': () => issuer.sign({ aud, iat: now() + 60, exp: now() + 300 }, { typ }),
    'that has no issue time': () => issuer.sign({ aud, iat: undefined as unknown as number }, { typ }),
    'that is bound to a key of which no proof was sent': () =>
      issuer.sign({ aud, cnf: { jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' } }, { typ }),
    'of another issuer': () => issuer.sign({ aud, iss: 'https://elsewhere.example' }, { typ }),
    'that is unsigned': () =>
      new UnsecuredJWT({ sub: 'x', roles: ['it'] })
        .setIssuer(issuer.url)
        .setAudience(aud)
        .setExpirationTime('1h')
        .encode(),
    'whose subject is too long': () => issuer.sign({ aud, sub: 'x'.repeat(256) }, { typ }),
    'that is longer than any': () => issuer.sign({ aud, padding: 'x'.repeat(9_000) }, { typ }),
    'that is none': () => 'opaque',
  }
  it.each(Object.keys(tortures))('%s', async (name) => {
    expect(await ask(`Bearer ${await tortures[name]!()}`)).toMatchObject({ status: 401, code: 'CREDENTIALS_REFUSED' })
  })

  it('without a role of ours, by any claim', async () => {
    for (const roles of [undefined, [], 7, ['operator']])
      expect(await ask(`Bearer ${await issuer.sign({ aud, roles }, { typ })}`)).toMatchObject({
        status: 403,
        code: 'PERSON_WITHOUT_ROLE',
      })
  })

  it('and only the client of the command line acts for people', async () => {
    for (const [claims, kind] of [
      [{ client_id: 'cli' }, 'person'],
      [{ azp: 'cli' }, 'person'],
      [{ client_id: 'other', azp: 'cli' }, 'machine'],
      [{ client_id: 7 }, 'machine'],
      [{}, 'machine'],
    ] as const)
      expect(await ask(`Bearer ${await issuer.sign({ aud, ...claims }, { typ })}`)).toMatchObject({ status: 200, kind })
  })

  it('where the claim that names its owner is absent, empty, too long or not a text, of a person or of a machine', async () => {
    const strict = await createTestLogin(
      { ...issuer.deskSettings, DESK_CLI_CLIENT_ID: 'cli', DESK_PERSON_CLAIM: 'oid' },
      { db: door.db },
    )
    const askStrict = async (claims: JWTPayload) => {
      const headers = { authorization: `Bearer ${await issuer.sign({ aud, ...claims }, { typ })}` }
      const { statusCode, json } = await strict.app.inject({ url: '/v1/who', headers })
      return { status: statusCode, ...json<Record<string, unknown>>() }
    }
    for (const client_id of ['cli', 'core'])
      for (const oid of [undefined, '', 'x'.repeat(256), 7, null, ['one'], { id: 'one' }])
        expect(await askStrict({ client_id, oid }), `${client_id} ${String(oid)}`).toMatchObject({
          status: 401,
          code: 'CREDENTIALS_REFUSED',
        })
    expect(await askStrict({ client_id: 'cli', oid: 'one', sub: 'pairwise' })).toMatchObject({
      status: 200,
      id: 'one',
      kind: 'person',
    })
    await strict.close()
  })

  it('and its id is its identity in the journal', async () => {
    expect(await ask(`Bearer ${await issuer.sign({ aud, jti: 'one' }, { typ })}`)).toMatchObject({
      credential_id: 'one',
    })
    expect(await ask(`Bearer ${await issuer.sign({ aud }, { typ })}`)).toMatchObject({
      credential_id: expect.stringMatching(/^[\w-]{43}$/),
    })
  })
})
