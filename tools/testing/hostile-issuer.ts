import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DESK_CLIENT, peopleEnvironment } from '@eclusa/simulators/environment.ts'
import { type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { makeKey, type SigningKey } from './issuer.ts'

type TokenAnswer = { status?: number; body: unknown }

/** An issuer controlled by a test: its id tokens, its discovery document, and whether it responds. */
export class HostileIssuer {
  url = ''
  key!: SigningKey
  published: JWK[] = []
  /** Further or replaced members of the discovery document. */
  metadata: Record<string, unknown> = {}
  answering = true
  /** The requests to the token endpoint, newest last. */
  asked: URLSearchParams[] = []
  token: (asked: URLSearchParams) => Promise<TokenAnswer> | TokenAnswer = () => ({
    status: 400,
    body: { error: 'invalid_grant' },
  })
  userinfo: () => unknown = () => ({})
  #server = createServer((request, response) => {
    if (!this.answering) return void request.socket.destroy()
    void this.#answer(request).then(({ status = 200, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })

  static async start(): Promise<HostileIssuer> {
    const issuer = new HostileIssuer()
    issuer.#server.listen(0, '127.0.0.1')
    await once(issuer.#server, 'listening')
    issuer.url = `http://127.0.0.1:${(issuer.#server.address() as AddressInfo).port}`
    issuer.key = await makeKey()
    issuer.published = [issuer.key.public]
    return issuer
  }

  /** The settings of a desk that trusts it. */
  get deskSettings(): Record<string, string> {
    return {
      ...peopleEnvironment(this.url),
      DESK_ROLES: 'fraud-team=analyst+approver,it=operator',
      DESK_AUDIENCE: 'https://desk.eclusa.example',
    }
  }

  async sign(
    claims: JWTPayload,
    header: Partial<JWTHeaderParameters> = {},
    key: CryptoKey | Uint8Array = this.key.private,
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: this.url, aud: DESK_CLIENT, sub: 'mallory', iat: now, exp: now + 300, roles: ['it'] }
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: this.key.kid, ...header })
      .sign(key)
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage): Promise<TokenAnswer> {
    const { url } = this
    if (request.url === '/.well-known/openid-configuration') {
      const endpoints = {
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
      }
      const id_token_signing_alg_values_supported = ['ES256']
      return { body: { issuer: url, ...endpoints, id_token_signing_alg_values_supported, ...this.metadata } }
    }
    if (request.url === '/jwks') return { body: { keys: this.published } }
    if (request.url === '/userinfo') return { body: this.userinfo() }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    this.asked.push(new URLSearchParams(body))
    return this.token(this.asked.at(-1)!)
  }
}
