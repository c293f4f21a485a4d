import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { caseOrder, NOBODY } from '../../cases/case-rule.ts'
import { inOrder, type Page } from '../../http/page.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { wholly } from '../timeline/timeline-source.ts'
import type { Case } from './case.ts'
import { type CaseKind, HOUR_MS, hoursBefore, orderedAt } from './case-kind.ts'
import { type CaseKey, keyUser, ofKeys, readCases } from './read-cases.ts'

export interface CaseFilters {
  user_id?: string | undefined
  due_from?: Date | undefined
  due_before?: Date | undefined
  /** Assigned to this person. */
  assigned_to?: string | undefined
  /** Assigned to no one, or to no one but the named person. */
  free_for?: string | null | undefined
  /** Open to a decision by an analyst now. */
  decidable?: boolean | undefined
}

/**
 * Open cases of all these kinds, sorted by deadline. Each kind is read in the order of its index and no further than a page,
 * because some deadlines depend on a setting. Then a handful of rows is merged, however many cases are open.
 */
export async function listWaiting(
  tx: Transaction,
  kinds: CaseKind[],
  { user_id, due_from, due_before, assigned_to, free_for, decidable }: CaseFilters,
  page: Page,
  reviewHours: number,
): Promise<Case[]> {
  const asked = kinds.filter(
    (kind) => (user_id === undefined || kind.of !== undefined) && (!decidable || kind.decidable),
  )
  if (asked.length === 0) return []
  const parts = asked.map((kind) => {
    const hours = hoursBefore(kind, reviewHours)
    const [from, until] = [due_from, due_before].map((at) => at && orderedAt(kind, at, reviewHours))
    return sql`
      (select kind, id, user_id, true as waiting, assigned_to, assigned_name,
         ${caseOrder} + ${raw(`interval '${hours} hours'`)} as deadline
       from ${assigned_to === undefined ? raw('cases') : inHandOf(kind, assigned_to)}
       where kind = ${raw(`'${kind.name}'`)} ${user_id ? sql`and user_id = ${user_id}` : empty}
         ${from ? sql`and ${caseOrder} >= ${from}` : empty} ${until ? sql`and ${caseOrder} < ${until}` : empty}
         ${free_for === undefined ? empty : sql`and ${inNoHand(free_for)}`} ${decidable ? sql`and ${notProposed}` : empty}
       ${page.from(caseOrder, hours * HOUR_MS)})`
  })
  const first = sql`
    (select * from (${join(parts, ' union all ')}) part order by deadline, id limit ${page.limit})`
  return page.together(await readCases(tx, asked, first, reviewHours))
}

/** One person has few cases, so they are found by the person and then sorted. */
const inHandOf = ({ name }: CaseKind, person_id: string) => sql`
  (select * from cases where assigned_to = ${person_id} and kind = ${raw(`'${name}'`)} ${wholly}) cases`

/** Assigned to no one, or only to this person. */
export const inNoHand = (but: string | null): Sql =>
  but === null ? sql`assigned_to is null` : sql`(assigned_to is null or assigned_to = ${but})`

/**
 * No proposal about it waits for an approval: another decision would be refused until that one ends. All waiting proposals
 * are read once. A proposal about a step belongs to its onboarding and names the step.
 */
export const notProposed = sql`
  (kind, id::text, user_id) not in (
    select case subject_type when 'onboarding' then 'onboarding_step' else subject_type end,
      case subject_type when 'onboarding' then params->>'step_id' else subject_id end, user_id
    from proposals where status = 'PENDING' and lapses_at > now() and user_id is not null
      and (subject_type <> 'onboarding' or params->>'step_id' is not null))`

interface CaseOfUser {
  id: string
  user_id: string | undefined
}

/** The open case with this id: of this user, where the kind has users. */
export async function findWaiting(tx: Transaction, kind: CaseKind, name: CaseOfUser, reviewHours: number) {
  const found = await findCase(tx, kind, name, reviewHours)
  return found?.waiting ? found : undefined
}

/** The same, open or closed. */
export async function findCase(
  tx: Transaction,
  kind: CaseKind,
  { id, user_id }: CaseOfUser,
  reviewHours: number,
): Promise<Case | undefined> {
  if ((kind.of === undefined) !== (user_id === undefined)) return undefined
  const [found] = await readCases(
    tx,
    [kind],
    ofKeys([{ kind: kind.name, id, user_id: user_id ?? NOBODY }]),
    reviewHours,
  )
  return found
}

/** The identifiers by which a case can be searched. */
export type CaseName = { id: string } | { end_to_end_id: string } | { document: string }

const FOUND_MAX = 100

/** Every case with that identifier, open or closed. */
export async function findCases(tx: Transaction, kinds: CaseKind[], name: CaseName, reviewHours: number) {
  const parts = kinds.map(async (kind) => {
    const condition = isNamed(kind, name)
    if (!condition) return []
    return tx.query<CaseKey>(sql`
      select ${raw(`'${kind.name}'`)} as kind, id, ${keyUser(kind)} from ${raw(kind.table)}
      where ${kind.there ?? raw('true')} and ${condition} limit ${raw(String(FOUND_MAX))}`)
  })
  const keys = (await Promise.all(parts)).flat()
  return keys.length === 0 ? [] : inOrder(await readCases(tx, kinds, ofKeys(keys), reviewHours), 'deadline', 'asc')
}

function isNamed({ foundBy }: CaseKind, name: CaseName): Sql | undefined {
  if ('id' in name) return sql`id = ${name.id}`
  if ('document' in name) return foundBy.document?.(name.document)
  return foundBy.end_to_end_id ? sql`${raw(foundBy.end_to_end_id)} = ${name.end_to_end_id}` : undefined
}
