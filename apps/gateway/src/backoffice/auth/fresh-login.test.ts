import { randomUUID } from 'node:crypto'
import { SAMPLE_DESK_URL } from '@eclusa/simulators/environment.ts'
import { createTestBackoffice, type TestDesk } from '@eclusa/testing/backoffice.ts'
import { Browser } from '@eclusa/testing/browser.ts'
import { createTestGateway, type TestGateway } from '@eclusa/testing/gateway.ts'
import { HostileIssuer } from '@eclusa/testing/hostile-issuer.ts'
import { createStaffBackoffice } from '@eclusa/testing/people.ts'
import type { FastifyInstance } from 'fastify'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const FRESH = 300
const MFA = 'urn:bank:mfa'
const aud = 'https://desk.eclusa.example'
const now = () => Math.floor(Date.now() / 1000)

let issuer: HostileIssuer
let gateway: TestGateway
let desk: TestDesk
let app: FastifyInstance
let browser: Browser
beforeAll(async () => {
  issuer = await HostileIssuer.start()
  gateway = await createTestGateway()
  desk = await createTestBackoffice(gateway, {
    ...issuer.deskSettings,
    DESK_CLI_CLIENT_ID: 'cli',
    DESK_ACR: `${MFA} urn:bank:key`,
    DESK_FRESH_SECONDS: String(FRESH),
  })
  app = await createStaffBackoffice(desk)
})
afterAll(async () => {
  await app.close()
  await desk.close()
  await gateway.close()
  await issuer.close()
})
beforeEach(() => {
  browser = new Browser(SAMPLE_DESK_URL, app)
})

const roles = ['it', 'fraud-team']
const begin = async (query = '') => new URL((await browser.go(`/login${query}`)).location!).searchParams

async function logIn(claims: JWTPayload, query = '') {
  const asked = await begin(query)
  issuer.token = async () => ({
    body: {
      access_token: 'opaque',
      token_type: 'Bearer',
      id_token: await issuer.sign({ nonce: asked.get('nonce')!, roles, ...claims }),
    },
  })
  return browser.go(`/login/return?${new URLSearchParams({ code: 'c', state: asked.get('state')! })}`)
}

const operations = () =>
  [
    [`/v1/proposals/${randomUUID()}/approve`, { reason: 'seen' }, 'PROPOSAL_NOT_FOUND'],
    [`/v1/proposals/${randomUUID()}/decline`, { reason: 'seen' }, 'PROPOSAL_NOT_FOUND'],
    [`/v1/users/${randomUUID()}/keys`, { name: 'x', reason: 'seen' }, 'API_KEY_LIMIT_REACHED'],
    ['/v1/keys/0123456789abcdef/rotate', { reason: 'seen' }, 'KEPT_RECORD_NOT_FOUND'],
  ] as const

const bySession = async (url: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const { text, headers: answered } = await browser.go(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...(JSON.parse(text) as Record<string, unknown>), challenge: answered['www-authenticate'] }
}
const byToken = (claims: JWTPayload) => async (url: string, payload: object) => {
  const token = await issuer.sign({ aud, client_id: 'cli', roles, ...claims }, { typ: 'at+jwt' })
  const answer = await app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
  return { ...answer.json<Record<string, unknown>>(), challenge: answer.headers['www-authenticate'] }
}

const logins: [string, JWTPayload, fresh: boolean][] = [
  ['a recent one of a requested class', { auth_time: now() - 5, acr: MFA }, true],
  ['a recent one of another such class', { auth_time: now() - 5, acr: 'urn:bank:key' }, true],
  ['one that is too long ago', { auth_time: now() - FRESH - 60, acr: MFA }, false],
  ['one in the future', { auth_time: now() + 120, acr: MFA }, false],
  ['one whose time is not given', { acr: MFA }, false],
  ['one of a weaker class', { auth_time: now() - 5, acr: 'urn:bank:password' }, false],
  ['one of no class', { auth_time: now() - 5 }, false],
  ['one of both classes in one text', { auth_time: now() - 5, acr: `${MFA} urn:bank:key` }, false],
  ['one of a list of classes', { auth_time: now() - 5, acr: [MFA] }, false],
]

describe.each(logins)('a login: %s', (_, claims, fresh) => {
  const refused = { code: 'FRESH_LOGIN_NEEDED', status: 401, max_age: FRESH, acr_values: `${MFA} urn:bank:key` }

  it.each([
    ['in the browser', async () => (expect((await logIn(claims)).status).toBe(303), bySession)],
    ['at the command line', async () => byToken(claims)],
  ])(`%s ${fresh ? 'lets' : 'does not let'} a person approve, decline and make keys`, async (__, how) => {
    const ask = await how()
    for (const [url, body, code] of operations()) {
      const answer = await ask(url, body)
      expect(answer, url).toMatchObject(fresh ? { code } : refused)
      if (!fresh)
        expect(answer.challenge).toBe(
          `Bearer realm="eclusa", error="insufficient_user_authentication", max_age="${FRESH}", acr_values="${MFA} urn:bank:key"`,
        )
    }
  })
})

it('a login whose time is a text is not recent', async () => {
  const text = { auth_time: String(now()), acr: MFA } as unknown as JWTPayload
  expect((await logIn(text)).status).toBe(401)
  const [[url, body]] = operations()
  expect(await byToken(text)(url, body)).toMatchObject({ code: 'FRESH_LOGIN_NEEDED' })
})

it('a machine, which never logs in, creates no keys there', async () => {
  const [, , [url, body]] = operations()
  expect(await byToken({ client_id: 'core' })(url, body)).toMatchObject({ code: 'FRESH_LOGIN_NEEDED' })
})

it('no other operation needs it', async () => {
  await logIn({ auth_time: now() - 9_000 })
  expect(await bySession('/v1/users', { name: 'Aurora', reason: 'contract signed' })).toMatchObject({ name: 'Aurora' })
})

describe('logging in again', () => {
  it('requests the class, the age and a new prompt; a usual login requests the login time', async () => {
    expect(Object.fromEntries(await begin())).toMatchObject({ acr_values: `${MFA} urn:bank:key`, max_age: '36000' })
    expect((await begin()).get('prompt')).toBeNull()
    expect(Object.fromEntries(await begin('?fresh=true'))).toMatchObject({
      acr_values: `${MFA} urn:bank:key`,
      max_age: String(FRESH),
      prompt: 'login',
    })
  })

  it('returns to the earlier page, in a session that may approve', async () => {
    await logIn({ auth_time: now() - 9_000, acr: MFA })
    const [[url, body]] = operations()
    expect(await bySession(url, body)).toMatchObject({ code: 'FRESH_LOGIN_NEEDED' })
    const back = await logIn({ auth_time: now(), acr: MFA }, '?fresh=true&return_to=/proposals/x')
    expect(back).toMatchObject({ status: 303, location: `${SAMPLE_DESK_URL}/proposals/x` })
    expect(await bySession(url, body)).toMatchObject({ code: 'PROPOSAL_NOT_FOUND' })
  })

  it.each([
    ['an old login', { auth_time: now() - 9_000, acr: MFA }],
    ['no time', { acr: MFA }],
    ['a weaker class', { auth_time: now(), acr: 'urn:bank:password' }],
  ])('rejects an issuer that returns %s, without an endless loop', async (_, claims) => {
    expect(await logIn(claims, '?fresh=true')).toMatchObject({
      status: 401,
      text: expect.stringContaining('LOGIN_REFUSED'),
    })
  })

  it('reading the roles again does not make a login recent', async () => {
    const answered = (refresh_token: string, claims: JWTPayload) => async () => ({
      body: {
        access_token: 'x',
        token_type: 'Bearer',
        refresh_token,
        id_token: await issuer.sign({ roles, ...claims }),
      },
    })
    const asked = await begin()
    issuer.token = answered('first', { nonce: asked.get('nonce')!, auth_time: now() - 9_000, acr: MFA })
    await browser.go(`/login/return?${new URLSearchParams({ code: 'c', state: asked.get('state')! })}`)
    issuer.token = answered('next', { auth_time: now(), acr: MFA })
    issuer.asked = []
    await gateway.db.admin.query(
      "update backoffice_sessions set looked_at = date_trunc('milliseconds', now() - interval '1 hour')",
    )
    const [[url, body]] = operations()
    expect(await bySession(url, body)).toMatchObject({ code: 'FRESH_LOGIN_NEEDED' })
    expect(issuer.asked.map((form) => form.get('refresh_token'))).toEqual(['first'])
  })
})
