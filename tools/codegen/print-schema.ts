import { readRights } from '@eclusa/gateway/src/cli/doctor/read-rights.ts'
import type pg from 'pg'

/**
 * Schema printer: what the migrations produce as one normalised text, from PostgreSQL's own catalogs. Each table comes with its
 * constraints, indexes, triggers, policies, grants and the functions made for it alone; shared functions follow. Partitions of a date
 * are left out, because they change daily.
 */
export async function printSchema(pool: pg.Pool): Promise<string> {
  const rights = groupGrants(await readRights(pool))
  const on = (object: string) =>
    rights.filter((right) => right.includes(` on ${object} `) || right.startsWith(`alter table ${object} `))
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    // With this search path none of our names resolves, so each is printed with its schema.
    await client.query('set local search_path = pg_catalog')
    const read = async (sql: string) => (await client.query<PrintedSchema>(sql)).rows
    const roles = await read(roleLines)
    const details = await read(detailLines)
    const printed = await read(functionLines)
    const functionsOf = (table: string | undefined) =>
      printed
        .filter((each) => ownerOf(each) === table)
        .map(({ name, text }) => [text, ...on(`function ${name}`)].join('\n'))
    const texts = await read(tableLines)
    const tables = texts.map(({ name, text }) =>
      [
        text,
        ...details.filter((detail) => detail.name === name).map((detail) => detail.text),
        ...on(name),
        ...functionsOf(name),
      ].join('\n'),
    )
    const ofUsers = rights
      .map((right) => /^create policy of_scope on (\S+)/.exec(right)?.[1])
      .filter((name) => name !== undefined)
      .toSorted()
    const closed = texts
      .filter(({ name, text }) => /^ {2}user_id uuid/m.test(text) && !ofUsers.includes(name))
      .map(({ name }) => name)
    const isolated = details.filter(({ text }) => text.includes('requires_event')).map(({ name }) => name)
    await client.query('commit')
    const queue = rights.filter((right) => / on (schema |function )?pgboss\b/.test(right))
    return [
      opening,
      [...roles.map(({ text }) => text), ...on('schema eclusa')].join('\n'),
      tableIndex('Tables with rows of users, isolated by the policy of_scope', ofUsers),
      tableIndex(
        'Other tables with a user_id: no policy of_scope, closed to the API by grants or reached through functions',
        closed,
      ),
      tableIndex('Tables whose changes require an event at COMMIT (trigger requires_event)', isolated),
      ...tables,
      ...functionsOf(undefined),
      ['-- The queue, which pg-boss makes: the rights on it.', ...queue].join('\n'),
    ]
      .map((section) => `${section}\n`)
      .join('\n')
  } finally {
    client.release()
  }
}

interface PrintedSchema {
  name: string
  text: string
}

const opening = `-- What the migrations produce, made by \`npm run schema\` and compared by \`npm run check:schema\`. It is never run: to change
-- the schema, edit apps/gateway/migrations/. The doctor compares the rights of a database with those in here.`

/** A list of tables as a comment, which says where to look. */
const tableIndex = (title: string, names: string[]) =>
  [`-- ${title}:`, ...[...new Set(names)].map((name) => `--   ${name}`)].join('\n')

/** The table for which a function was generated: the check of its events and the digests of its rows. */
function ownerOf({ name, text }: PrintedSchema): string | undefined {
  const generated = /^eclusa\.(?:require_event|stored_digest)_(?!s\()(\w+)\(/.exec(name)?.[1]
  return generated
    ? `eclusa.${generated}`
    : /^CREATE OR REPLACE FUNCTION eclusa\.row_digest\(covered (eclusa\.\w+)\)/.exec(text)?.[1]
}

/** One statement for each role and object instead of one for each privilege. Triggers are printed with their table. */
function groupGrants(rights: string[]): string[] {
  const granted = new Map<string, string[]>()
  const others: string[] = []
  for (const right of rights) {
    const [, privilege, column, target] = /^grant (\w+) (?:\((\S+)\) )?(on .+)$/.exec(right) ?? []
    if (!privilege) others.push(right)
    else granted.set(target!, [...(granted.get(target!) ?? []), column ? `${privilege} ${column}` : privilege])
  }
  const grants = [...granted].map(([target, privileges]) => `grant ${listed(privileges)} ${target}`)
  return [...others.filter((right) => !right.includes(' trigger ')), ...grants].toSorted().map((right) => `${right};`)
}

/** `select`, `update a`, `update b` become `select, update (a, b)`. */
function listed(privileges: string[]): string {
  const whole = privileges.filter((privilege) => !privilege.includes(' '))
  const byColumn = Map.groupBy(
    privileges.filter((privilege) => privilege.includes(' ')).map((privilege) => privilege.split(' ')),
    ([verb]) => verb!,
  )
  return [
    ...whole,
    ...[...byColumn].map(([verb, columns]) => `${verb} (${columns.map(([, name]) => name).join(', ')})`),
  ].join(', ')
}

const ours = `eclusa_tables as (
  select oid, relname, relkind, relpersistence, reloptions, relpartbound, relispartition, 'eclusa.' || quote_ident(relname) as name
  from pg_class
  where relnamespace = (select oid from pg_namespace where nspname = 'eclusa') and relkind in ('r', 'p', 'v')
    and relname !~ '_\\d{4}_\\d\\d(_\\d\\d)?$')`

const roleLines = `
  select * from (select '' as name, format('create role %s %slogin %screaterole %sbypassrls;', rolname, case when rolcanlogin then '' else 'no' end,
    case when rolcreaterole then '' else 'no' end, case when rolbypassrls then '' else 'no' end) as text
  from pg_roles where rolname in ('eclusa_api', 'eclusa_worker', 'eclusa_backoffice', 'eclusa_bootstrap', 'eclusa_auditor')
  union all
  select '', format('-- default privileges on %s: %s', case defaclobjtype when 'f' then 'functions' when 'r' then 'tables' else defaclobjtype::text end,
    coalesce((select string_agg(case when grantee = 0 then 'public' when grantee = defaclrole then 'owner' else pg_get_userbyid(grantee)::text end
      || ' ' || lower(privilege_type), ', ' order by grantee, privilege_type) from aclexplode(defaclacl)), 'none'))
  from pg_default_acl) as roles
  order by roles.text collate "C"`

const tableLines = `
  with ${ours}, parts as (
    select t.oid, 1 as rank, attnum::text as place, lpad(attnum::text, 4, '0') as sort,
      '  ' || quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
        || case when attcollation <> typcollation then ' collate ' || quote_ident(collname) else '' end
        || coalesce(case attgenerated when 's' then ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
             else ' default ' || pg_get_expr(adbin, adrelid) end, '')
        || case attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' else '' end
        || case when attnotnull then ' not null' else '' end as text
    from eclusa_tables t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid left join pg_collation on pg_collation.oid = attcollation
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind <> 'v' and not relispartition
    union all
    select t.oid, 2, conname, conname, '  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(con.oid)
    from eclusa_tables t join pg_constraint con on conrelid = t.oid
    where contype in ('p', 'u', 'c', 'f', 'x') and conparentid = 0 and not relispartition)
  select name, case when relkind = 'v' then 'create view ' || name || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '')
        || ' as' || chr(10) || pg_get_viewdef(oid)
      when relispartition then 'create table ' || name || ' partition of '
        || (select inhparent::regclass::text from pg_inherits where inhrelid = oid) || ' ' || pg_get_expr(relpartbound, oid) || ';'
      else 'create ' || case relpersistence when 'u' then 'unlogged ' else '' end || 'table ' || name || ' (' || chr(10)
        || (select string_agg(text, ',' || chr(10) order by rank, sort collate "C") from parts where parts.oid = t.oid) || chr(10) || ')'
        || case relkind when 'p' then ' partition by ' || pg_get_partkeydef(oid) else '' end
        || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') || ';' end as text
  from eclusa_tables t order by relname collate "C"`

const detailLines = `
  with ${ours}
  select name, text from (
    select name, 1 as rank, coalesce(attnum, 0)::int as place, '' as sort, 'comment on ' || case when attnum is null then 'table ' || name
      else 'column ' || name || '.' || quote_ident(attname) end || ' is ' || quote_literal(description) || ';' as text
    from eclusa_tables t join pg_description on objoid = t.oid and classoid = 'pg_class'::regclass
      left join pg_attribute on attrelid = t.oid and attnum = objsubid and objsubid > 0
    union all
    select name, 2, 0, indexrelid::regclass::text, regexp_replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || ';'
    from eclusa_tables t join pg_index on indrelid = t.oid
    where not relispartition and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select name, 3, 0, stxname, pg_get_statisticsobjdef(pg_statistic_ext.oid) || ';'
    from eclusa_tables t join pg_statistic_ext on stxrelid = t.oid
    union all
    select name, 4, 0, tgname, pg_get_triggerdef(trigger.oid) || ';' || case tgenabled when 'O' then '' else chr(10) || format('alter table %s %s trigger %I;',
      name, case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'disable' end, tgname) end
    from eclusa_tables t join pg_trigger trigger on tgrelid = t.oid
    where not tgisinternal and tgparentid = 0 and not relispartition
    union all
    select name, 5, attnum::int, '', format('alter table %s alter column %I set statistics %s;', name, attname, attstattarget)
    from eclusa_tables t join pg_attribute on attrelid = t.oid where attstattarget > 0
    union all
    select name, 5, attnum::int, '', format('alter table %s alter column %I set (%s);', name, attname, array_to_string(attoptions, ', '))
    from eclusa_tables t join pg_attribute on attrelid = t.oid where attoptions is not null
    union all
    select name, 6, attnum::int, '', format('alter table %s alter column %I set storage %s;', name, attname, attstorage)
    from eclusa_tables t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped join pg_type on pg_type.oid = atttypid
    where attstorage <> typstorage and not relispartition
  ) as details order by name collate "C", rank, place, sort collate "C"`

const functionLines = `
  select format('eclusa.%I(%s)', proname, pg_get_function_identity_arguments(p.oid)) as name,
    rtrim(pg_get_functiondef(p.oid), chr(10)) || ';' || coalesce(chr(10) || format('comment on function eclusa.%I(%s) is ', proname,
      pg_get_function_identity_arguments(p.oid)) || quote_literal(obj_description(p.oid, 'pg_proc')) || ';', '') as text
  from pg_proc p where pronamespace = (select oid from pg_namespace where nspname = 'eclusa') and prokind in ('f', 'p')
  order by 1`
