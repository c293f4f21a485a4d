import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { InstallationGuard } from '../../platform/db/installation-guard.ts'
import type { FaultKind } from '../../platform/errors/fault.ts'
import type { Language } from '../../platform/language.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { operatorTokenRefused } from '../faults.ts'
import { requestDuration } from '../metrics.ts'
import { chooseLanguage } from '../negotiate-language.ts'
import { createNotFoundHandler } from '../not-found.ts'
import { readBodies, refuseCoding } from '../read-body.ts'
import { refuseMismatch } from '../reject-mismatch.ts'
import type {} from '../request.ts'
import { sendError } from '../respond.ts'
import { createRequestValidator, noopValidatorCompiler } from '../validate-request.ts'
import type { operatorPortSettings } from './settings.ts'

/** Internal API: operations for the institution's own systems, on the port that callers never reach. All of it is JSON. */
export interface OperatorRoute<Services = never> {
  name: string
  method: 'GET' | 'POST'
  path: `/${string}`
  params?: TSchema
  query?: TSchema
  body?: TSchema
  bodyBytesMax?: number
  /** The texts of its body are validated record by record, so that one of a batch does not reject the others. */
  recordwise?: true
  errors: FaultKind[]
  handle: (call: OperatorCall<never, never, never>, services: Services) => Promise<object>
}

interface OperatorCall<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  request_id: string
  now: Date
  language: Language
}

/** Declares one. The function only types the declaration. */
export function operatorRoute<
  Params extends TSchema = TObject<{}>,
  Query extends TSchema = TObject<{}>,
  Body extends TSchema = TObject<{}>,
  Services = unknown,
>(
  declaration: Omit<OperatorRoute, 'params' | 'query' | 'body' | 'handle'> & {
    params?: Params
    query?: Query
    body?: Body
    handle: (call: OperatorCall<Static<Params>, Static<Query>, Static<Body>>, services: Services) => Promise<object>
  },
): OperatorRoute<Services> {
  return declaration
}

export interface OperatorGate {
  settings: Settings<typeof operatorPortSettings>
  clock: Clock
  log: Log
  metrics: Metrics
  docsUrl: string
  installation: Pick<InstallationGuard, 'mismatch'>
}

/** The pipeline of an internal request: token, validation, operation, and one log line. */
export function createInternalPipeline<Services extends OperatorGate>(
  app: FastifyInstance,
  gate: Services,
  routes: OperatorRoute<Services>[],
): void {
  // Without a token every operator route is rejected, so there is no insecure default. During a rotation there are two
  // tokens.
  const expected = gate.settings.OPERATOR_TOKEN?.split('\n').map(digest) ?? []
  readBodies(app)
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(noopValidatorCompiler)
  app.setErrorHandler((error, request, reply) => sendError(gate, error, request, reply))
  const notFound = createNotFoundHandler(routes)
  app.setNotFoundHandler((request, reply) => sendError(gate, notFound(request), request, reply))

  for (const route of routes) {
    const { method, path: url, params, query: querystring, body } = route
    const schema = { ...(params && { params }), ...(querystring && { querystring }), ...(body && { body }) }
    const judgeShape = createRequestValidator(schema, { recordwise: route.recordwise })
    app.route({
      method,
      url,
      schema,
      ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
      config: { route: { name: route.name, errors: [operatorTokenRefused, ...route.errors] } },
      async onRequest(request, reply) {
        reply.header('x-request-id', request.id).header('cache-control', 'no-store')
        refuseMismatch(gate)
        // Before a byte of the body is read: a caller without the token must not fill the memory.
        if (!isToken(request, expected)) throw operatorTokenRefused()
        request.language = chooseLanguage(request)
        refuseCoding(request)
      },
      preHandler: async (request) => judgeShape(request),
      handler: ({ params, query, body, id, language }) =>
        route.handle(
          {
            params: params as never,
            query: query as never,
            body: body as never,
            request_id: id,
            now: gate.clock.now(),
            language: language!,
          },
          gate,
        ),
      async onResponse(request, reply) {
        const credential = reply.statusCode === 401 ? 'none' : 'operator_token'
        const labels = { door: 'operator', operation: route.name, status: reply.statusCode, credential }
        gate.metrics.observe(requestDuration, labels, reply.elapsedTime / 1000)
        gate.log.info('operator_request', {
          request_id: request.id,
          operation: route.name,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        })
      },
    })
  }
}

/** Digests have equal length and are compared in constant time, so the response reveals nothing about a partial match. */
function isToken({ headers }: FastifyRequest, expected: Buffer[]): boolean {
  const [, token] = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== undefined && expected.some((each) => timingSafeEqual(digest(token), each))
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
