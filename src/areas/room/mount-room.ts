import type { FastifyInstance } from 'fastify'
import { mountBuild } from '../../base/http/pages.ts'
import { type LogIn, openLogIn, type RoomSettings } from './log-in.ts'

const hidden = { schema: { hide: true } }
/** Where `npm run room:build` writes the pages. */
const BUILD = new URL('../../../room/dist/', import.meta.url)

/**
 * The room of integrators: pages that call the public contract with a token of who looks, as any program of theirs does.
 * They are served here so that no other origin has to be let in, and only where an operator has registered a client.
 */
export function mountRoom(app: FastifyInstance, { settings }: { settings: RoomSettings }, folder = BUILD): void {
  if (settings.ROOM_CLIENT_ID === undefined) return
  const logIn = openLogIn(settings, settings.ROOM_CLIENT_ID)
  app.get('/room', hidden, (_, reply) => reply.redirect('/room/', 301))
  app.get('/room/log-in.json', hidden, async () => logIn())
  mountBuild(app, {
    folder,
    command: 'room:build',
    within: '/room',
    // A page is shown although the issuer does not answer: it says so itself.
    headers: async (nonce) => headers(nonce, await logIn().catch(() => undefined)),
  })
}

/** Everything comes from here, and the issuer is asked for tokens. */
function headers(nonce: string, logIn: LogIn | undefined): Record<string, string> {
  const issuer = logIn ? ` ${new URL(logIn.token_endpoint).origin}` : ''
  return {
    'content-security-policy': [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src 'self'`,
      `font-src 'self'`,
      `connect-src 'self'${issuer}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
}
