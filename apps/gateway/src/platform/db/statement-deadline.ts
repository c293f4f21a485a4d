import type pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'

/** Something that has to be done before a deadline. Finished rows leave its partial index, which begins with the deadline. */
export interface Deadline {
  kind: string
  table: string
  /** The condition of unfinished rows, written exactly as in the index. */
  waits: Sql
  /** The column with the deadline. */
  by: string
  /** How long before the deadline a row counts as near, so that an operator looks at it. */
  nearHours: number
}

/** Counting stops here, so that the query stays fast. */
const COUNTED_MAX = 1_000
const HOUR_MS = 3_600_000

/** How many deadlines are near and how many were missed, each counted up to the maximum. */
export async function countDeadline(
  operator: pg.Pool,
  { table, waits, by, nearHours }: Deadline,
  now: Date,
): Promise<{ near: number; missed: number }> {
  const column = raw(by)
  const soon = new Date(now.getTime() + nearHours * HOUR_MS)
  const counted = (condition: Sql) => sql`(select count(*)::integer from (
    select from ${raw(table)} where ${waits} and ${condition} order by ${column} limit ${COUNTED_MAX}) counted)`
  const { rows } = await operator.query<{ near: number; missed: number }>(sql`
    select ${counted(sql`${column} > ${now} and ${column} <= ${soon}`)} as near,
      ${counted(sql`${column} <= ${now}`)} as missed`)
  return rows[0]!
}
