import type pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'

/** Something that has to be done by a moment. What is done leaves the index it is found by, which begins with that moment. */
export interface Deadline {
  kind: string
  table: string
  /** What still has to be done, word for word the condition of the index. */
  waits: Sql
  /** The column that says until when. */
  by: string
  /** So long before it is near, and somebody should look. */
  nearHours: number
}

/** More than so many are many, and nobody waits for the number. */
const COUNTED_MAX = 1_000
const HOUR_MS = 3_600_000

/** How many are near, and how many were missed, each as far as is counted. */
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
