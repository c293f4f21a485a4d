import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Login } from '../login-store.ts'
import { discover, expiryOf } from '../renew-login.ts'
import { NobodyHere } from './error-messages.ts'

/** The redirect path: on this machine, at any free port (RFC 8252). */
const RETURN = '/return'
const PATIENCE_MS = 10 * 60_000

/** The login settings that the gateway returns. */
interface LogIn {
  issuer: string
  client_id: string
  scope: string
  audience: string
}

/** Logs in with the browser, as in the developer portal, and receives the redirect on this machine. */
export async function logInByBrowser(url: string, say: (line: string) => void, opens: boolean): Promise<Login> {
  const { issuer, client_id, scope, audience } = await findLogIn(url)
  const configuration = await discover(issuer, client_id)
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${RETURN}`
    const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()]
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri,
      // Issuers that support it return a refresh token; others ignore it.
      scope: `${scope} offline_access`,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Issuers use one of two parameter names for the audience.
      resource: audience,
      audience,
    })
    say(`Open ${address.href} in a browser of this machine.`)
    if (opens) openBrowser(address.href)
    const returned = await heardBack(server, redirect_uri, state)
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    const tokens = await authorizationCodeGrant(configuration, returned, checks, { resource: audience }).catch(
      (error: Error) => {
        throw new NobodyHere(`the issuer did not let you in (${error.message}): run eclusa login again`)
      },
    )
    const { access_token, refresh_token } = tokens
    const expires_at = expiryOf(tokens.expiresIn())
    return { issuer, client_id, access_token, expires_at, ...(refresh_token && { refresh_token }) }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function findLogIn(url: string): Promise<LogIn> {
  const answer = await fetch(`${url}/room/log-in.json`, { redirect: 'error' }).catch(() => undefined)
  if (!answer) throw new NobodyHere(`${url} does not answer: is this the address of a gateway?`)
  if (!answer.ok)
    throw new NobodyHere(
      `${url} has no login for people. Set ECLUSA_TOKEN, or ask its operator to register a client (ROOM_CLIENT_ID).`,
    )
  return (await answer.json()) as LogIn
}

/** Waits for the first redirect with this login's state, because any local program may send requests to the port. */
async function heardBack(server: Server, redirect_uri: string, state: string): Promise<URL> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  return new Promise<URL>((resolve, reject) => {
    patience.addEventListener('abort', () =>
      reject(new NobodyHere('no login within ten minutes: run the command again')),
    )
    server.on('request', ({ url = '' }, response) => {
      const returned = new URL(url, redirect_uri)
      const isOurs = returned.pathname === RETURN && returned.searchParams.get('state') === state
      response.writeHead(isOurs ? 200 : 404, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      response.end(
        isOurs ? 'De volta ao terminal: esta página pode ser fechada.\nBack to the terminal: close this.\n' : '',
      )
      if (isOurs) response.on('close', () => resolve(returned))
    })
  })
}

/** Opens the browser, if there is one. The address is also printed. */
function openBrowser(address: string): void {
  const [command, ...words] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? [
    'xdg-open',
  ]
  spawn(command!, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
