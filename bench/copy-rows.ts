import type pg from 'pg'

interface Copies {
  /** Which row of the table is copied: the first of which this is true. */
  like: string
  /** Once for each of what this lists. */
  from: string
  /** Columns that are made anew; the others say the same. */
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
