import Type, { type Static } from 'typebox'
import { both } from '../../base/language.ts'
import { requestMalformed } from '../../gate/faults.ts'
import { readPeriod } from '../../gate/period.ts'
import { DateOnly, DateTime, openEnum } from '../../gate/schema.ts'
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
  came: Type.Integer({ description: 'Began to wait; again, where it had to be looked at again.' }),
  decided: Type.Integer({ description: 'Ended by somebody at the desk.' }),
  left: Type.Integer({ description: 'Ended otherwise: by a rule, by a job, by the client, by what DICT says.' }),
  late: Type.Integer({ description: 'Of both, those that were past their deadline.' }),
}
const waited = {
  median_seconds: Type.Optional(
    Type.Integer({
      description:
        'Half of them were decided within it, from when they began to wait. Kept to the minute for two hours, to ten minutes for a day, to the hour for thirty days.',
    }),
  ),
  p95_seconds: Type.Optional(Type.Integer({ description: 'Nineteen of twenty were decided within it.' })),
}
const kind = openEnum(caseKindNames)

export const Figures = Type.Object(
  {
    from: DateOnly,
    to: DateOnly,
    counted_since: Type.Optional(
      Type.String({ format: 'date-time', description: 'Nothing was counted before. Absent: nothing has been.' }),
    ),
    now: Type.Object(
      { waiting: Count, overdue: Count },
      {
        title: 'FiguresNow',
        description: 'What waits at this moment, whatever the period: all of it, and what is past its deadline.',
      },
    ),
    total: Type.Object({ ...counts, ...waited }, { title: 'FiguresTotal' }),
    kinds: Type.Array(Type.Object({ kind, ...counts, ...waited }, { title: 'FiguresOfKind' })),
    days: Type.Array(Type.Object({ day: DateOnly, kind, ...counts }, { title: 'FiguresOfDay' }), {
      description: 'By day and by kind; a day on which nothing happened to a kind has no line of it.',
    }),
    proposals: Type.Object(
      {
        approved: Type.Integer(),
        declined: Type.Integer(),
        withdrawn: Type.Integer(),
        stale: Type.Integer({ description: 'The record had changed before somebody approved.' }),
        lapsed: Type.Integer({ description: 'Nobody looked in time.' }),
        waiting: Type.Integer(),
        agreement: Type.Optional(
          Type.Number({
            description: 'Approved of what was approved or declined, from 0 to 1; absent where nothing was.',
          }),
        ),
      },
      { title: 'FiguresOfProposals', description: 'What was proposed in these days, as it stands now.' },
    ),
    limits_reached: Type.Array(
      Type.Object(
        {
          at: DateTime,
          person_id: Type.String(),
          person_name: Type.String(),
          kind: openEnum(['reveal', 'search']),
          limit: Type.Integer({ description: 'How many an hour were allowed.' }),
        },
        { title: 'LimitReached' },
      ),
      { description: 'People who reached the hourly limit of reveals or of searches, the latest first; 100 at most.' },
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
