import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AUDIENCE, TestIssuer } from '@eclusa/testing/issuer.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIssuerKeys, IssuerUnavailable } from './issuer-keys.ts'
import { createTokenVerifier, type VerifyToken } from './platform-token.ts'

const user_id = '0b8f1c1e-5d0b-4f4e-9d3e-0a6f3c9b7e11'
const rules = (issuer: string) => ({
  issuer,
  audience: AUDIENCE,
  algorithms: ['ES256'],
  type: 'at+jwt',
  lifeMaxSeconds: 3_600,
})

let issuer: TestIssuer
let now: Date
const clock = { now: () => now }
beforeAll(async () => {
  issuer = await TestIssuer.start()
})
afterAll(() => issuer.close())
beforeEach(() => {
  now = new Date()
})

describe('a verified token', () => {
  it('is accepted for a minute, and no longer once its key is withdrawn', async () => {
    const { key, published } = issuer
    const verify = createTokenVerifier(rules(issuer.url), createIssuerKeys(issuer.url, clock).keyFor, clock)
    const token = await issuer.sign({ sub: user_id })
    const start = now.getTime()
    expect(await verify(token)).toMatchObject({ user_id })
    await issuer.rotate()
    issuer.published = [issuer.key.public]
    await openlyAsked(verify)
    now = new Date(start + 59_999)
    expect(await verify(token)).toMatchObject({ user_id })
    now = new Date(start + 60_000)
    await expect(verify(token)).rejects.toMatchObject({ declaration: { code: 'CREDENTIALS_REFUSED' } })
    Object.assign(issuer, { key, published })
  })
})

/** A token with the new key makes the verifier fetch the keys again. */
async function openlyAsked(verify: VerifyToken): Promise<void> {
  now = new Date(now.getTime() + 31_000)
  expect(await verify(await issuer.sign({ sub: user_id }))).toMatchObject({ user_id })
}

describe('an issuer is not trusted', () => {
  const documents: Record<string, (url: string) => [number, string]> = {
    'whose discovery document names another issuer': () => [
      200,
      JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` }),
    ],
    'whose document has no end': () => [200, `{"issuer":"${'x'.repeat(300_000)}"}`],
    'that returns no JSON': () => [200, '<html>'],
    'that answers 500': () => [500, '{}'],
  }
  it.each(Object.keys(documents))('%s', async (name) => {
    const server = createServer((_, response) => {
      const [status, body] = documents[name]!(url)
      response.writeHead(status).end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const verify = createTokenVerifier({ ...rules(url) }, createIssuerKeys(url, clock).keyFor, clock)
    await expect(verify(await issuer.sign({ sub: user_id, iss: url }))).rejects.toBeInstanceOf(IssuerUnavailable)
    server.close()
  })
})
