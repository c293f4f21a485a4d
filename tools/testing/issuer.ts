import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'

export const AUDIENCE = 'https://gateway.eclusa.test'

export interface SigningKey {
  kid: string
  private: CryptoKey
  public: JWK
}

export async function makeKey(alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const kid = crypto.randomUUID()
  return { kid, private: privateKey, public: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** An issuer controlled by a test: its published keys, its signatures, and whether it responds. */
export class TestIssuer {
  url = ''
  key!: SigningKey
  published: JWK[] = []
  /** How often the key set was fetched. */
  fetches = 0
  answering = true
  #server = createServer((request, response) => {
    if (!this.answering) request.socket.destroy()
    else if (request.url === '/.well-known/openid-configuration') {
      response.end(JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/jwks` }))
    } else {
      this.fetches += 1
      response.end(JSON.stringify({ keys: this.published }))
    }
  })

  static async start(): Promise<TestIssuer> {
    const issuer = new TestIssuer()
    issuer.#server.listen(0, '127.0.0.1')
    await once(issuer.#server, 'listening')
    issuer.url = `http://127.0.0.1:${(issuer.#server.address() as AddressInfo).port}`
    issuer.key = await makeKey()
    issuer.published = [issuer.key.public]
    return issuer
  }

  /** Signs with a new key from now on; the old one stays published, because its tokens are still in use. */
  async rotate(): Promise<void> {
    this.key = await makeKey()
    this.published = [...this.published, this.key.public]
  }

  async sign(
    claims: JWTPayload = {},
    header: Partial<JWTHeaderParameters> = {},
    key: CryptoKey | Uint8Array = this.key.private,
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ iss: this.url, aud: AUDIENCE, iat: now, exp: now + 3600, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: this.key.kid, ...header })
      .sign(key)
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
