import type { FastifyRequest } from 'fastify'
import { routeNotFound } from '../http/faults.ts'
import { openPage, type PagedQuery } from '../http/page.ts'
import { defaultSort } from '../http/route.ts'
import { scopeOfUser } from '../http/scope/scope.ts'
import { runReadOnlyPrecheck } from '../http/transaction.ts'
import { runTransaction } from '../platform/db/transaction.ts'
import type { Language } from '../platform/language.ts'
import type { SecondEyes } from './approvals/approval-policy.ts'
import { replayApprovedOperation } from './approvals/replay-approved-operation.ts'
import { propose } from './approvals/request-approval.ts'
import { type Actor, perform } from './audited-action.ts'
import type { Person } from './auth/person.ts'
import type { AuditedAction, DeskCall, DeskRoute, RunAudited } from './backoffice-route.ts'
import { lockHand, refuseTaken } from './cases/assignment-store.ts'
import type { PerformLimited } from './reveal-limit.ts'
import type { Desk } from './services.ts'

/** Reads are never repeats. */
const reading = { readOnly: true, binding: undefined, status: 200 } as const

/** An operation with the validator of its input. */
export interface BackofficeOperation {
  route: DeskRoute
  judgeShape: (request: FastifyRequest) => void
}

/** Dependencies shared by all calls of a desk. */
export interface Floor {
  desk: Desk
  operations: Map<string, BackofficeOperation>
  secondEyes: SecondEyes
  performLimited: PerformLimited
}

/** The input and the caller: of a request, or of a proposal by another person that the caller approves. */
interface BackofficeInput {
  params: unknown
  query: unknown
  body: unknown
  person: Person
  language: Language
  request_id: string
  again: () => Promise<Person>
}

/** An act that decides a case is rejected while the case is assigned to a colleague whom the caller does not name. */
function confirming<T>(
  { decides }: DeskRoute,
  { params, body, person }: BackofficeInput,
  act: AuditedAction<T>,
): AuditedAction<T> {
  if (!decides) return act
  const case_id = (params as Record<string, string>)[decides.id]!
  const { taken_from } = body as { taken_from?: string }
  return {
    ...act,
    async work(tx) {
      const hand = await lockHand(tx, { kind: decides.kind, case_id, user_id: act.user_id ?? null })
      const colleague = refuseTaken(hand, person.id, taken_from)
      const done = await act.work(tx)
      return colleague === undefined ? done : { ...done, changes: { ...done.changes, taken_from: colleague } }
    },
  }
}

/** A call of an operation, and whether it acted. `acting` replaces the usual act, for a dry run or a proposal. */
export function createBackofficeCall(
  floor: Floor,
  { route }: BackofficeOperation,
  asked: BackofficeInput,
  acting?: RunAudited,
) {
  const { desk } = floor
  const { person, request_id } = asked
  let acted = false
  const actOnce = () => {
    if (acted) throw new Error(`${route.name} acted a second time`)
    acted = true
  }
  const role = route.roles.find((one) => person.roles.includes(one)) ?? 'approver'
  const doer: Actor = { person, role, operation: route.name, request_id }

  const call: DeskCall<never, never, never> = {
    params: asked.params as never,
    query: asked.query as never,
    body: asked.body as never,
    person,
    now: desk.clock.now(),
    language: asked.language,
    again: asked.again,
    page: () =>
      openPage(
        {
          operation: route.name,
          params: asked.params,
          user_id: person.id,
          wallet_id: null,
          keys: desk.deskKeys,
        },
        asked.query as PagedQuery,
        defaultSort(route),
      ),
    look: (work) => runTransaction(desk.pool, { readOnly: true, work }),
    lookAt: (user_id, work) =>
      runReadOnlyPrecheck({ ...desk, ...reading, scope: scopeOfUser(user_id), request_id, now: call.now }, work),
    list(rows) {
      const cut = call.page()
      return call.look(async (tx) => cut.answer(await rows(tx, cut)))
    },
    async act(act) {
      actOnce()
      // When a proposal is carried out, the colleague was already confirmed at the proposal.
      if (acting) return acting(act)
      const confirmed = confirming(route, asked, act)
      if (floor.secondEyes(route.decision, act.amount)) return propose(desk, doer, route.decision!, asked, confirmed)
      return floor.performLimited(route, doer, confirmed)
    },
    async settle(act) {
      if (!acted) throw new Error(`${route.name} settled what was never begun`)
      const { answer } = await perform(desk, doer, act)
      return answer
    },
    proposed(proposal) {
      const operation = floor.operations.get(proposal.operation)
      const handle = async (body: unknown, carrying: RunAudited) => {
        // An operation that this version no longer has.
        if (!operation) throw routeNotFound()
        const again = { ...asked, params: proposal.params, query: {}, body }
        operation.judgeShape({ ...again, headers: {} } as unknown as FastifyRequest)
        return operation.route.handle(createBackofficeCall(floor, operation, again, carrying).call, desk as never)
      }
      const waiting = replayApprovedOperation(desk, doer, proposal, handle)
      return {
        ...waiting,
        carryOut(reason) {
          actOnce()
          return waiting.carryOut(reason)
        },
      }
    },
  }
  return { call, acted: () => acted }
}
