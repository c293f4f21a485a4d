import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { NotFoundPrefix } from '../../http/not-found-prefixes.ts'
import { asFault } from '../../http/respond.ts'
import { isScopeMoved } from '../../http/scope/resolve-scope.ts'
import { immutableCache, noCache } from '../../platform/http/static-asset.ts'
import { LIVENESS_PATH } from '../onboarding/liveness/address.ts'
import { ASSETS_PATH, ASSETS_VERSION, assets } from './assets.ts'
import { type Logo, readInstitution } from './institution.ts'
import { createPageAccess, type Door, sendBusy, sendNothing } from './page-access.ts'
import { PageRefusal } from './page-rejection.ts'
import type { PageRoute, PageServices } from './page-route.ts'
import { type LivenessPages, renderPages } from './render-page.ts'
import { livenessPageRoutes } from './routes.ts'

const COMPLETE_BYTES_MAX = 1_024
/** The Retry-After value of a busy gateway. */
const BUSY_SECONDS = '2'

/**
 * Security headers: all content comes from this origin, no site may frame the page, and its address is never sent as a
 * referrer.
 */
const headers = {
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `media-src blob:`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
}

/** The URL prefix of the page. Every unknown address under it gets the 404 page of the liveness page. */
export const livenessQuarter: NotFoundPrefix = { within: `${LIVENESS_PATH}/`, nowhere: `${LIVENESS_PATH}/-` }

/**
 * The page that a person opens on a phone, and its requests. These are no API operations: the address is the
 * credential, no request passes the API pipeline, and no response contains more than the page needs.
 */
export async function mountLivenessPage(app: FastifyInstance, services: PageServices): Promise<void> {
  const institution = readInstitution(services.settings)
  const pages = renderPages(institution)
  await app.register(async (room) => {
    const door = createPageAccess(services.livenessAddresses, pages)
    room.removeAllContentTypeParsers()
    // The body stays in the socket until the address is verified.
    room.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    const small = { parseAs: 'string', bodyLimit: COMPLETE_BYTES_MAX } as const
    room.addContentTypeParser('application/json', small, (_request, text, done) => done(null, text))
    room.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    room.setErrorHandler((error, request, reply) => answerError(services, pages, error, request, reply))

    for (const route of livenessPageRoutes) room.route(behindDoor(route, door, pages, services))
    const sendAsset = createAssets(pages, institution.logo)
    room.get(`${ASSETS_PATH}/:version(^[0-9a-f]{12}$)/:name`, { schema: { hide: true } }, sendAsset)
    // Every other path below the prefix gets the same page, so that an attacker cannot learn the form of an address.
    room.get(`${LIVENESS_PATH}/*`, { schema: { hide: true } }, (request, reply) => door.refuse(request, reply))
  })
}

/**
 * A route that requires a valid address. When its work returns undefined, the response is the common not-found page.
 */
function behindDoor(route: PageRoute, door: Door, pages: LivenessPages, services: PageServices): RouteOptions {
  const { name, method, path, streams = false } = route
  return {
    method,
    url: `${LIVENESS_PATH}/:token${path}`,
    schema: { hide: true },
    config: { route: { name, errors: [] }, streams },
    async handler(request, reply) {
      const key = door.keyOf(request)
      if (!key) return door.refuse(request, reply)
      request.ofPerson = true
      if (door.isBusy(key, request, reply)) return reply
      const done = await route.work({ key, request, reply, pages }, services).catch((error: unknown) => {
        // The grant or user of the address was revoked meanwhile.
        if (isScopeMoved(error)) return undefined
        throw error
      })
      return done ?? door.refuse(request, reply)
    },
  }
}

/**
 * Serves the files under the folder name of any version: while two versions run side by side, each receives requests
 * for the other's files.
 */
function createAssets(pages: LivenessPages, logo: Logo | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { version, name } = request.params as { version: string; name: string }
    const asset = name === 'logo' ? logo : assets.get(name)
    if (!asset) return sendNothing(pages, request, reply)
    const current = asset === logo ? asset.hash.slice(0, 12) : ASSETS_VERSION
    return asset.send(request, reply, version === current ? immutableCache : noCache)
  }
}

/** Sends an error as the page needs it: a code for its script, or a page for a browser. */
function answerError(
  { log }: PageServices,
  pages: LivenessPages,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof PageRefusal) {
    if (error.status === 429) reply.header('retry-after', BUSY_SECONDS)
    return reply.code(error.status).send({ code: error.code })
  }
  const { status, code } = asFault(error).declaration
  const operation = request.routeOptions.config.route?.name
  if (status >= 500) log.error('request_failed', { request_id: request.id, operation, code }, error)
  if (status === 503 && request.method === 'GET') return sendBusy(pages, request, reply, 503, 2)
  return reply.code(status).send({ code })
}
