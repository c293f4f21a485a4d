import Type from 'typebox'
import { closedEnum, line, Uuid } from '../../http/schema.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { found } from '../../platform/errors/fault.ts'
import type { Person } from '../auth/person.ts'
import { deskRoute } from '../backoffice-route.ts'
import { TakenFrom } from '../reason.ts'
import {
  ASSIGNMENTS_MAX,
  countInHand,
  findColleague,
  lockHand,
  putInHand,
  refuseTaken,
  takeFromHand,
} from './assignment-store.ts'
import { CaseReply, type CaseServices } from './case.ts'
import { caseKindNames } from './case-kind.ts'
import { findWaiting } from './case-store.ts'
import { caseNotFound, caseTaken, colleagueUnknown, handsFull } from './errors.ts'

export const assignCase = deskRoute({
  name: 'assignCase',
  summary: 'Assign a case to yourself or to a colleague, or release it',
  method: 'POST',
  path: '/v1/cases/:kind/:id/assign',
  roles: ['analyst', 'approver'],
  params: Type.Object({ kind: closedEnum(caseKindNames, 'The kind of case.'), id: Uuid }),
  body: Type.Object(
    {
      user_id: Type.Optional({ ...Uuid, description: 'The user_id of the case; absent if the case has none.' }),
      to: Type.Optional(closedEnum(['me', 'nobody'], 'The new assignee.')),
      taken_from: TakenFrom,
      person_id: Type.Optional(line(255, 'The id of the colleague.')),
    },
    {
      additionalProperties: false,
      title: 'CaseAssignment',
      oneOf: [{ required: ['to'] }, { required: ['person_id'] }],
    },
  ),
  example: { user_id: '3f0b9a52-6f0c-4d0e-9d5b-0a4c8a4f7f11', to: 'me' },
  reply: { 200: CaseReply },
  errors: [caseNotFound, caseTaken, colleagueUnknown, handsFull],

  handle({ params, body, person, now, act }, { caseKinds, settings }: CaseServices) {
    const kind = caseKinds.find(({ name }) => name === params.kind)!
    const hours = settings.DESK_REVIEW_HOURS
    const user_id = body.user_id?.toLowerCase()
    return act({
      ...(user_id && { user_id }),
      subject: { type: kind.name, id: params.id },
      async work(tx) {
        const key = { kind: kind.name, case_id: params.id, user_id: user_id ?? null }
        const hand = await lockHand(tx, key)
        const waiting = found(await findWaiting(tx, kind, { id: params.id, user_id }, hours), caseNotFound)
        refuseTaken(hand, person.id, body.taken_from)
        const to = await handOf(tx, body, person)
        if (!to) takeFromHand(tx, key)
        else if (to.id !== waiting.assigned_to) {
          if ((await countInHand(tx, to.id)) >= ASSIGNMENTS_MAX) throw handsFull()
          putInHand(tx, { ...key, assigned_to: to.id, assigned_name: to.name }, now)
        }
        return {
          answer: { ...waiting, assigned_to: to?.id ?? null, assigned_name: to?.name ?? null },
          changes: {
            assigned_to: [waiting.assigned_to, to?.id ?? null],
            assigned_name: [waiting.assigned_name, to?.name ?? null],
          },
        }
      },
    })
  },
})

interface AssignmentInput {
  to?: 'me' | 'nobody'
  person_id?: string
}

async function handOf(
  tx: Transaction,
  { to, person_id }: AssignmentInput,
  me: Person,
): Promise<Pick<Person, 'id' | 'name'> | undefined> {
  if (person_id !== undefined) return found(await findColleague(tx, person_id), colleagueUnknown)
  return to === 'me' ? me : undefined
}
