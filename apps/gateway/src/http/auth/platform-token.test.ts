import { randomUUID } from 'node:crypto'
import { createTestGateway, type TestGateway, type TestResponse, type TestUser } from '@eclusa/testing/gateway.ts'
import { AUDIENCE, makeKey } from '@eclusa/testing/issuer.ts'
import { exportSPKI, importJWK, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let gateway: TestGateway
let user: TestUser
let url: string

beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.user()
  url = (await gateway.account(user)).url
})
afterAll(() => gateway.close())

let count = 0
function send(authorization: string, target = gateway, at = url): Promise<TestResponse> {
  count += 1
  return target.ask({ method: 'PATCH', url: at, headers: { authorization }, body: { nickname: `token ${count}` } })
}

const now = () => Math.floor(Date.now() / 1000)

describe('a token is rejected', () => {
  const sub = () => user.user_id
  const tortures: Record<string, () => Promise<string>> = {
    'unsigned (none)': async () =>
      new UnsecuredJWT({ sub: sub() })
        .setIssuer(gateway.issuer.url)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime('1h')
        .encode(),
    'HS256 with the public key as the secret': async () => {
      const { public: jwk } = gateway.issuer.key
      const pem = await exportSPKI((await importJWK(jwk, 'ES256', { extractable: true })) as CryptoKey)
      return gateway.issuer.sign({ sub: sub() }, { alg: 'HS256' }, new TextEncoder().encode(pem))
    },
    'an algorithm of another family': async () => {
      const rsa = await makeKey('RS256')
      gateway.issuer.published.push(rsa.public)
      return gateway.issuer.sign({ sub: sub() }, { alg: 'RS256', kid: rsa.kid }, rsa.private)
    },
    'another issuer': () => gateway.issuer.sign({ sub: sub(), iss: 'https://elsewhere.example' }),
    'no issuer': () => gateway.issuer.sign({ sub: sub(), iss: undefined as unknown as string }),
    'another audience': () => gateway.issuer.sign({ sub: sub(), aud: 'https://elsewhere.example' }),
    'no audience': () => gateway.issuer.sign({ sub: sub(), aud: undefined as unknown as string }),
    'typ JWT': () => gateway.issuer.sign({ sub: sub() }, { typ: 'JWT' }),
    'typ of an id token': () => gateway.issuer.sign({ sub: sub() }, { typ: 'id_token+jwt' }),
    'no typ': () => gateway.issuer.sign({ sub: sub() }, { typ: undefined as unknown as string }),
    expired: () => gateway.issuer.sign({ sub: sub(), exp: now() - 60 }),
    'no expiry': () => gateway.issuer.sign({ sub: sub(), exp: undefined as unknown as number }),
    'not valid yet': () => gateway.issuer.sign({ sub: sub(), nbf: now() + 600 }),
    'issued in the future': () => gateway.issuer.sign({ sub: sub(), iat: now() + 60, exp: now() + 600 }),
    'no issue time': () => gateway.issuer.sign({ sub: sub(), iat: undefined as unknown as number }),
    'an issue time that is no number': () =>
      gateway.issuer.sign({ sub: sub(), iat: String(now()) as unknown as number }),
    'a lifetime of ten years': () => gateway.issuer.sign({ sub: sub(), exp: now() + 10 * 365 * 86_400 }),
    'a lifetime of an hour and a second': () => gateway.issuer.sign({ sub: sub(), iat: now(), exp: now() + 3601 }),
    'a lifetime of ten years, most of it over': () =>
      gateway.issuer.sign({ sub: sub(), iat: now() - 10 * 365 * 86_400, exp: now() + 60 }),
    'bound to a key, without proof of it (cnf.jkt)': () =>
      gateway.issuer.sign({ sub: sub(), cnf: { jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' } }),
    'bound to a certificate that was not shown (cnf.x5t#S256)': () =>
      gateway.issuer.sign({ sub: sub(), cnf: { 'x5t#S256': 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2' } }),
    'an empty binding (cnf)': () => gateway.issuer.sign({ sub: sub(), cnf: {} }),
    'a binding that is null (cnf)': () => gateway.issuer.sign({ sub: sub(), cnf: null }),
    'no subject': () => gateway.issuer.sign({}),
    'a subject that is no UUID': () => gateway.issuer.sign({ sub: 'admin' }),
    'an unknown kid': () => gateway.issuer.sign({ sub: sub() }, { kid: randomUUID() }),
    'no kid': () => gateway.issuer.sign({ sub: sub() }, { kid: undefined as unknown as string }),
    "a stranger's key under a known kid": async () =>
      gateway.issuer.sign({ sub: sub() }, {}, (await makeKey()).private),
    'a key in its jwk header': async () => {
      const key = await makeKey()
      return gateway.issuer.sign({ sub: sub() }, { kid: key.kid, jwk: key.public }, key.private)
    },
    'jwk beside a valid signature': async () => gateway.issuer.sign({ sub: sub() }, { jwk: gateway.issuer.key.public }),
    'jku beside a valid signature': () => gateway.issuer.sign({ sub: sub() }, { jku: `${gateway.issuer.url}/jwks` }),
    'x5u beside a valid signature': () => gateway.issuer.sign({ sub: sub() }, { x5u: `${gateway.issuer.url}/cert` }),
    'a crit it does not know': async () => {
      const [header, ...rest] = (await gateway.issuer.sign({ sub: sub() })).split('.')
      const forged = { ...(JSON.parse(Buffer.from(header!, 'base64url').toString()) as object), crit: ['exp'], exp: 1 }
      return [Buffer.from(JSON.stringify(forged)).toString('base64url'), ...rest].join('.')
    },
    'an altered payload': async () => {
      const [header, , signature] = (await gateway.issuer.sign({ sub: sub() })).split('.')
      const payload = Buffer.from(
        JSON.stringify({ sub: randomUUID(), iss: gateway.issuer.url, aud: AUDIENCE, iat: now(), exp: now() + 60 }),
      )
      return [header, payload.toString('base64url'), signature].join('.')
    },
    'a truncated signature': async () => (await gateway.issuer.sign({ sub: sub() })).slice(0, -4),
    'no signature': async () => `${(await gateway.issuer.sign({ sub: sub() })).split('.').slice(0, 2).join('.')}.`,
    'a part too many': async () => `${await gateway.issuer.sign({ sub: sub() })}.e30`,
    'white space inside': async () => (await gateway.issuer.sign({ sub: sub() })).replace('.', ' .'),
    'nine thousand characters': () => gateway.issuer.sign({ sub: sub(), note: 'x'.repeat(9000) }),
    'not a token at all': async () => 'x',
  }

  it.each(Object.keys(tortures))('%s', async (name) => {
    const before = await gateway.db.admin.query('select version from crossborder_accounts order by id')
    const answer = await send(`Bearer ${await tortures[name]!()}`)
    expect(answer).toMatchObject({ status: 401, body: { code: 'CREDENTIALS_REFUSED' } })
    expect((await gateway.db.admin.query('select version from crossborder_accounts order by id')).rows).toEqual(
      before.rows,
    )
  })

  it.each(['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearer  two.spaces.here', 'Token a.b.c'])(
    'Authorization: %j',
    async (value) => {
      expect((await send(value)).status).toBe(401)
    },
  )

  it('two Authorization headers, of which the first is valid', async () => {
    const answer = await gateway.ask({
      method: 'PATCH',
      url,
      headers: { authorization: [`Bearer ${user.token}`, 'Bearer a.b.c'] },
      body: { nickname: 'two' },
    })
    expect([400, 401]).toContain(answer.status)
  })

  it('and accepted when it is valid, with the scheme in any case', async () => {
    expect((await send(`Bearer ${user.token}`)).status).toBe(200)
    expect((await send(`bearer ${user.token}`)).status).toBe(200)
  })
})

describe('a token is accepted', () => {
  it('with the longest lifetime that is allowed, and from an issuer whose clock is three seconds ahead', async () => {
    for (const claims of [
      { iat: now(), exp: now() + 3_600 },
      { iat: now() + 3, exp: now() + 300 },
    ])
      expect((await send(`Bearer ${await gateway.issuer.sign({ sub: user.user_id, ...claims })}`)).status).toBe(200)
  })

  it('with a longer lifetime where OIDC_TOKEN_LIFE_MAX_SECONDS allows it, and no longer', async () => {
    const patient = await createTestGateway({ OIDC_TOKEN_LIFE_MAX_SECONDS: '28800' })
    const caller = await patient.user()
    const { url: at } = await patient.account(caller)
    const lasting = (seconds: number) => patient.issuer.sign({ sub: caller.user_id, iat: now(), exp: now() + seconds })
    expect((await send(`Bearer ${await lasting(28_800)}`, patient, at)).status).toBe(200)
    expect((await send(`Bearer ${await lasting(28_801)}`, patient, at)).status).toBe(401)
    await patient.close()
  })
})

it('the API does not start when its audience is the client of the portal, whose id tokens would be access tokens', async () => {
  const settings = { OIDC_AUDIENCE: 'portal', ROOM_CLIENT_ID: 'portal', OIDC_TOKEN_TYPE: 'JWT' }
  await expect(createTestGateway(settings)).rejects.toThrow('OIDC_AUDIENCE: must not be ROOM_CLIENT_ID')
})

describe('a cached token', () => {
  it('is rejected after its expiry', async () => {
    const token = await gateway.issuer.sign({ sub: user.user_id, exp: now() - 3 })
    expect((await send(`Bearer ${token}`)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect((await send(`Bearer ${token}`)).status).toBe(401)
  })

  it('is rejected with another signature', async () => {
    expect((await send(`Bearer ${user.token}`)).status).toBe(200)
    const [header, claims, signature] = user.token.split('.')
    const turned = Buffer.from(Buffer.from(signature!, 'base64url').toReversed()).toString('base64url')
    for (const forged of [turned, '', Buffer.alloc(64).toString('base64url')])
      expect((await send(`Bearer ${header}.${claims}.${forged}`)).status).toBe(401)
  })

  it('causes no request to the issuer', async () => {
    const { fetches } = gateway.issuer
    for (let n = 0; n < 5; n += 1) expect((await send(`Bearer ${user.token}`)).status).toBe(200)
    expect(gateway.issuer.fetches).toBe(fetches)
  })
})

describe('the keys of the issuer', () => {
  it('are fetched at most once in 30 s because of an unknown kid, however many tokens come', async () => {
    const fresh = await createTestGateway()
    const stranger = await fresh.user()
    const { url: at } = await fresh.account(stranger)
    expect((await send(`Bearer ${stranger.token}`, fresh, at)).status).toBe(200)
    const unknown = await Promise.all(
      Array.from({ length: 20 }, () => fresh.issuer.sign({ sub: stranger.user_id }, { kid: randomUUID() })),
    )
    for (const token of unknown) expect((await send(`Bearer ${token}`, fresh, at)).status).toBe(401)
    expect(fresh.issuer.fetches).toBe(2)
    await fresh.close()
  })

  it('change under load without one valid request rejected', async () => {
    const fresh = await createTestGateway()
    const caller = await fresh.user()
    const { url: at } = await fresh.account(caller)
    const statuses: number[] = []
    let rotated = false
    let running = true
    const load = Array.from({ length: 8 }, async () => {
      while (running) {
        const token = await fresh.issuer.sign({ sub: caller.user_id, jti: randomUUID() })
        statuses.push((await send(`Bearer ${token}`, fresh, at)).status)
        if (!rotated && statuses.length > 100) {
          rotated = true
          await fresh.issuer.rotate()
        }
        if (statuses.length > 400) running = false
      }
    })
    await Promise.all(load)
    expect(rotated).toBe(true)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    await fresh.close()
  })

  it('stay in use while the issuer is down, and a token that needs a new one gets 503', async () => {
    const fresh = await createTestGateway()
    const caller = await fresh.user()
    const { url: at } = await fresh.account(caller)
    expect((await send(`Bearer ${caller.token}`, fresh, at)).status).toBe(200)
    fresh.issuer.answering = false
    const known = await fresh.issuer.sign({ sub: caller.user_id, jti: 'another' })
    expect((await send(`Bearer ${known}`, fresh, at)).status).toBe(200)
    await fresh.issuer.rotate()
    const unknown = await fresh.issuer.sign({ sub: caller.user_id })
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = await send(`Bearer ${unknown}`, fresh, at)
      expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect(answer.headers['retry-after']).toBeDefined()
    }
    await fresh.close()
  })
})
