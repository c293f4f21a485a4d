import { randomUUID } from 'node:crypto'
import { createTestBackoffice } from '@eclusa/testing/backoffice.ts'
import { createTestGateway, type TestGateway, type TestUser } from '@eclusa/testing/gateway.ts'
import { AUDIENCE, makeKey } from '@eclusa/testing/issuer.ts'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
const jti = 'token-0001'

beforeAll(async () => {
  gateway = await createTestGateway({ STRANGER_LIMIT_PER_MINUTE: '1000' })
  user = await gateway.user()
})
afterAll(() => gateway.close())

const lineOf = (event: string) =>
  JSON.parse(gateway.logged.findLast((line) => line.includes(`"event":"${event}"`))!) as Record<string, unknown>

/** Sends it, and returns the log line and the response. */
async function refusedWith(headers: Record<string, string>) {
  const answer = await gateway.ask({ url: '/v1/crossborder/clients', headers })
  expect(answer.status).toBe(401)
  return { line: lineOf('request'), answer }
}
const withToken = (token: string) => refusedWith({ authorization: `Bearer ${token}` })

const now = () => Math.floor(Date.now() / 1000)
const sign = (claims = {}, header = {}) => gateway.issuer.sign({ sub: user.user_id, jti, ...claims }, header)

describe('a rejected token leaves its reason in the log, and its id where the signature was valid', () => {
  it.each<[string, string | undefined, () => Promise<string>]>([
    ['WRONG_AUDIENCE', jti, () => sign({ aud: 'https://elsewhere.example' })],
    ['WRONG_ISSUER', jti, () => sign({ iss: 'https://elsewhere.example' })],
    ['WRONG_TYPE', jti, () => sign({}, { typ: 'JWT' })],
    ['EXPIRED', jti, () => sign({ exp: now() - 60 })],
    ['NOT_YET_VALID', jti, () => sign({ nbf: now() + 600 })],
    ['ISSUED_IN_THE_FUTURE', jti, () => sign({ iat: now() + 60, exp: now() + 600 })],
    ['LIFETIME_TOO_LONG', jti, () => sign({ exp: now() + 7200 })],
    ['SENDER_CONSTRAINED', jti, () => sign({ cnf: { jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' } })],
    ['CLAIM_MISSING', jti, () => sign({ exp: undefined })],
    ['SUBJECT_NOT_KNOWN', jti, () => sign({ sub: 'somebody@example.com' })],
    ['BRINGS_ITS_OWN_KEY', jti, () => sign({}, { jku: 'https://elsewhere.example' })],
    ['USER_NOT_ACTIVE', jti, () => sign({ sub: randomUUID() })],
    ['UNKNOWN_KEY', undefined, () => sign({}, { kid: randomUUID() })],
    [
      'WRONG_SIGNATURE',
      undefined,
      async () => gateway.issuer.sign({ sub: user.user_id, jti }, {}, (await makeKey()).private),
    ],
    [
      'ALGORITHM_NOT_ALLOWED',
      undefined,
      async () => gateway.issuer.sign({ sub: user.user_id, jti }, { alg: 'HS256' }, new Uint8Array(32)),
    ],
    ['MALFORMED', undefined, async () => `${'x'.repeat(9_000)}.x.x`],
    [
      'NOT_A_TOKEN',
      undefined,
      async () => new UnsecuredJWT({ sub: user.user_id }).setAudience(AUDIENCE).encode().slice(0, -1),
    ],
  ])('%s', async (reason, token_id, token) => {
    const { line, answer } = await withToken(await token())
    expect(line).toMatchObject({ reason, code: 'CREDENTIALS_REFUSED', status: 401, network: '127.0.0.1' })
    expect(line['token_id']).toBe(token_id)
    expect(JSON.stringify(answer)).not.toContain(reason)
    expect(gateway.services.metrics.text()).toContain(
      `eclusa_credential_refusals_total{door="api",reason="${reason}"} 1\n`,
    )
  })

  it('again from the cache, and without the user it names', async () => {
    const token = await sign({ aud: 'https://third.example', email: 'joana@example.com' })
    await withToken(token)
    const { line } = await withToken(token)
    expect(line).toMatchObject({ reason: 'WRONG_AUDIENCE', token_id: jti })
    expect(JSON.stringify(line)).not.toMatch(/joana|third|eyJ/)
  })

  it('an id that is not printable is omitted', async () => {
    const { line } = await withToken(await sign({ aud: 'https://fourth.example', jti: 'two\nlines' }))
    expect(line).toMatchObject({ reason: 'WRONG_AUDIENCE' })
    expect(line['token_id']).toBeUndefined()
  })
})

describe('a rejected API key leaves its public id', () => {
  it('when it is unknown', async () => {
    const { key, key_id } = await gateway.apiKey(user)
    await gateway.db.admin.query('update api_keys set revoked_at = now() where id = $1', [key_id]).catch(() => {})
    const { rowCount } = await gateway.db.admin.query('delete from api_keys where id = $1 and revoked_at is null', [
      key_id,
    ])
    expect(rowCount).toBeLessThan(2)
    const { line } = await refusedWith({ 'x-api-key': key })
    expect(line).toMatchObject({ reason: 'API_KEY_UNKNOWN_OR_REVOKED', key_id })
    expect(JSON.stringify(line)).not.toContain(key)
  })

  it('when it is of another installation, and no id when it is no key at all', async () => {
    const { key, key_id } = await gateway.apiKey(user)
    const other = await refusedWith({ 'x-api-key': key.replace('ecl_live_', 'ecl_test_') })
    expect(other.line).toMatchObject({ reason: 'API_KEY_OF_OTHER_INSTALLATION', key_id })
    const none = await refusedWith({ 'x-api-key': 'ecl_live_nonsense' })
    expect(none.line).toMatchObject({ reason: 'NOT_AN_API_KEY' })
    expect(none.line['key_id']).toBeUndefined()
  })
})

it('a missing or repeated credential is counted by its code', async () => {
  await refusedWith({})
  expect(lineOf('request')).toMatchObject({ reason: 'CREDENTIALS_MISSING' })
})

it('an accepted request has the id of its token or key and its network, and nothing else of either', async () => {
  const token = await sign()
  await gateway.ask({ url: '/v1/crossborder/clients', headers: { authorization: `Bearer ${token}` } })
  expect(lineOf('request')).toMatchObject({ status: 200, token_id: jti, network: '127.0.0.1' })
  const { key, key_id } = await gateway.apiKey(user)
  await gateway.ask({ url: '/v1/crossborder/clients', headers: { 'x-api-key': key } })
  expect(lineOf('request')).toMatchObject({ status: 200, key_id })
  expect(lineOf('request')['reason']).toBeUndefined()
  expect(gateway.logged.join('')).not.toContain(key)
})

it('the desk logs the same for its logins', async () => {
  const desk = await createTestBackoffice(gateway, { DESK_AUDIENCE: 'https://desk.example' })
  try {
    const answer = await desk.app.inject({
      url: '/v1/me',
      headers: { authorization: `Bearer ${await sign({ aud: 'https://elsewhere.example' })}` },
    })
    expect(answer.statusCode).toBe(401)
    expect(lineOf('desk_request')).toMatchObject({ reason: 'WRONG_AUDIENCE', token_id: jti, network: '127.0.0.1' })
    expect(answer.body).not.toContain('WRONG_AUDIENCE')
    const told = desk.services.metrics.text()
    expect(told).toContain('eclusa_credential_refusals_total{door="desk",reason="WRONG_AUDIENCE"} 1\n')
    expect(told).toMatch(
      /eclusa_request_duration_seconds_count\{door="desk",operation="\w+",status="401",credential="none"\} 1\n/,
    )
  } finally {
    await desk.close()
  }
})
