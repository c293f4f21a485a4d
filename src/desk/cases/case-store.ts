import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import { inOrder, type Page } from '../../gate/page.ts'
import { masked, withMasks } from '../masked.ts'
import { wholly } from '../timeline/story.ts'
import { among, heldBy, inNoHand, kindsOf, NOBODY } from './assignment-store.ts'
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
  /** What an analyst can decide now. */
  decidable?: boolean | undefined
}

/**
 * What waits, of all these kinds, what is due first before the rest. Each kind is read in the order of its own index and no
 * further than a page goes, so that there is a handful of rows to put in one order, however many wait.
 */
export async function listWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { user_id, due_from, due_before, assigned_to, free_for, decidable }: CaseFilters,
  page: Page,
  reviewHours: number,
): Promise<Case[]> {
  const held = assigned_to === undefined ? undefined : await heldBy(tx, assigned_to)
  const asked = kinds.filter(
    (kind) => (user_id === undefined || kind.shows.user_id !== undefined) && (!decidable || kind.decidable),
  )
  const parts = (held ? kindsOf(asked, held) : asked).map((kind) => {
    const { column, earlierMs } = dueBy(kind, reviewHours)
    const [from, until] = [due_from, due_before].map((at) => at && new Date(at.getTime() - earlierMs))
    const waiting = sql`${waitingOf(kind, reviewHours)} ${user_id ? sql`and user_id = ${user_id}` : empty}
      ${from ? sql`and ${column} >= ${from}` : empty} ${until ? sql`and ${column} < ${until}` : empty}
      ${free_for === undefined ? empty : sql`and ${inNoHand(kind, free_for)}`}
      ${decidable ? sql`and ${notProposed(kind)}` : empty}`
    if (!held) return tx.query<Found>(sql`${waiting} ${page.from(column, earlierMs)}`)
    // What one person has in hand is not much: it is found by its ids and then put in order.
    return tx.query<Found>(sql`
      select * from (${waiting} and ${among(kind, held)} ${wholly}) held where true ${page.from(raw('deadline'))}`)
  })
  return withHands(tx, page.together((await Promise.all(parts)).flat()))
}

/** With whoever has each in hand, and nobody reads more of a name in a list than tells one case from another. */
export async function withHands(tx: Transaction, cases: Found[]): Promise<Case[]> {
  const hands = cases.length > 0 ? await tx.query<Hands>(handsOn(cases)) : []
  return cases.map((one, at) => {
    const hand = hands[at]!
    const decidable = one.decidable && one.waiting && hand.proposal_id === null
    return withMasks<Case>({ ...one, ...hand, decidable }, { subject: masked.name })
  })
}

/**
 * No proposal about it waits for an approval: another verdict would be refused until that one ends. All that wait of a kind are
 * read once, as in `inNoHand`.
 */
export function notProposed({ name }: CaseKind): Sql {
  const waiting = sql`status = 'PENDING' and lapses_at > now()`
  return name === 'onboarding_step'
    ? sql`id::text not in (select params->>'step_id' from proposals
        where ${waiting} and subject_type = 'onboarding' and params->>'step_id' is not null)`
    : sql`(id::text, user_id) not in (select subject_id, user_id from proposals
        where ${waiting} and subject_type = ${raw(`'${name}'`)} and user_id is not null)`
}

/** A case as its own table has it. */
export type Found = Omit<Case, keyof Hands>
type Hands = Pick<Case, 'assigned_to' | 'assigned_name' | 'proposal_id' | 'proposed_by' | 'proposed_by_name'>

/**
 * Whoever has each in hand and what is proposed about it, in the order of the cases. Looked up one by one, for as many as there
 * are on a page, and apart from them: a case may be on another node. What is proposed about a step is proposed about its
 * onboarding, and names the step.
 */
const handsOn = (cases: Found[]) => sql`
  select hand.assigned_to, hand.assigned_name, proposal.proposal_id, proposal.proposed_by, proposal.proposed_by_name
  from unnest(${cases.map(({ kind }) => kind)}::text[], ${cases.map(({ id }) => id)}::uuid[],
    ${cases.map(({ user_id }) => user_id)}::uuid[], ${cases.map(({ under_id }) => under_id)}::uuid[])
    with ordinality as found (kind, id, user_id, under_id, place)
  left join lateral (
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
  order by found.place`

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
  const [found] = await withHands(tx, await tx.query<Found>(sql`${of} and id = ${id} ${whose}`))
  return found
}

/** By which one of its names a case is looked for. */
export type CaseName = { id: string } | { end_to_end_id: string } | { document: string }

const FOUND_MAX = 100

/** Every case of that name, whether it waits or is long over. */
export async function findCases(tx: Transaction, kinds: CaseKind[], name: CaseName, reviewHours: number) {
  const parts = kinds.map(async (kind) => {
    const condition = isNamed(kind, name)
    if (!condition) return []
    return tx.query<Found>(sql`${casesOf(kind, reviewHours)} and ${condition} limit ${raw(String(FOUND_MAX))}`)
  })
  return withHands(tx, inOrder((await Promise.all(parts)).flat(), 'deadline', 'asc'))
}

function isNamed({ foundBy }: CaseKind, name: CaseName): Sql | undefined {
  if ('id' in name) return sql`id = ${name.id}`
  if ('document' in name) return foundBy.document?.(name.document)
  return foundBy.end_to_end_id ? sql`${raw(foundBy.end_to_end_id)} = ${name.end_to_end_id}` : undefined
}
