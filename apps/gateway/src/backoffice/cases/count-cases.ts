import Type from 'typebox'
import { endOfDay } from '../../http/period.ts'
import { openEnum } from '../../http/schema.ts'
import { deskRoute } from '../backoffice-route.ts'
import { viewerRoles } from '../role.ts'
import type { CaseServices } from './case.ts'
import { caseKindNames } from './case-kind.ts'
import { COUNTED_MAX, countNames, countWaiting, type KindCount } from './count-store.ts'

export const Count = Type.Object(
  {
    count: Type.Integer({ description: 'The number of cases, up to the counting limit.' }),
    more: Type.Boolean({ description: `Whether there are more: counting stops at ${COUNTED_MAX}.` }),
  },
  { title: 'Count' },
)
const counts = { waiting: Count, decidable: Count, overdue: Count, due_today: Count, unassigned: Count, mine: Count }

/** As displayed: up to the maximum that is counted. */
export const upTo = (counted: number) => ({ count: Math.min(counted, COUNTED_MAX), more: counted > COUNTED_MAX })
const counted = (rows: KindCount[]) =>
  Object.fromEntries(countNames.map((name) => [name, upTo(rows.reduce((total, row) => total + row[name], 0))]))

export const countCases = deskRoute({
  name: 'countCases',
  summary: 'Count the cases that are pending, can be decided, are due today, are overdue, are unassigned and are yours',
  method: 'GET',
  path: '/v1/cases/counts',
  roles: viewerRoles,
  reply: {
    200: Type.Object(
      {
        ...counts,
        kinds: Type.Array(Type.Object({ kind: openEnum(caseKindNames), ...counts }, { title: 'KindCounts' })),
      },
      { title: 'CaseCounts', description: 'Due today means due before the end of the day in America/Sao_Paulo.' },
    ),
  },
  errors: [],

  async handle({ now, person, look }, { caseKinds, settings }: CaseServices) {
    const asked = { now, dayEnds: endOfDay(now), person_id: person.id }
    const rows = await look((tx) => countWaiting(tx, caseKinds, asked, settings.DESK_REVIEW_HOURS))
    return { ...counted(rows), kinds: rows.map((row) => ({ kind: row.kind, ...counted([row]) })) }
  },
})
