import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Deadline } from '../platform/db/statement-deadline.ts'

/**
 * A column condition that holds while the record waits. It is evaluated on the written row, and used as SQL where
 * tables are compared.
 */
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

/**
 * Which records of a table wait for a decision. This is the only definition: the store that writes the table uses it
 * to update its cases.
 */
export interface CaseRule {
  name: string
  table: string
  /** How a record belongs to a user and a product. Absent when no ledger has reported the owner. */
  of?: 'product' | 'wallet'
  waits: Record<string, Condition>
  /** A condition on other tables. Code that changes them ends the cases itself, with `endCases`. */
  besides?: Sql
  /** The column with the start of the wait. */
  since: string
  /** The column of the deadline. When absent, the deadline is DESK_REVIEW_HOURS after `since`, added on reading. */
  due_at?: string
  /** The record concerns the payment in `transaction_id`: the documents of both parties are written with the record. */
  aboutPayment?: true
}

/** The user id of a case without a user. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

const order = 'coalesce(due_at, since)'
/** The sort column of a list. For kinds without deadlines it is a fixed number of hours before the shown one. */
export const caseOrder = raw(order)

/** The case columns that are derived from a record. */
export interface CaseState {
  since: string
  due_at: string | null
  version: number | null
}

export interface CaseRow {
  id: string
}

/** The case of a row, or null when the row waits for no decision. */
export function caseOf({ waits, since, due_at }: CaseRule, record: CaseRow): CaseState | null {
  const row = record as CaseRow & Record<string, unknown>
  if (!Object.entries(waits).every(([column, { holds }]) => holds(row[column]))) return null
  return {
    since: row[since] as string,
    due_at: due_at === undefined ? null : (row[due_at] as string),
    version: (row['version'] as number | undefined) ?? null,
  }
}

/** The same for all records of the kind: the expected content of `cases`. */
export function waitingRecords({ name, table, of, waits, besides, since, due_at }: CaseRule, more = empty): Sql {
  const conditions = Object.entries(waits).map(([column, condition]) => condition.sql(raw(column)))
  return sql`
    select ${raw(of ? 'user_id' : `'${NOBODY}'::uuid as user_id`)}, ${raw(`'${name}'`)} as kind, id, ${raw(since)} as since,
      ${raw(due_at ?? 'null::timestamptz')} as due_at, ${raw(of ? 'version' : 'null::bigint')} as version ${more}
    from ${raw(table)} where ${join([...conditions, ...(besides ? [besides] : [])], ' and ')}`
}

const isOf = ({ name }: CaseRule) => sql`kind = ${raw(`'${name}'`)}`

/**
 * The user and the id of each case of a kind, as `case_user` and `case_id`. `ending` adds conditions, order and limit.
 */
export const waitingCases = (rule: CaseRule, ending: Sql) =>
  sql`(select user_id as case_user, id as case_id from cases where ${isOf(rule)} ${ending}) waiting`

/** The cases of a kind as a deadline for the metrics. */
export const deadlineOf = (rule: CaseRule, nearHours: number): Deadline => ({
  kind: rule.name,
  table: 'cases',
  waits: isOf(rule),
  by: order,
  nearHours,
})
