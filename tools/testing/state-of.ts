import type pg from 'pg'

/** A digest of a user's data, by table. */
export type State = Record<string, string | null>

/**
 * A digest of every row of a user, in every table of the schema but the request log and the count of requests, which
 * rejections change too. One statement, because it runs often.
 */
export async function createStateOf(admin: pg.Pool): Promise<(user: { user_id: string }) => Promise<State>> {
  const { rows: tables } = await admin.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
    where c.relnamespace = 'eclusa'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('request_log', 'request_leases')`)
  const text = tables
    .map(
      ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as digest
        from ${name} t where user_id = $1`,
    )
    .join(' union all ')
  return async ({ user_id }) => {
    const { rows } = await admin.query<{ name: string; digest: string | null }>({
      name: 'digests',
      text,
      values: [user_id],
    })
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  }
}
