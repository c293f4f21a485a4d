import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IssuerUnavailable } from '../../http/auth/issuer-keys.ts'
import type { UnknownCredentialGuard } from '../../http/auth/unknown-credential-guard.ts'
import { requestMalformed } from '../../http/faults.ts'
import { sendError } from '../../http/respond.ts'
import { wantsPage } from '../../platform/http/pages.ts'
import type { Log } from '../../platform/observability/log.ts'
import { beginSession, type LoginServices, leave } from './begin-session.ts'
import { refuseForeignWrite } from './csrf.ts'
import { issuerUnavailable, loginRefused, personWithoutRole } from './errors.ts'
import type { CurrentIdentity } from './issuer.ts'
import { keepLogin, takeLogin } from './login-state-cookie.ts'
import { answerPage, refusalStyle } from './rejection-page.ts'
import { isSafeReturn } from './safe-redirect.ts'

export interface LoginPages extends LoginServices {
  log: Log
  docsUrl: string
  strangers: UnknownCredentialGuard
}

/** These URLs contain a code: neither a cache nor a referrer may reveal it. */
const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; style-src ${refusalStyle}; frame-ancestors 'none'`,
}
const RETRY = { 'retry-after': '10' }
/** A page of the desk logs out with a form, because the response redirects to another origin. */
const FORM = 'application/x-www-form-urlencoded'

/** Login and logout in a browser: the only addresses of the desk without authentication. */
export function mountLogin(app: FastifyInstance, services: LoginPages): void {
  void app.register(async (room) => {
    const { people, settings, strangers, clock, log } = services
    const at = (path: string) => `${settings.DESK_URL}${path}`
    const sealed = () => ({ seal: people.loginSeal, now: clock.now() })

    room.addContentTypeParser(FORM, (_, payload, done) => {
      payload.resume()
      done(null, undefined)
    })
    room.addHook('onRequest', async (request, reply) => {
      reply.headers({ ...headers, 'x-request-id': request.id })
    })
    room.addHook('onResponse', async (request, reply) => {
      log.info('desk_login', {
        request_id: request.id,
        operation: request.routeOptions.url!,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
      })
    })
    room.setErrorHandler((error, request, reply) =>
      wantsPage(request) ? answerPage(services, error, request, reply) : sendError(services, error, request, reply),
    )

    room.get('/login', async (request, reply) => {
      await strangers.countVisit(request)
      const { return_to = '/', fresh } = request.query as { return_to?: unknown; fresh?: unknown }
      if (typeof return_to !== 'string' || !isSafeReturn(return_to)) throw requestMalformed({ errors: [notOurs] })
      const { url, login } = await people.issuer.begin({ fresh: fresh === 'true' }).catch(throwUnavailable)
      keepLogin(request, reply, sealed(), { ...login, return_to })
      return reply.redirect(url.href, 303)
    })

    room.get('/login/return', async (request, reply) => {
      const { state } = request.query as { state?: unknown }
      const login = typeof state === 'string' ? takeLogin(request, reply, sealed(), state) : undefined
      if (!login) return strangers.turnAway(request, loginRefused())
      let seen: CurrentIdentity | undefined
      const verify = async () => {
        seen = await people.issuer.finish(new URL(request.url, settings.DESK_URL), login).catch(throwUnavailable)
        return seen.person_id
      }
      // Invalid codes make us call the issuer, so they are counted like unknown credentials.
      await strangers.judge(request, { kind: 'login', value: request.url, verify }, () => {})
      if (seen!.roles.length === 0) throw personWithoutRole()
      await beginSession(request, reply, services, seen!)
      return reply.redirect(at(login.return_to), 303)
    })

    room.post('/logout', async (request: FastifyRequest, reply) => {
      refuseForeignWrite(request, new URL(settings.DESK_URL).origin, [FORM, 'application/json'])
      await leave(request, reply, services)
      // An unavailable issuer does not block the local logout.
      const elsewhere = await people.issuer.endSessionUrl().catch(() => undefined)
      return reply.redirect(elsewhere?.href ?? at('/'), 303)
    })
  })
}

function throwUnavailable(error: unknown): never {
  throw error instanceof IssuerUnavailable ? issuerUnavailable({ headers: RETRY, cause: error }) : error
}

const notOurs = {
  pointer: '/query/return_to',
  code: 'RETURN_TO',
  detail: {
    'pt-BR': 'deve ser um caminho do backoffice, começando por uma única barra',
    'en-US': 'must be a path of the backoffice that begins with a single slash',
  },
}
