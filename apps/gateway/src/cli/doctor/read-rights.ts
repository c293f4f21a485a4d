import type pg from 'pg'

/**
 * Reads the privileges in the gateway's schemas, each as the statement that grants it: row-level security, policies,
 * grants, and enabled triggers. `apps/gateway/schema.sql` contains those of the migrations (schema-rights.ts), so that a server can
 * be compared with it, and a missing privilege is the statement that fixes it. The owner, who runs the statements,
 * appears as `current_user`. Partitions have their table's privileges and none of their own. For the database itself
 * only public privileges are returned.
 */
export async function readRights(pool: Pick<pg.Pool, 'connect'>): Promise<string[]> {
  const client = await pool.connect()
  try {
    // PostgreSQL omits the schema of names on the search path, so the path contains none of ours.
    await client.query('begin read only')
    await client.query('set local search_path = pg_catalog')
    const { rows } = await client.query<{ said: string }>(rights)
    await client.query('commit')
    client.release()
    // The server breaks long conditions into lines.
    return rows.map(({ said }) => said.replaceAll(/\s+/g, ' ')).toSorted()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const rights = `
  with ours as (select oid, nspname, nspowner, nspacl from pg_namespace where nspname in ('eclusa', 'pgboss')),
  relation as (
    select c.oid, c.relkind, c.relispartition, c.relrowsecurity, c.relforcerowsecurity, c.relacl, c.relowner,
      quote_ident(nspname) || '.' || quote_ident(relname) as name
    from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S')
      -- The queue makes one for each day and drops it later: what is written down would be wrong tomorrow.
      and relname !~ '^queue_stats_\\d{8}$'),
  function as (
    select p.proowner, coalesce(p.proacl, acldefault('f', p.proowner)) as acl,
      format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc p join ours on ours.oid = pronamespace),
  given (what, owner, given) as (
    select 'on schema ' || quote_ident(nspname), nspowner, nspacl from ours
    union all select 'on ' || case relkind when 'S' then 'sequence ' else '' end || name, relowner, relacl from relation
    union all select '(' || quote_ident(attname) || ') on ' || name, relowner, attacl
      from relation join pg_attribute on attrelid = relation.oid where attnum > 0
    union all select 'on function ' || name, proowner, acl from function
    union all select 'on database ' || quote_ident(datname), datdba, coalesce(datacl, acldefault('d', datdba))
      from pg_database where datname = current_database())
  select 'alter table ' || name || ' enable row level security' as said
    from relation where relrowsecurity and not relispartition
  union all select 'alter table ' || name || ' force row level security'
    from relation where relforcerowsecurity and not relispartition
  union all select format('grant %s %s to %s%s', lower(privilege_type), what,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
      case when is_grantable then ' with grant option' else '' end)
    from given, aclexplode(given.given) where grantee <> owner
      and (what !~ '^on database' or (grantee = 0 and privilege_type <> 'CONNECT'))
  union all select format('create policy %I on %s as %s for %s to %s%s%s', polname, name,
      case when polpermissive then 'permissive' else 'restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(role, ', ' order by role collate "C") from (
         select case when oid = 0 then 'public' when oid = relowner then 'current_user' else quote_ident(pg_get_userbyid(oid)) end as role
         from unnest(polroles) as oid) as roles),
      ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')')
    from pg_policy join relation on relation.oid = polrelid
  union all select format('alter table %s enable %strigger %I', name,
      case tgenabled when 'A' then 'always ' when 'R' then 'replica ' else '' end, tgname)
    from pg_trigger join relation on relation.oid = tgrelid
    where not tgisinternal and tgenabled <> 'D' and tgparentid = 0 and not relispartition`

/** The statement that revokes this privilege. */
export function takenBack(statement: string): string {
  const policy = /^create policy ("[^"]+"|\S+) on (\S+) /.exec(statement)
  if (policy) return `drop policy ${policy[1]} on ${policy[2]}`
  if (statement.startsWith('grant '))
    return statement.replace(/^grant /, 'revoke ').replace(/ to (\S+)(?: with grant option)?$/, ' from $1')
  return statement
    .replace(/ enable (?:always |replica )?trigger /, ' disable trigger ')
    .replace(
      / (enable|force) row level security$/,
      (_, word) => ` ${word === 'enable' ? 'disable' : 'no force'} row level security`,
    )
}
