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
import { NobodyHere } from './refusals.ts'

/** Where the issuer sends the browser back to: this machine, at whichever port is free (RFC 8252). */
const RETURN = '/return'
const PATIENCE_MS = 10 * 60_000

/** Where people of users log in, as the gateway says. */
interface LogIn {
  issuer: string
  client_id: string
  scope: string
  audience: string
}

/** Logs somebody in by their browser, as the room of integrators does, and hears of it on this machine. */
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
      // Issuers that know it give what the login is renewed by; the others let it pass.
      scope: `${scope} offline_access`,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Issuers ask by one of two names for whom the token shall be.
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
      `${url} has no log-in for people. Set ECLUSA_TOKEN, or ask its operator to register a client (ROOM_CLIENT_ID).`,
    )
  return (await answer.json()) as LogIn
}

/** The first return that knows what this log-in began with. Anybody on this machine may knock. */
async function heardBack(server: Server, redirect_uri: string, state: string): Promise<URL> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  return new Promise<URL>((resolve, reject) => {
    patience.addEventListener('abort', () => reject(new NobodyHere('nobody logged in for ten minutes: run it again')))
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

/** Where there is one. The address is printed all the same. */
function openBrowser(address: string): void {
  const [command, ...words] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? [
    'xdg-open',
  ]
  spawn(command!, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
