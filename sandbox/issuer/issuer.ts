import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

const AUDIENCE = 'https://gateway.eclusa.example'
const TOKEN_SECONDS = 8 * 3600

export interface Client {
  /** The user's id: it becomes the `sub` of the tokens. */
  user_id: string
  secret: string
}

export interface Issuer {
  url: string
  audience: string
  /** Asks for a token as any client would: client credentials over HTTP. */
  token(client: Client): Promise<string>
  close(): Promise<void>
}

/** A real OpenID provider for trying things out. Production brings its own. */
export async function startIssuer(clients: Client[], port = 0): Promise<Issuer> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(url, configuration(clients, await signingKey()))
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    url,
    audience: AUDIENCE,
    token: (client) => requestToken(url, client),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function configuration(clients: Client[], key: JWK): Configuration {
  return {
    jwks: { keys: [key] },
    clients: clients.map(({ user_id, secret }) => ({
      client_id: user_id,
      client_secret: secret,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: 'ES256',
    })),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        getResourceServerInfo: () => ({
          scope: '',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_SECONDS,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    ttl: { ClientCredentials: TOKEN_SECONDS },
  }
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: crypto.randomUUID() }
}

async function requestToken(url: string, { user_id, secret }: Client): Promise<string> {
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user_id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  if (!response.ok) throw new Error(`the issuer answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}
