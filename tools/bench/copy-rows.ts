import type pg from 'pg'

interface Copies {
  /** The copied row of the table: the first that satisfies this condition. */
  like: string
  /** Once for each row of this list. */
  from: string
  /** Columns with new values; the others are copied. */
  made: Record<string, string>
}

export async function copyRows(
  db: Pick<pg.ClientBase, 'query'>,
  table: string,
  { like, from, made }: Copies,
): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  await db.query(
    `insert into ${table} (${names.map((name) => `"${name}"`)})
     select ${names.map((name) => made[name] ?? `copied."${name}"`)}
     from (select * from ${table} where ${like} limit 1) copied, ${from}`,
  )
}
