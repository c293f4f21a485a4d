import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../../base/clock.ts'
import { lasting, outdated } from '../../../../base/http/still.ts'
import type { Log } from '../../../../base/observability/log.ts'
import { asFault } from '../../../../gate/answer.ts'
import type { Ground } from '../../../../gate/transaction.ts'
import { LIVENESS_PATH, type LivenessKey } from '../address.ts'
import { partsOf } from '../part-store.ts'
import type { LivenessServices } from '../routes.ts'
import { ASSETS_PATH, ASSETS_VERSION, assets } from './assets.ts'
import { completeUpload } from './complete-upload.ts'
import { languageOf, openDoor, sendBusy, sendNothing, sendPage } from './door.ts'
import { drawCode } from './draw-code.ts'
import { readAnnounced, readPart, readUploadId } from './read-request.ts'
import { PageRefusal } from './refusal.ts'
import { overPages, pages } from './render-page.ts'
import { takePart } from './take-part.ts'
import { findVisit, runVisit } from './visit.ts'

export interface PageServices extends LivenessServices, Ground {
  clock: Clock
  log: Log
}

const COMPLETE_BYTES_MAX = 1_024
/** When to come back to a gateway that has its hands full. */
const BUSY_SECONDS = '2'

/** Everything comes from here or not at all, nobody frames it, and its address goes nowhere else. */
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

/**
 * The page a person opens on a phone, and what it sends. No API operations: the address is the credential, nothing here
 * passes the gate, and no answer says more than the page has to know.
 */
export async function mountLiveness(app: FastifyInstance, services: PageServices): Promise<void> {
  const { objects, scanner, storageQuotaBytes, livenessAttemptsMax: attemptsMax } = services

  await app.register(async (room) => {
    const door = openDoor(services.livenessAddresses)
    room.removeAllContentTypeParsers()
    // A part stays in the socket until it is known that it may be sent.
    room.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    const small = { parseAs: 'string', bodyLimit: COMPLETE_BYTES_MAX } as const
    room.addContentTypeParser('application/json', small, (_request, text, done) => done(null, text))
    room.addHook('onRequest', async (_, reply) => void reply.headers(headers))
    room.setErrorHandler((error, request, reply) => answerError(services, error, request, reply))

    const visited = (request: FastifyRequest) => ({
      ground: services,
      now: services.clock.now(),
      request_id: request.id,
      objects,
      scanner,
      storageQuotaBytes,
      attemptsMax,
    })
    const visit = (request: FastifyRequest, key: LivenessKey, upload_id?: string) =>
      runVisit(visited(request), key, (tx) => findVisit(tx, key, upload_id))

    /** What was sent, read. That it is malformed is told only to somebody whose address opens; undefined to all others. */
    const readFor = async <T>(request: FastifyRequest, key: LivenessKey, read: (request: FastifyRequest) => T) => {
      try {
        return read(request)
      } catch (refusal) {
        if (await visit(request, key)) throw refusal
        return undefined
      }
    }

    /** A route of a good address. What its work does not find is refused like what was never there. */
    type Work = (request: FastifyRequest, reply: FastifyReply, key: LivenessKey) => Promise<unknown>
    const mount = (method: 'GET' | 'PUT' | 'POST', path: string, name: string, work: Work, streams = false) =>
      room.route({
        method,
        url: `${LIVENESS_PATH}/:token${path}`,
        schema: { hide: true },
        config: { route: { name, errors: [] }, streams },
        async handler(request, reply) {
          const key = door.keyOf(request)
          if (!key) return door.refuse(request, reply)
          if (door.isBusy(key, request, reply)) return reply
          return (await work(request, reply, key)) ?? door.refuse(request, reply)
        },
      })

    mount('GET', '', 'openLivenessPage', async (request, reply, key) => {
      const found = await visit(request, key)
      return found && sendPage(reply, found.liveness.attempts < attemptsMax ? pages : overPages, languageOf(request))
    })

    mount('GET', '/qr.svg', 'drawLivenessCode', async (request, reply, key) => {
      if (!(await visit(request, key))) return undefined
      const url = new URL(services.livenessAddresses.urlOf(key), `${request.protocol}://${request.host}`)
      return reply.type('image/svg+xml').send(drawCode(url.href))
    })

    mount('GET', '/uploads/:upload_id', 'getLivenessUpload', async (request, _, key) => {
      const upload_id = await readFor(request, key, readUploadId)
      if (!upload_id) return undefined
      return runVisit(visited(request), key, async (tx) => {
        const [parts, found] = await Promise.all([
          partsOf(tx, key.liveness_id, upload_id),
          findVisit(tx, key, upload_id),
        ])
        return found && { parts: parts.map(({ number }) => number), complete: found.video !== undefined }
      })
    })

    const takeOne: Work = async (request, _, key) => {
      const part = await readFor(request, key, readPart)
      const taken = part && (await takePart(visited(request), key, { ...part, bytes: request.body as Readable }))
      return taken && {}
    }
    mount('PUT', '/uploads/:upload_id/parts/:number', 'putLivenessPart', takeOne, true)

    mount('POST', '/uploads/:upload_id/complete', 'completeLivenessUpload', async (request, reply, key) => {
      const announced = await readFor(request, key, readAnnounced)
      const done = announced && (await completeUpload(visited(request), key, announced))
      return done && reply.code(201).send({})
    })

    const hidden = { schema: { hide: true } }
    // By the name any version gives the folder: while two run side by side, each is asked for what the other named.
    type Named = { Params: { version: string; name: string } }
    room.get<Named>(`${ASSETS_PATH}/:version(^[0-9a-f]{12}$)/:name`, hidden, (request, reply) => {
      const { version, name } = request.params
      const asset = assets.get(name)
      if (!asset) return sendNothing(request, reply)
      return asset.send(request, reply, version === ASSETS_VERSION ? lasting : outdated)
    })
    // Whatever else is tried beneath: the same page, so that even the shape of an address cannot be learnt here.
    room.get(`${LIVENESS_PATH}/*`, hidden, (request, reply) => door.refuse(request, reply))
  })
}

/**
 * Where an address goes that is too long, or spelled so that the framework would refuse it in words of its own: beneath
 * the page, to the one answer that all get that open nothing. None that does has anything to escape.
 */
export function astrayUrl(url: string, tooLong: boolean): string | undefined {
  if (!url.startsWith(`${LIVENESS_PATH}/`)) return tooLong ? '/' : undefined
  return tooLong || url.split('?', 1)[0]!.includes('%') ? `${LIVENESS_PATH}/-` : undefined
}

/** What went wrong, as the page needs to know it: a code, or a page for whoever asked for one. */
function answerError(
  { log }: PageServices,
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
  if (status === 503 && request.method === 'GET') return sendBusy(request, reply, 503, 2)
  return reply.code(status).send({ code })
}
