import type { FastifyInstance } from 'fastify'
import { mediaTypeUnsupported } from './faults.ts'

/**
 * Many clients name a content type whether they send anything or not. No bytes are no body, whatever they are called: an
 * operation that takes none goes on, and one that wants one says so.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const takesNone = request.routeOptions.config.takesNoBody === true
    if (takesNone && body.length === 0) done(null, undefined)
    else done(mediaTypeUnsupported())
  })
}
