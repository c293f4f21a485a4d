import sql from 'sql-template-tag'
import { beginningOf, dayAfter, endOfDay } from '../../http/period.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type CaseKind, type CaseKindName, caseKindNames } from '../cases/case-kind.ts'
import { upTo } from '../cases/count-cases.ts'
import { countWaiting } from '../cases/count-store.ts'
import { REACHED } from '../reveal-limit.ts'
import { type KindOfDay, longerThan, shareWithin } from './day.ts'
import { type DayPeriod, firstDay, firstPassage, lastSummed, summedDays, sumUp } from './day-store.ts'
import type { Figures } from './statistics.ts'

/** The number of people that are shown. */
const LIMITS_MAX = 100

type StatusCount = { status: string; count: number }
type StatisticsDay = Figures['days'][number]

interface StatisticsQuery {
  now: Date
  reviewHours: number
  caseKinds: CaseKind[]
  person_id: string
}

/** All statistics of a period. Finished days are stored as totals; unfinished ones are computed now. */
export async function readFigures(
  tx: Transaction,
  { from, to, ...period }: DayPeriod & { from: string; to: string },
  { now, reviewHours, caseKinds, person_id }: StatisticsQuery,
): Promise<Figures> {
  const last = await lastSummed(tx)
  const rest = last === undefined || last < from ? period.start : beginningOf(dayAfter(last))
  const [summed, unsummed, ends, limits_reached, first, passage, waiting] = await Promise.all([
    summedDays(tx, from, to),
    rest < period.end ? sumUp(tx, { start: rest, end: period.end }) : [],
    endsOfProposals(tx, period, now),
    limitsReached(tx, period),
    firstDay(tx),
    firstPassage(tx),
    countWaiting(tx, caseKinds, { now, dayEnds: endOfDay(now), person_id }, reviewHours),
  ])
  const waits = (name: 'waiting' | 'overdue') => upTo(waiting.reduce((sum, row) => sum + row[name], 0))
  const counted_since = first ? beginningOf(first).toISOString() : passage
  const kept = [...summed, ...unsummed].flatMap(({ day, kinds }) => kinds.map((kind) => ({ day, ...kind })))
  const all = kept.filter((one): one is typeof one & { kind: CaseKindName } => isKind(one.kind))
  const kinds = caseKindNames.filter((name) => all.some(({ kind }) => kind === name))
  return {
    from,
    to,
    ...(counted_since !== undefined && { counted_since }),
    now: { waiting: waits('waiting'), overdue: waits('overdue') },
    total: sumOf(all, reviewHours),
    kinds: kinds.map((kind) => ({
      kind,
      ...sumOf(
        all.filter((one) => one.kind === kind),
        reviewHours,
      ),
    })),
    days: all.map(
      ({ day, kind, came, decided, left, ...one }): StatisticsDay => ({
        day,
        kind,
        came,
        decided,
        left,
        late: lateOf(one, reviewHours),
      }),
    ),
    proposals: agreementOf(ends),
    limits_reached,
  }
}

/** A kind that this version no longer has is not counted. */
const isKind = (kind: string): kind is CaseKindName => (caseKindNames as readonly string[]).includes(kind)

const lateOf = ({ past_due, open_waits }: Pick<KindOfDay, 'past_due' | 'open_waits'>, reviewHours: number) =>
  past_due + longerThan(open_waits, reviewHours)

function sumOf(days: KindOfDay[], reviewHours: number): Figures['total'] {
  const sum = (of: (one: KindOfDay) => number) => days.reduce((total, one) => total + of(one), 0)
  const waits = days.map(({ decided_waits }) => decided_waits)
  const [median_seconds, p95_seconds] = [shareWithin(waits, 0.5), shareWithin(waits, 0.95)]
  return {
    came: sum(({ came }) => came),
    decided: sum(({ decided }) => decided),
    left: sum(({ left }) => left),
    late: sum((one) => lateOf(one, reviewHours)),
    ...(median_seconds !== undefined && { median_seconds }),
    ...(p95_seconds !== undefined && { p95_seconds }),
  }
}

function endsOfProposals(tx: Transaction, { start, end }: DayPeriod, now: Date): Promise<StatusCount[]> {
  return tx.query<StatusCount>(sql`
    select case when status = 'PENDING' and lapses_at <= ${now} then 'LAPSED' else status end as status, count(*) as count
    from proposals where created_at >= ${start} and created_at < ${end} group by 1`)
}

function limitsReached(tx: Transaction, { start, end }: DayPeriod): Promise<Figures['limits_reached']> {
  return tx.query(sql`
    select at, actor_id as person_id, actor_name as person_name, subject_id as kind, (changes->>'limit')::integer as limit
    from audit_log where operation = ${REACHED} and at >= ${start} and at < ${end}
    order by at desc, sequence desc limit ${LIMITS_MAX}`)
}

function agreementOf(ends: StatusCount[]): Figures['proposals'] {
  const of = (status: string) => ends.find((one) => one.status === status)?.count ?? 0
  const [approved, declined] = [of('APPROVED'), of('DECLINED')]
  return {
    approved,
    declined,
    withdrawn: of('WITHDRAWN'),
    stale: of('STALE'),
    lapsed: of('LAPSED'),
    waiting: of('PENDING'),
    ...(approved + declined > 0 && { agreement: approved / (approved + declined) }),
  }
}
