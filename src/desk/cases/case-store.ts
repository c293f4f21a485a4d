import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { Page } from '../../gate/page.ts'
import { ASSIGNMENTS_MAX, NOBODY } from './assignment-store.ts'
import type { Case } from './case.ts'
import { type CaseKind, casesOf, dueBy, waiting, waitingOf } from './case-kind.ts'

interface CaseFilters {
  user_id?: string
  due_from?: string
  due_before?: string
  assigned_to?: string
}

/**
 * What waits, of all these kinds, what is due first before the rest. Each kind is read in the order of its own index and no
 * further than a page goes, so that there is a handful of rows to put in one order, however many wait.
 */
export function listWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { user_id, due_from, due_before, assigned_to }: CaseFilters,
  page: Page,
  reviewHours: number,
): Promise<Case[]> {
  const asked = user_id === undefined ? kinds : kinds.filter(({ shows }) => shows.user_id !== undefined)
  const parts = asked.map((kind) => {
    const { column, earlierMs } = dueBy(kind, reviewHours)
    const [from, until] = [due_from, due_before].map((moment) => moment && new Date(Date.parse(moment) - earlierMs))
    const conditions = sql`${user_id ? sql`and user_id = ${user_id}` : empty}
      ${from ? sql`and ${column} >= ${from}` : empty} ${until ? sql`and ${column} < ${until}` : empty}`
    return assigned_to
      ? sql`select held.* from mine cross join lateral (
          ${waitingOf(kind, reviewHours)} and id = mine.case_id
            ${raw(kind.shows.user_id ? 'and user_id = mine.user_id' : '')} ${conditions} limit 1) held
        where mine.kind = ${raw(`'${kind.name}'`)}`
      : sql`select * from (${waitingOf(kind, reviewHours)} ${conditions} ${page.from(column, earlierMs)}) ${raw(kind.name)}`
  })
  if (parts.length === 0) return Promise.resolve([])
  if (!assigned_to) return tx.query<Case>(withHands(sql`${unionOf(parts)} ${page.ending}`))
  // What one person has in hand is bounded, and read whole.
  return tx.query<Case>(sql`
    with mine as materialized (
      select kind, case_id, user_id from case_assignments where assigned_to = ${assigned_to}
      order by kind, case_id limit ${raw(String(ASSIGNMENTS_MAX))})
    ${withHands(sql`select * from (${unionOf(parts)}) held where true ${page.from(raw('deadline'))}`)}`)
}

const unionOf = (parts: Sql[]) => join(parts, ' union all ')

/** With whoever has each in hand. Looked up one by one, for as many as there are on a page. */
const withHands = (cases: Sql) => sql`
  select found.*, hand.assigned_to, hand.assigned_name
  from (${cases}) found left join lateral (
    select assigned_to, assigned_name from case_assignments
    where kind = found.kind and case_id = found.id and user_id = coalesce(found.user_id, ${raw(`'${NOBODY}'`)})
    limit 1) hand on true
  order by found.deadline, found.id`

interface CaseOfUser {
  id: string
  user_id: string | undefined
}

/** The case with this id, if it waits: of this user, where the kind has users. */
export const findWaiting = (tx: Transaction, kind: CaseKind, name: CaseOfUser, reviewHours: number) =>
  findOne(tx, kind, name, waitingOf(kind, reviewHours))

/** The same, whether it waits or not. */
export const findCase = (tx: Transaction, kind: CaseKind, name: CaseOfUser, reviewHours: number) =>
  findOne(tx, kind, name, casesOf(kind, reviewHours))

async function findOne(
  tx: Transaction,
  kind: CaseKind,
  { id, user_id }: CaseOfUser,
  of: Sql,
): Promise<Case | undefined> {
  if ((kind.shows.user_id === undefined) !== (user_id === undefined)) return undefined
  const whose = user_id === undefined ? empty : sql`and user_id = ${user_id}`
  const [found] = await tx.query<Case>(withHands(sql`${of} and id = ${id} ${whose}`))
  return found
}

/** By which one of its names a case is looked for. */
export type CaseName = { id: string } | { end_to_end_id: string } | { document: string }

const FOUND_MAX = 100

/** Every case of that name, whether it waits or is long over. */
export async function findCases(tx: Transaction, kinds: CaseKind[], name: CaseName, reviewHours: number) {
  const parts = kinds.flatMap((kind) => {
    const condition = isNamed(kind, name)
    return condition
      ? [
          sql`select * from (${casesOf(kind, reviewHours)} and ${condition}
      limit ${raw(String(FOUND_MAX))}) ${raw(kind.name)}`,
        ]
      : []
  })
  return tx.query<Case>(withHands(unionOf(parts)))
}

function isNamed({ foundBy }: CaseKind, name: CaseName): Sql | undefined {
  if ('id' in name) return sql`id = ${name.id}`
  if ('document' in name) return foundBy.document?.(name.document)
  return foundBy.end_to_end_id ? sql`${raw(foundBy.end_to_end_id)} = ${name.end_to_end_id}` : undefined
}

/** Whoever has more than this to do does not need the number. */
export const COUNTED_MAX = 1_000

export interface KindCount {
  kind: string
  waiting: number
  overdue: number
  due_today: number
}

/** How many wait, are overdue, or are due before the day ends: each counted no further than one more than the most. */
export function countWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { now, dayEnds }: { now: Date; dayEnds: Date },
  reviewHours: number,
): Promise<KindCount[]> {
  const parts = kinds.map((kind) => {
    const { column, earlierMs } = dueBy(kind, reviewHours)
    const [at, until] = [now, dayEnds].map((moment) => new Date(moment.getTime() - earlierMs))
    const count = (condition: Sql) => sql`
      (select count(*) from (select from ${raw(kind.table)} where ${kind.there ?? raw('true')} ${waiting(kind)} ${condition}
        limit ${raw(String(COUNTED_MAX + 1))}) counted)`
    return sql`
      select ${raw(`'${kind.name}'`)} as kind, ${count(empty)} as waiting, ${count(sql`and ${column} < ${at}`)} as overdue,
        ${count(sql`and ${column} >= ${at} and ${column} < ${until}`)} as due_today`
  })
  return tx.query<KindCount>(unionOf(parts))
}
