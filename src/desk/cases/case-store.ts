import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import type { Page } from '../../gate/page.ts'
import { type Masks, masked, withMasks } from '../masked.ts'
import { ASSIGNMENTS_MAX, NOBODY } from './assignment-store.ts'
import type { Case } from './case.ts'
import { type CaseKind, casesOf, dueBy, waitingOf } from './case-kind.ts'

export interface CaseFilters {
  user_id?: string | undefined
  due_from?: Date | undefined
  due_before?: Date | undefined
  /** What this person has in hand. */
  assigned_to?: string | undefined
  /** What nobody has in hand, or nobody but the one who is named. */
  free_for?: string | null | undefined
}

/**
 * What waits, of all these kinds, what is due first before the rest. Each kind is read in the order of its own index and no
 * further than a page goes, so that there is a handful of rows to put in one order, however many wait.
 */
export async function listWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { user_id, due_from, due_before, assigned_to, free_for }: CaseFilters,
  page: Page,
  reviewHours: number,
): Promise<Case[]> {
  const asked = user_id === undefined ? kinds : kinds.filter(({ shows }) => shows.user_id !== undefined)
  const parts = asked.map((kind) => {
    const { column, earlierMs } = dueBy(kind, reviewHours)
    const [from, until] = [due_from, due_before].map((at) => at && new Date(at.getTime() - earlierMs))
    const conditions = sql`${user_id ? sql`and user_id = ${user_id}` : empty}
      ${from ? sql`and ${column} >= ${from}` : empty} ${until ? sql`and ${column} < ${until}` : empty}
      ${free_for === undefined ? empty : sql`and ${inNoHand(kind, free_for)}`}`
    return assigned_to
      ? sql`select held.* from mine cross join lateral (
          ${waitingOf(kind, reviewHours)} and id = mine.case_id
            ${raw(kind.shows.user_id ? 'and user_id = mine.user_id' : '')} ${conditions} limit 1) held
        where mine.kind = ${raw(`'${kind.name}'`)}`
      : sql`select * from (${waitingOf(kind, reviewHours)} ${conditions} ${page.from(column, earlierMs)}) ${raw(kind.name)}`
  })
  if (parts.length === 0) return []
  if (!assigned_to) return readCases(tx, withHands(sql`${unionOf(parts)} ${page.ending}`))
  // What one person has in hand is bounded, and read whole.
  return readCases(
    tx,
    sql`
    with mine as materialized (
      select kind, case_id, user_id from case_assignments where assigned_to = ${assigned_to}
      order by kind, case_id limit ${raw(String(ASSIGNMENTS_MAX))})
    ${withHands(sql`select * from (${unionOf(parts)}) held where true ${page.from(raw('deadline'))}`)}`,
  )
}

export const unionOf = (parts: Sql[]) => join(parts, ' union all ')

/** Nobody reads more of a name in a list than tells one case from another. */
export async function readCases<Read extends Case = Case>(tx: Transaction, statement: Sql): Promise<Read[]> {
  const cases = await tx.query<Read>(statement)
  return cases.map((one) => withMasks<Read>(one, { subject: masked.name } as Masks<Read>))
}

/**
 * Nobody has it in hand, or nobody but this person. Few are in hand at all: a person has so many and no more. With a limit, so
 * that each is looked up by itself, in the order of the page.
 */
export const inNoHand = ({ name, table, shows }: CaseKind, but: string | null) => sql`(
  select hand.kind from case_assignments hand
  where hand.kind = ${raw(`'${name}'`)} and hand.case_id = ${raw(table)}.id
    and hand.user_id = ${raw(shows.user_id ? `${table}.user_id` : `'${NOBODY}'`)}
    ${but === null ? empty : sql`and hand.assigned_to <> ${but}`} limit 1) is null`

/**
 * With whoever has each in hand and what is proposed about it. Looked up one by one, for as many as there are on a page. What
 * is proposed about a step is proposed about its onboarding, and names the step.
 */
export const withHands = (cases: Sql) => sql`
  select found.*, hand.assigned_to, hand.assigned_name, proposal.proposal_id, proposal.proposed_by, proposal.proposed_by_name
  from (${cases}) found left join lateral (
    select assigned_to, assigned_name from case_assignments
    where kind = found.kind and case_id = found.id and user_id = coalesce(found.user_id, ${raw(`'${NOBODY}'`)})
    limit 1) hand on true
  left join lateral (
    select id as proposal_id, proposed_by, proposed_by_name from proposals
    where subject_id = (case found.kind when 'onboarding_step' then found.under_id else found.id end)::text
      and status = 'PENDING' and lapses_at > now() and user_id = found.user_id
      and (found.kind = 'onboarding_step' or subject_type = found.kind)
      and (found.kind <> 'onboarding_step' or params->>'step_id' = found.id::text)
    order by lapses_at limit 1) proposal on true
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
  const [found] = await readCases(tx, withHands(sql`${of} and id = ${id} ${whose}`))
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
  return readCases(tx, withHands(unionOf(parts)))
}

function isNamed({ foundBy }: CaseKind, name: CaseName): Sql | undefined {
  if ('id' in name) return sql`id = ${name.id}`
  if ('document' in name) return foundBy.document?.(name.document)
  return foundBy.end_to_end_id ? sql`${raw(foundBy.end_to_end_id)} = ${name.end_to_end_id}` : undefined
}
