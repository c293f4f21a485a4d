import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrokenRule, Fault } from '../platform/errors/fault.ts'
import { countMembers, scanJson } from '../platform/json-members.ts'
import { both } from '../platform/language.ts'
import { mediaTypeUnsupported, requestMalformed } from './faults.ts'
import { BODY_DEPTH_MAX } from './limits.ts'

/**
 * Reads JSON bodies in the one way in which every parser reads them: UTF-8, bounded in depth, no name twice in one object.
 * Otherwise a firewall in front of the gateway could validate another value than the gateway uses. Many clients send a
 * content type without a body, so an empty body is treated as no body.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    if (!isUtf8(bytes)) return done(malformed(notUtf8))
    const text = bytes.toString()
    const { depth, members } = scanJson(text)
    if (depth > BODY_DEPTH_MAX) return done(malformed(tooDeep))
    void parse(request, text, (error, value) => {
      if (error) return done(error)
      if (members !== countMembers(value)) return done(malformed(repeated))
      return done(null, value)
    })
  })
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    const takesNone = request.routeOptions.config.takesNoBody === true
    if (takesNone && body.length === 0) done(null, undefined)
    else done(mediaTypeUnsupported())
  })
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi

/** Only unencoded UTF-8 is accepted. A body in another encoding or character set would be misread. */
export function refuseCoding({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    throw mediaTypeUnsupported({ headers: { 'accept-encoding': 'identity' } })
  for (const [, charset] of (headers['content-type'] ?? '').matchAll(CHARSET))
    if (!/^utf-?8$/i.test(charset!)) throw mediaTypeUnsupported()
}

const malformed = (rule: Omit<BrokenRule, 'pointer'>): Fault =>
  requestMalformed({ errors: [{ pointer: '/body', ...rule }] })

const notUtf8 = { code: 'IS_UNICODE', detail: both('deve estar em UTF-8', 'must be in UTF-8') }
const repeated = {
  code: 'REPEATED_MEMBER',
  detail: both('repete um nome no mesmo objeto', 'repeats a name within one object'),
}
const tooDeep = {
  code: 'MAX_DEPTH',
  detail: both(
    `não pode ter mais de ${BODY_DEPTH_MAX} níveis, um dentro do outro`,
    `must not be more than ${BODY_DEPTH_MAX} levels deep, one inside the other`,
  ),
}
