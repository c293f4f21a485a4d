import type { FastifyInstance } from 'fastify'
import { mountBuild } from '../../platform/http/pages.ts'
import { createLoginSettings, type LogIn, type RoomSettings } from './log-in.ts'

const hidden = { schema: { hide: true } }
/** The output folder of `npm run room:build`. */
const BUILD = new URL('../../../../portal/dist/', import.meta.url)

/**
 * The developer portal: pages that call the public API with the user's own token, like any other client. The API
 * serves them itself, so that CORS stays closed. They exist only where an operator has registered a client.
 */
export function mountRoom(app: FastifyInstance, { settings }: { settings: RoomSettings }, folder = BUILD): void {
  if (settings.ROOM_CLIENT_ID === undefined) return
  const logIn = createLoginSettings(settings, settings.ROOM_CLIENT_ID)
  app.get('/room', hidden, (_, reply) => reply.redirect('/room/', 301))
  app.get('/room/log-in.json', hidden, async () => logIn())
  mountBuild(app, {
    folder,
    command: 'room:build',
    within: '/room',
    // The page is served although the issuer does not respond, and shows the error.
    headers: async (nonce) => headers(nonce, await logIn().catch(() => undefined)),
  })
}

/**
 * Security headers: all content comes from this origin, and only the issuer is another allowed connection, for tokens.
 */
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
