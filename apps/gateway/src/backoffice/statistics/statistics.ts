import Type, { type Static } from 'typebox'
import { requestMalformed } from '../../http/faults.ts'
import { readPeriod } from '../../http/period.ts'
import { DateOnly, DateTime, openEnum } from '../../http/schema.ts'
import { both } from '../../platform/language.ts'
import type { CaseServices } from '../cases/case.ts'
import { caseKindNames } from '../cases/case-kind.ts'
import { Count } from '../cases/count-cases.ts'
import type { Role } from '../role.ts'

/** For team leads. It contains nothing about a user or about who decided what. People who reached a limit are named. */
export const leads: readonly Role[] = ['approver', 'operator', 'auditor']

/** The maximum: a quarter. */
const DAYS_MAX = 92
const DAY_MS = 86_400_000

const day = (description: string) => Type.String({ ...DateOnly, description })
export const FiguresQuery = Type.Object(
  { from: day('The first day, in America/Sao_Paulo.'), to: day('The last day, all of it; 92 days at most.') },
  { additionalProperties: false },
)

const counts = {
  came: Type.Integer({ description: 'Became pending; counted again for a case that was reopened.' }),
  decided: Type.Integer({ description: 'Closed by a backoffice user.' }),
  left: Type.Integer({ description: 'Closed otherwise: by a rule, by a job, by the client, by DICT.' }),
  late: Type.Integer({ description: 'Of both, those closed after their deadline.' }),
}
const waited = {
  median_seconds: Type.Optional(
    Type.Integer({
      description:
        'The median time to a decision. Accurate to the minute up to two hours, to ten minutes up to a day, to the hour up to thirty days.',
    }),
  ),
  p95_seconds: Type.Optional(Type.Integer({ description: 'The 95th percentile of the time to a decision.' })),
}
const kind = openEnum(caseKindNames)

export const Figures = Type.Object(
  {
    from: DateOnly,
    to: DateOnly,
    counted_since: Type.Optional(
      Type.String({ format: 'date-time', description: 'The first counted moment. Absent: nothing was counted.' }),
    ),
    now: Type.Object(
      { waiting: Count, overdue: Count },
      {
        title: 'FiguresNow',
        description: 'Pending cases at this moment, for any period: all, and those past their deadline.',
      },
    ),
    total: Type.Object({ ...counts, ...waited }, { title: 'FiguresTotal' }),
    kinds: Type.Array(Type.Object({ kind, ...counts, ...waited }, { title: 'FiguresOfKind' })),
    days: Type.Array(Type.Object({ day: DateOnly, kind, ...counts }, { title: 'FiguresOfDay' }), {
      description: 'By day and by kind; a day without activity of a kind has no line for it.',
    }),
    proposals: Type.Object(
      {
        approved: Type.Integer(),
        declined: Type.Integer(),
        withdrawn: Type.Integer(),
        stale: Type.Integer({ description: 'The record had changed before the approval.' }),
        lapsed: Type.Integer({ description: 'No person decided in time.' }),
        waiting: Type.Integer(),
        agreement: Type.Optional(
          Type.Number({
            description: 'Share of approvals among approved and declined requests, from 0 to 1; absent without any.',
          }),
        ),
      },
      { title: 'FiguresOfProposals', description: 'Approval requests of these days, by their current status.' },
    ),
    limits_reached: Type.Array(
      Type.Object(
        {
          at: DateTime,
          person_id: Type.String(),
          person_name: Type.String(),
          kind: openEnum(['reveal', 'search']),
          limit: Type.Integer({ description: 'The hourly limit.' }),
        },
        { title: 'LimitReached' },
      ),
      { description: 'People who reached the hourly limit of reveals or of searches, newest first; 100 at most.' },
    ),
  },
  { title: 'Figures' },
)
export type Figures = Static<typeof Figures>

export type FiguresServices = Pick<CaseServices, 'settings' | 'caseKinds'>

/** From the start of the first day to the end of the last. */
export function readDays({ from, to }: { from: string; to: string }): { start: Date; end: Date } {
  const { start, end } = readPeriod({ created_at_start: from, created_at_end: to }, '/query/to')
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (!start || !end || days > DAYS_MAX) throw requestMalformed({ errors: [tooLong] })
  return { start: new Date(start), end: new Date(end) }
}

const tooLong = {
  pointer: '/query/to',
  code: 'PERIOD_TOO_LONG',
  detail: both(`deve ficar a no máximo ${DAYS_MAX} dias de from`, `must be no more than ${DAYS_MAX} days after from`),
}
