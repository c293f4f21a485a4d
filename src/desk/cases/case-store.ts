import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Transaction } from '../../base/db/transaction.ts'
import { caseOrder, NOBODY } from '../../cases/case-rule.ts'
import { inOrder, type Page } from '../../gate/page.ts'
import { wholly } from '../timeline/story.ts'
import type { Case } from './case.ts'
import { type CaseKind, HOUR_MS, hoursBefore, orderedAt } from './case-kind.ts'
import { type CaseKey, keyUser, ofKeys, readCases } from './read-cases.ts'

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
 * What waits, of all these kinds, what is due first before the rest. Each kind is read in the order of the index and no further than
 * a page goes, because the hours that some are due by are a setting: a handful of rows is put in one order, however many wait.
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

/** What one person has in hand is not much: it is found by the person and then put in order. */
const inHandOf = ({ name }: CaseKind, person_id: string) => sql`
  (select * from cases where assigned_to = ${person_id} and kind = ${raw(`'${name}'`)} ${wholly}) cases`

/** Nobody has it in hand, or nobody but this person. */
export const inNoHand = (but: string | null): Sql =>
  but === null ? sql`assigned_to is null` : sql`(assigned_to is null or assigned_to = ${but})`

/**
 * No proposal about it waits for an approval: another verdict would be refused until that one ends. All that wait are read once.
 * What is proposed about a step is proposed about its onboarding, and names the step.
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

/** The case with this id, if it waits: of this user, where the kind has users. */
export async function findWaiting(tx: Transaction, kind: CaseKind, name: CaseOfUser, reviewHours: number) {
  const found = await findCase(tx, kind, name, reviewHours)
  return found?.waiting ? found : undefined
}

/** The same, whether it waits or not. */
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

/** By which one of its names a case is looked for. */
export type CaseName = { id: string } | { end_to_end_id: string } | { document: string }

const FOUND_MAX = 100

/** Every case of that name, whether it waits or is long over. */
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
