import Type, { type Static } from 'typebox'
import { endOfDay } from '../../http/period.ts'
import { closedEnum, line, moment, Uuid } from '../../http/schema.ts'
import type { Person } from '../auth/person.ts'
import { type CaseKind, caseKindNames } from './case-kind.ts'
import type { CaseFilters } from './case-store.ts'

/** Filters whose meaning does not depend on the current date. Only these can be saved in a view. */
export const lastingFilters = {
  kind: Type.Optional(closedEnum(caseKindNames, 'Only cases of this kind.')),
  user_id: Type.Optional(Uuid),
  due: Type.Optional(
    closedEnum(
      ['overdue', 'today'],
      'Only overdue cases; or cases due before the end of the day in America/Sao_Paulo.',
    ),
  ),
  assigned_to: Type.Optional(line(255, 'Only cases assigned to this person; `me` is you.')),
  decidable: Type.Optional(Type.Boolean({ description: 'Only cases that an analyst can decide now.' })),
  hands: Type.Optional(closedEnum(['nobody', 'free'], 'Only unassigned cases; `free`: unassigned or assigned to you.')),
}

export const caseFilters = {
  ...lastingFilters,
  due_before: Type.Optional(moment('Only cases due before this moment.')),
}

const Asked = Type.Object(caseFilters)

/** Which kinds are requested, and with which filters, by the current caller. */
export function readFilters(
  caseKinds: CaseKind[],
  { kind, user_id, due, due_before, assigned_to, hands, decidable }: Static<typeof Asked>,
  { person, now }: { person: Person; now: Date },
): { kinds: CaseKind[]; filters: CaseFilters } {
  const ends = [due_before && new Date(due_before), due === 'overdue' && now, due === 'today' && endOfDay(now)]
  const earliest = ends.filter((at) => at instanceof Date).toSorted((one, other) => one.getTime() - other.getTime())[0]
  return {
    kinds: caseKinds.filter(({ name }) => kind === undefined || name === kind),
    filters: {
      user_id,
      due_from: due === 'today' ? now : undefined,
      due_before: earliest,
      assigned_to: assigned_to === 'me' ? person.id : assigned_to,
      free_for: hands && (hands === 'free' ? person.id : null),
      decidable,
    },
  }
}
