import Type from 'typebox'
import { endOfDay } from '../../gate/period.ts'
import { openEnum } from '../../gate/schema.ts'
import { deskRoute } from '../desk-route.ts'
import { lookers } from '../role.ts'
import type { CaseServices } from './case.ts'
import { caseKindNames } from './case-kind.ts'
import { COUNTED_MAX, countWaiting, type KindCount } from './case-store.ts'

const Count = Type.Object(
  {
    count: Type.Integer({ description: 'How many, as far as they were counted.' }),
    more: Type.Boolean({ description: `Whether there are more: nobody counts past ${COUNTED_MAX}.` }),
  },
  { title: 'Count' },
)
const counts = { waiting: Count, overdue: Count, due_today: Count }

const upTo = (counted: number) => ({ count: Math.min(counted, COUNTED_MAX), more: counted > COUNTED_MAX })
const counted = ({ waiting, overdue, due_today }: Omit<KindCount, 'kind'>) => ({
  waiting: upTo(waiting),
  overdue: upTo(overdue),
  due_today: upTo(due_today),
})

export const countCases = deskRoute({
  name: 'countCases',
  summary: 'Count what waits, what is due today, and what is overdue',
  method: 'GET',
  path: '/v1/cases/counts',
  roles: lookers,
  reply: {
    200: Type.Object(
      {
        ...counts,
        kinds: Type.Array(Type.Object({ kind: openEnum(caseKindNames), ...counts }, { title: 'KindCounts' })),
      },
      { title: 'CaseCounts', description: 'Due today is what is due before the day ends in America/Sao_Paulo.' },
    ),
  },
  errors: [],

  async handle({ now, look }, { caseKinds, settings }: CaseServices) {
    const moments = { now, dayEnds: endOfDay(now) }
    const rows = await look((tx) => countWaiting(tx, caseKinds, moments, settings.DESK_REVIEW_HOURS))
    const sum = (name: Exclude<keyof KindCount, 'kind'>) => rows.reduce((total, row) => total + row[name], 0)
    return {
      ...counted({ waiting: sum('waiting'), overdue: sum('overdue'), due_today: sum('due_today') }),
      kinds: rows.map((row) => ({ kind: row.kind, ...counted(row) })),
    }
  },
})
