import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { networkOf } from '../http/limits.ts'
import { requestDuration } from '../http/metrics.ts'
import { chooseLanguage } from '../http/negotiate-language.ts'
import { createNotFoundHandler } from '../http/not-found.ts'
import { describe, servedPart } from '../http/openapi.ts'
import { readBodies, refuseCoding } from '../http/read-body.ts'
import { refuseMismatch } from '../http/reject-mismatch.ts'
import type {} from '../http/request.ts'
import { refusedFor, sendError, sendRecord } from '../http/respond.ts'
import { isWrite, successStatus } from '../http/route.ts'
import { createRequestValidator, lowerIds, noopValidatorCompiler } from '../http/validate-request.ts'
import { ProposalReply } from './approvals/approval.ts'
import { readSecondEyes } from './approvals/approval-policy.ts'
import { personNeeded } from './approvals/errors.ts'
import { Proposed } from './approvals/request-approval.ts'
import type { Person } from './auth/person.ts'
import { createBackofficeCall, type Floor } from './backoffice-call.ts'
import type { AnswerType, DeskRoute } from './backoffice-route.ts'
import { deskFaults, roleMissing } from './faults.ts'
import { createRevealLimit } from './reveal-limit.ts'
import type { Desk } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    person?: Person
  }
}

/** The pipeline of a person's request, in this order: authentication, roles, validation, operation. */
export function createBackofficePipeline<Services extends Desk>(
  app: FastifyInstance,
  desk: Services,
  routes: DeskRoute<Services>[],
): void {
  readBodies(app)
  app.setValidatorCompiler(noopValidatorCompiler)
  app.setErrorHandler((error, request, reply) => sendError(desk, error, request, reply))
  const notFound = createNotFoundHandler(routes)
  app.setNotFoundHandler((request, reply) => sendError(desk, notFound(request), request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    refuseMismatch(desk)
    const { route } = request.routeOptions.config ?? {}
    request.span = route && desk.traces?.start(route.name, request.headers['traceparent'] as string | undefined)
  })

  const secondEyes = readSecondEyes(desk.settings, routes)
  const floor: Floor = { desk, operations: new Map(), secondEyes, performLimited: createRevealLimit(desk, routes) }
  for (const route of routes) {
    const described = describeAtDesk(route)
    const judgeShape = createRequestValidator({ ...described, body: route.body })
    const operation = { route: route as DeskRoute, judgeShape }
    const letIn = async (request: FastifyRequest): Promise<Person> => {
      const person = await desk.identify(request, { watching: route.type === 'text/event-stream' })
      if (!route.roles.some((role) => person.roles.includes(role))) throw roleMissing()
      if (route.peopleOnly && person.kind !== 'person') throw personNeeded()
      if (route.freshLogin) desk.freshLogin.require(person)
      return person
    }
    floor.operations.set(route.name, operation)
    app.route({
      method: route.method,
      url: route.path,
      schema: servedPart(described),
      config: {
        route: { name: route.name, errors: [...deskFaults, ...route.errors] },
        described,
        takesNoBody: !route.body,
      },
      async onRequest(request) {
        request.language = chooseLanguage(request)
        request.person = await letIn(request)
        refuseCoding(request)
      },
      async preHandler(request) {
        judgeShape(request)
        request.params = lowerIds(request.params as object)
      },
      async handler(request, reply) {
        const { params, query, body, person, language, id } = request
        const again = () => letIn(request)
        const asked = { params, query, body, person: person!, language: language!, request_id: id, again }
        const { call, acted } = createBackofficeCall(floor, operation, asked)
        const record = await route.handle(call, desk).catch(heldBack)
        if (record instanceof Proposed) return sendRecord(reply, PROPOSED, record.proposal)
        // Every change by a person needs a journal entry. A write without one fails.
        if (isWrite(route) && !acted()) throw new Error(`${route.name} is a write and left no entry in the audit log`)
        if (route.type) return reply.type(route.type).headers(headersOf[route.type]).send(record)
        return sendRecord(reply, successStatus(route), record)
      },
      async onResponse(request, reply) {
        const { id: request_id, person, refusal, span, ip } = request
        const labels = {
          door: 'desk',
          operation: route.name,
          status: reply.statusCode,
          credential: person?.kind ?? 'none',
        }
        // The duration of an event stream says nothing about response times.
        if (route.type !== 'text/event-stream')
          desk.metrics.observe(requestDuration, labels, reply.elapsedTime / 1000, span)
        if (span) desk.traces?.end(span, reply.statusCode)
        desk.log.info('desk_request', {
          request_id,
          operation: route.name,
          person_id: person?.id,
          status: reply.statusCode,
          code: refusal?.declaration.code,
          duration_ms: Math.round(reply.elapsedTime * 100) / 100,
          token_id: person?.kind === 'machine' ? person.credential_id : undefined,
          network: networkOf(ip),
          trace_id: span?.spanContext().traceId,
          ...refusedFor(desk.metrics, 'desk', request),
        })
      },
    })
  }
}

const PROPOSED = 202

/** Further headers of a response that is not JSON: no proxy buffers a stream, and a file is sent as an attachment. */
const headersOf: Record<AnswerType, Record<string, string>> = {
  'text/event-stream': { 'x-accel-buffering': 'no' },
  'text/csv': { 'content-disposition': 'attachment' },
}

/** The contract of an operation. One with a decision may be kept as a proposal instead of being done. */
export function describeAtDesk({ reply, ...route }: DeskRoute): FastifySchema {
  const replies = route.decision ? { ...reply, [PROPOSED]: ProposalReply } : reply
  return describe({ ...route, reply: replies }, deskFaults)
}

function heldBack(thrown: unknown): Proposed {
  if (thrown instanceof Proposed) return thrown
  throw thrown
}
