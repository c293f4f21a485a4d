import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Settings } from '../base/config/settings.ts'
import { runTransaction } from '../base/db/transaction.ts'
import type { Log } from '../base/observability/log.ts'
import type { Seal } from '../base/sealed.ts'
import { answerFault, answerRecord } from '../gate/answer.ts'
import { chooseLanguage } from '../gate/choose-language.ts'
import { routeNotFound } from '../gate/faults.ts'
import { describe } from '../gate/openapi.ts'
import { openPage, type PagedQuery } from '../gate/page.ts'
import type {} from '../gate/request.ts'
import { defaultSort, isWrite, successStatus } from '../gate/route.ts'
import { scopeOfUser } from '../gate/scope/scope.ts'
import { judgeNothing, lowerIds, openShape } from '../gate/shape.ts'
import { type Ground, lookScoped, runForUser } from '../gate/transaction.ts'
import type { DeskAct, DeskCall, DeskRoute, Done } from './desk-route.ts'
import { deskFaults, roleMissing } from './faults.ts'
import { writeJournal } from './journal/write-journal.ts'
import type { Person } from './people/person.ts'
import type { deskSettings } from './settings.ts'

/** What the desk's gate works with. Its pool is the desk's own login: it sees every user, and is held to its traces. */
export interface Desk extends Ground {
  settings: Settings<typeof deskSettings>
  clock: Clock
  log: Log
  docsUrl: string
  journalSeal: Seal
  /** Who is there, or a refusal. */
  identify: (request: FastifyRequest) => Promise<Person>
}

declare module 'fastify' {
  interface FastifyRequest {
    person?: Person
  }
}

/** Nothing that only looks is a repeat of anything. */
const reading = { readOnly: true, binding: undefined, status: 200 } as const

/** Records that belong to nobody are acted on for nobody. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What every request of a person passes, in this order: who it is, what they may, the shape, the operation. */
export function openDeskGate<Services extends Desk>(
  app: FastifyInstance,
  desk: Services,
  routes: DeskRoute<Services>[],
): void {
  app.setValidatorCompiler(judgeNothing)
  app.setErrorHandler((error, request, reply) => answerFault(desk, error, request, reply))
  app.setNotFoundHandler((request, reply) => answerFault(desk, routeNotFound(), request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
  })

  for (const route of routes) {
    const schema = describe(route, deskFaults)
    const judgeShape = openShape(schema)
    app.route({
      method: route.method,
      url: route.path,
      schema,
      config: { route: { name: route.name, errors: [...deskFaults, ...route.errors] }, takesNoBody: !route.body },
      async onRequest(request) {
        request.language = chooseLanguage(request)
        request.person = await desk.identify(request)
        if (!route.roles.some((role) => request.person!.roles.includes(role))) throw roleMissing()
      },
      async preHandler(request) {
        judgeShape(request)
        request.params = lowerIds(request.params as object)
      },
      async handler(request, reply) {
        const { call, acted } = openCall(desk, route, request)
        const record = await route.handle(call, desk)
        // Whatever a person changes is in the journal: a write that went past it was not written down.
        if (isWrite(route) && !acted()) throw new Error(`${route.name} is a write and left no entry in the journal`)
        return answerRecord(reply, successStatus(route), record)
      },
      async onResponse(request, reply) {
        desk.log.info('desk_request', {
          request_id: request.id,
          operation: route.name,
          person_id: request.person?.id,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 100) / 100,
        })
      },
    })
  }
}

function openCall(desk: Desk, route: DeskRoute, request: FastifyRequest) {
  const person = request.person!
  let acted = false
  const call: DeskCall<never, never, never> = {
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    person,
    now: desk.clock.now(),
    language: request.language!,
    page: () =>
      openPage(
        {
          operation: route.name,
          params: request.params,
          user_id: person.id,
          wallet_id: null,
          secret: desk.settings.DESK_SECRET,
        },
        request.query as PagedQuery,
        defaultSort(route),
      ),
    look: (work) => runTransaction(desk.pool, { readOnly: true, work }),
    lookAt: (user_id, work) =>
      lookScoped({ ...desk, ...reading, scope: scopeOfUser(user_id), request_id: request.id, now: call.now }, work),
    list(rows) {
      const cut = call.page()
      return call.look(async (tx) => cut.answer(await rows(tx, cut)))
    },
    act(act) {
      if (acted) throw new Error(`${route.name} acted a second time`)
      acted = true
      return carryOut(desk, route, request, act)
    },
    settle(act) {
      if (!acted) throw new Error(`${route.name} settled what was never begun`)
      return carryOut(desk, route, request, act)
    },
  }
  return { call, acted: () => acted }
}

/** The change, its events and the entry of the journal, in one transaction. */
function carryOut<T>(
  desk: Desk,
  route: DeskRoute,
  { id: request_id, person }: FastifyRequest,
  act: DeskAct<T>,
): Promise<T> {
  return runForUser(desk, act.user_id ?? NOBODY, request_id, async (tx) => {
    const done: Done<T> = await act.work(tx)
    writeJournal(tx, desk.journalSeal, {
      actor_id: person!.id,
      actor_name: person!.name,
      actor_kind: person!.kind,
      role: route.roles.find((role) => person!.roles.includes(role))!,
      credential_id: person!.credential_id,
      network: person!.network,
      operation: route.name,
      reason: act.reason ?? null,
      user_id: act.user_id ?? null,
      subject_type: act.subject.type,
      subject_id: act.subject.id,
      proposal_id: null,
      request_id,
      changes: done.changes ?? {},
      sealed: done.sealed ?? null,
      records: done.records ?? [],
    })
    return done.answer
  })
}
