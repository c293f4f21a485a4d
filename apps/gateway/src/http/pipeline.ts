import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../platform/errors/fault.ts'
import { authenticate } from './auth/authenticate.ts'
import { unavailable } from './faults.ts'
import type { CommonHeaders } from './headers.ts'
import { limitBodyTime } from './limits.ts'
import { acceptMultipart } from './multipart/multipart.ts'
import { comparedParts, discardRefused, receiveMultipart } from './multipart/receive.ts'
import { chooseLanguage } from './negotiate-language.ts'
import { describeOperation, servedPart } from './openapi.ts'
import { openPage, type PagedQuery } from './page.ts'
import { readBodies, refuseCoding } from './read-body.ts'
import { refuseMismatch } from './reject-mismatch.ts'
import { bindReplay } from './replay/fingerprint-request.ts'
import type {} from './request.ts'
import { answerHeaders, recordRequest, sendError, sendRecord } from './respond.ts'
import { defaultSort, isWrite, type OperationCall, type Route, successStatus } from './route.ts'
import { askedBy, isScopeMoved, resolveScope, StaleScopeError, stillHolds } from './scope/resolve-scope.ts'
import { createScopeCache } from './scope/scope-cache.ts'
import type { Gate } from './services.ts'
import { runReadOnlyPrecheck, runRequestTransaction } from './transaction.ts'
import { createRequestValidator, lowerIds, noopValidatorCompiler } from './validate-request.ts'

/** A scope changes rarely. A request whose scope changes at each attempt is rejected, and may be sent again. */
const ATTEMPTS_MAX = 4

/** The pipeline of every request, in this order. */
export function createPipelineOfRequests<Services extends Gate>(
  app: FastifyInstance,
  gate: Services,
  routes: Route<Services>[],
): void {
  const scopes = createScopeCache()
  const { strangers, rateLimit } = gate

  app.setValidatorCompiler(noopValidatorCompiler)
  app.setErrorHandler((error, request, reply) => sendError(gate, error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    answerHeaders(gate, request, reply)
    refuseMismatch(gate)
    limitBodyTime(request, reply)
    if (isAnonymousRoute(request)) await strangers.countVisit(request)
  })
  app.addHook('onResponse', async (request, reply) => recordRequest(gate, request, reply))

  const mount = (on: FastifyInstance, route: Route<Services>) => {
    const described = describeOperation(route)
    const streams = route.multipart !== undefined
    /** Resolves its scope and its replay claim. */
    async function enter(request: FastifyRequest): Promise<void> {
      const asked = askedBy(request.caller!, request.common!)
      request.scope = undefined
      // A body that streams may be large: its caller is looked up before any of it is received.
      request.known = streams ? undefined : scopes.recall(asked)
      if (!request.known) {
        request.known = await resolveScope(gate.pool, asked)
        // After the version was read, because a revoked key changes it: one that was revoked while the body arrived is refused here.
        request.caller = await authenticate(request, gate, strangers, () => {})
        scopes.keep(request.known)
      }
      request.scope = request.known.scope
      // A multipart body is still in the socket: it is bound when its bytes are safe and their hashes known.
      if (!streams) request.binding = bindReplay(route, request, gate.settings.REPLAY_WINDOW_SECONDS)
    }
    /**
     * The one place that retries. A request whose scope has changed is authenticated and run again under its new scope, or refused
     * for having none. The handler runs again as a whole: what it read from the scope before its transaction has changed too.
     */
    async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await run(gate, route, request, reply)
        } catch (error) {
          if (!isScopeMoved(error)) throw error
          if (attempt === ATTEMPTS_MAX) throw unavailable({ headers: { 'retry-after': '1' } })
          scopes.forget(request.known!.asked)
          await enter(request)
        }
    }
    const judgeShape = createRequestValidator(streams ? described : { ...described, body: route.body }, { streams })
    on.route({
      method: route.method,
      url: route.path,
      schema: servedPart(described),
      config: { route, described, streams, takesNoBody: !route.body && !streams },

      async onRequest(request, reply) {
        request.language = chooseLanguage(request)
        request.caller = await authenticate(request, gate, strangers, (caller) => {
          // Set here already, so that a request rejected by the rate limit is in the caller's request log.
          request.caller = caller
          return rateLimit(reply, caller.user_id)
        })
        refuseCoding(request)
      },
      // The body is read between these two hooks.
      async preHandler(request) {
        judgeShape(request)
        // None, an empty one and `{}` are the same for an operation without a body, and for replay protection.
        if (!route.body && !streams) request.body = undefined
        request.common = lowerIds(request.headers as CommonHeaders)
        request.params = lowerIds(request.params as object)
        await enter(request)
      },
      handler: (request, reply) =>
        serve(request, reply).catch(async (error: unknown) => {
          await discardRefused(request.received?.files ?? [], error)
          throw error
        }),
    })
  }

  readBodies(app)
  for (const route of routes) if (!route.multipart) mount(app, route)
  const streaming = routes.filter((route) => route.multipart)
  if (streaming.length === 0) return
  // In an encapsulated part of the app that accepts only multipart, which is rejected everywhere else.
  void app.register(async (room) => {
    await acceptMultipart(room)
    for (const route of streaming) mount(room, route)
  })
}

const visited = ['/docs', '/openapi', '/room']

/** Requests without credentials on the API: pages, the contract, and unknown addresses. */
function isAnonymousRoute({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === undefined || visited.some((place) => url.startsWith(place))
}

async function run<Services extends Gate>(
  gate: Services,
  route: Route<Services>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { brief } = route
  const status = successStatus(route)
  const { scope, id: request_id } = request
  const now = gate.clock.now()
  const known = request.known!
  let { binding } = request
  let opened = false
  /** Whether a transaction has compared the scope with its current version. */
  let proven = false

  const call: OperationCall<never, never, never> = {
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    scope: scope!,
    now,
    transaction_uuid: request.common!['x-transaction-uuid'],
    if_match: request.headers['if-match'],
    page: () =>
      openPage(
        {
          operation: route.name,
          params: request.params,
          user_id: scope!.user_id,
          wallet_id: scope!.wallet_id,
          keys: gate.signingKeys,
        },
        request.query as PagedQuery,
        defaultSort(route),
      ),
    async receive(keep) {
      const taken = (request.received ??= await receiveMultipart(route, request, keep))
      binding = bindReplay(route, request, gate.settings.REPLAY_WINDOW_SECONDS, comparedParts(taken))
      return taken as never
    },
    list(rows) {
      const cut = call.page()
      return call.transaction(async (tx) => cut.answer(await rows(tx, cut)))
    },
    look(work) {
      proven = true
      return runReadOnlyPrecheck(
        { ...gate, scope: scope!, known, request_id, now, binding, readOnly: true, status },
        work,
      )
    },
    async transaction(work) {
      if (route.multipart && !request.received)
        throw new Error(`${route.name} opened a transaction before its bytes were safe`)
      if (opened) throw new Error(`${route.name} opened a second transaction`)
      opened = true
      const readOnly = !isWrite(route) && !binding
      const named = Object.values(request.params as Record<string, string>).at(-1)
      proven = true
      const context = { ...gate, scope: scope!, known, request_id, now, binding, readOnly, brief, status, named }
      return runRequestTransaction(context, work)
    },
  }
  const done = await handled(() => route.handle(call, gate))
  // A write may have read what it is refused for long after its scope was compared, under the scope of that moment.
  const isDoubtful =
    'refused' in done ? isRefusal(done.refused) && (!proven || isWrite(route) || binding !== undefined) : !proven
  if (isDoubtful && !(await stillHolds(gate.pool, known))) throw new StaleScopeError()
  if ('refused' in done) throw done.refused
  // Replay protection lives in the transaction: an operation that is bound and opened none was not protected.
  if (binding && !opened) throw new Error(`${route.name} is bound by replay protection and opened no transaction`)
  return sendRecord(reply, status, done.record)
}

/**
 * After a fault with a status below 500 nothing was done. After any other error the outcome may be unknown, and the error is
 * passed on unchanged.
 */
const isRefusal = (error: unknown) => error instanceof Fault && error.declaration.status < 500

async function handled<T>(handle: () => Promise<T>): Promise<{ record: T } | { refused: unknown }> {
  try {
    return { record: await handle() }
  } catch (refused) {
    return { refused }
  }
}
