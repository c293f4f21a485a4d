import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountRoom } from './mount-portal.ts'

let issuer: SimulatedIssuer
beforeAll(async () => {
  issuer = await startIssuer([])
})
afterAll(() => issuer.close())

const page = { accept: 'text/html,*/*' }

async function open(more: { ROOM_CLIENT_ID?: string; OIDC_ISSUER?: string }) {
  const app = Fastify()
  const settings = {
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: issuer.audience,
    OIDC_ALGORITHMS: 'ES256',
    OIDC_TOKEN_TYPE: 'at+jwt',
    OIDC_TOKEN_LIFE_MAX_SECONDS: 3_600,
    ROOM_SCOPE: 'openid profile',
    ...more,
  }
  mountRoom(app, { settings })
  await app.ready()
  return app
}

describe('the developer portal', () => {
  it('does not exist where no client is registered', async () => {
    const app = await open({})
    for (const url of ['/room', '/room/', '/room/log-in.json'])
      expect((await app.inject({ url, headers: page })).statusCode, url).toBe(404)
    await app.close()
  })

  it('returns the login settings to a browser, and allows connections only to this origin and the issuer', async () => {
    const app = await open({ ROOM_CLIENT_ID: 'room' })
    expect((await app.inject('/room')).headers['location']).toBe('/room/')
    expect((await app.inject('/room/log-in.json')).json()).toEqual({
      issuer: issuer.url,
      client_id: 'room',
      scope: 'openid profile',
      audience: issuer.audience,
      authorization_endpoint: `${issuer.url}/auth`,
      token_endpoint: `${issuer.url}/token`,
      end_session_endpoint: `${issuer.url}/session/end`,
    })
    const { body, headers } = await app.inject({ url: '/room/endpoints/1', headers: page })
    const policy = String(headers['content-security-policy'])
    expect(body).toContain('<div id="room"></div>')
    expect(policy).toContain(`connect-src 'self' ${issuer.url};`)
    expect(policy).toContain(`default-src 'none'; script-src 'self';`)
    expect(policy).not.toMatch(/unsafe|\*|data:|blob:/)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect((await app.inject({ url: '/room/assets/..%2Findex.html' })).statusCode).toBe(404)
    await app.close()
  })

  it('is served while the issuer is down, and then allows no other connection', async () => {
    const app = await open({ ROOM_CLIENT_ID: 'room', OIDC_ISSUER: 'http://127.0.0.1:9' })
    const { statusCode, headers } = await app.inject({ url: '/room/', headers: page })
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain(`connect-src 'self';`)
    await app.close()
  })
})
