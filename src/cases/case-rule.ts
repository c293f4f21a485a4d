import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Deadline } from '../base/db/deadline.ts'

/** What a column contains while its record waits: tested on the row that is written, and as a condition where tables are compared. */
export interface Condition {
  holds: (value: unknown) => boolean
  sql: (column: Sql) => Sql
}

export const oneOf = (...values: string[]): Condition => ({
  holds: (value) => values.includes(value as string),
  sql: (column) => sql`${column} in (${join(values)})`,
})
export const noneOf = (...values: string[]): Condition => ({
  holds: (value) => !values.includes(value as string),
  sql: (column) => sql`${column} not in (${join(values)})`,
})
export const present: Condition = {
  holds: (value) => (value ?? null) !== null,
  sql: (column) => sql`${column} is not null`,
}
export const absent: Condition = {
  holds: (value) => (value ?? null) === null,
  sql: (column) => sql`${column} is null`,
}

/** Which records of a table wait for a decision. The only definition: the store that writes the table keeps its cases by it. */
export interface CaseRule {
  name: string
  table: string
  /** By what a record belongs to a user and to a product. Absent where no ledger has reported whose it is. */
  of?: 'product' | 'wallet'
  waits: Record<string, Condition>
  /** What the record alone does not say. Whatever changes it ends the cases itself, by `endCases`. */
  besides?: Sql
  /** The column that says since when it waits. */
  since: string
  /** The column of its deadline. Absent: DESK_REVIEW_HOURS after `since`, added when it is read. */
  due_at?: string
  /** It is about the payment in `transaction_id`: the documents of both ends are written when the record is. */
  aboutPayment?: true
}

/** The user of a case that has none. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

const order = 'coalesce(due_at, since)'
/** What a list is ordered by; of a kind without deadlines it is so many hours earlier than what is shown. */
export const caseOrder = raw(order)

/** What the record says of its case. */
export interface CaseState {
  since: string
  due_at: string | null
  version: number | null
}

export interface CaseRow {
  id: string
}

/** The case a row is, or null while it waits for nobody. */
export function caseOf({ waits, since, due_at }: CaseRule, record: CaseRow): CaseState | null {
  const row = record as CaseRow & Record<string, unknown>
  if (!Object.entries(waits).every(([column, { holds }]) => holds(row[column]))) return null
  return {
    since: row[since] as string,
    due_at: due_at === undefined ? null : (row[due_at] as string),
    version: (row['version'] as number | undefined) ?? null,
  }
}

/** The same of all records of the kind: what `cases` should contain. */
export function waitingRecords({ name, table, of, waits, besides, since, due_at }: CaseRule, more = empty): Sql {
  const conditions = Object.entries(waits).map(([column, condition]) => condition.sql(raw(column)))
  return sql`
    select ${raw(of ? 'user_id' : `'${NOBODY}'::uuid as user_id`)}, ${raw(`'${name}'`)} as kind, id, ${raw(since)} as since,
      ${raw(due_at ?? 'null::timestamptz')} as due_at, ${raw(of ? 'version' : 'null::bigint')} as version ${more}
    from ${raw(table)} where ${join([...conditions, ...(besides ? [besides] : [])], ' and ')}`
}

const isOf = ({ name }: CaseRule) => sql`kind = ${raw(`'${name}'`)}`

/** The user and the id of each case of a kind, as `case_user` and `case_id`. The statement ends it: conditions, order and limit. */
export const waitingCases = (rule: CaseRule, ending: Sql) =>
  sql`(select user_id as case_user, id as case_id from cases where ${isOf(rule)} ${ending}) waiting`

/** The cases of a kind as a deadline that the metrics watch. */
export const deadlineOf = (rule: CaseRule, nearHours: number): Deadline => ({
  kind: rule.name,
  table: 'cases',
  waits: isOf(rule),
  by: order,
  nearHours,
})
