import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inTurn, readMigrations, schemaRefusal } from '../migrations.ts'
import { cutTogether, distributedTables, nodeSettings } from './tables.ts'

/** As many pieces as 32 nodes could still divide among them. It is said once, for all tables together. */
const SHARDS = 32

/** The extension whose way with triggers, roles and settings this was tried with. */
const CITUS_MIN = 13

export type Say = (line: string) => void

/** What is still to be done, in this order. */
interface DistributionPlan {
  nodes: string[]
  tables: { table: string; rows: number }[]
}

/**
 * Cuts a migrated database by user over the nodes of a Citus cluster. What was done is not done again, so that it can be run once
 * more when it was cut off, and after every `migrate`. Rows are copied past the triggers, which are for those who write them.
 */
export function distribute(adminUrl: string, say: Say, shards = SHARDS): Promise<void> {
  return asAdmin(adminUrl, (admin) =>
    inTurn(admin, async () => {
      const { nodes, tables } = await look(admin)
      say(`${nodes.length} nodes: ${nodes.join(', ')}`)
      if (tables.length > 0) await refuseUsers(admin)
      say(`roles on every node: ${(await makeRoles(admin)).join(', ')}`)
      await tellNodes(admin)
      say('settings of the database said on every node')
      const functions = await makeFunctions(admin, 'plain')
      for (const group of cutTogether) {
        const left = tables.filter(({ table }) => group.some((name) => name === table))
        if (left.length > 0) await cut(admin, left, shards, say)
      }
      const others = await makeFunctions(admin, 'of rows')
      say(`${functions + others} functions on every node`)
      await layOver(admin, 'on-a-cluster.sql')
      await layOver(admin, 'members-on-nodes.sql')
      await copyToNodes(admin, 'members_on_nodes')
      await layOver(admin, 'join-commits.sql')
      say(`distributed by user_id: ${distributedTables.join(', ')}`)
    }),
  )
}

/** What `distribute` would do, which is not done. */
export function planDistribution(adminUrl: string): Promise<DistributionPlan> {
  return asAdmin(adminUrl, look)
}

export async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'eclusa-distribute' })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Looks at what is there, and throws where it must not be touched. It only reads. */
async function look(admin: pg.Client): Promise<DistributionPlan> {
  const [found] = (
    await admin.query<{ superuser: boolean; owner: boolean; citus: string | null; clock: boolean }>(`
      select exists (select from pg_roles join pg_namespace on nspowner = pg_roles.oid
          where nspname = 'eclusa' and rolsuper) as owner,
        (select rolsuper from pg_roles where rolname = current_user) as superuser,
        (select extversion from pg_extension where extname = 'citus') as citus,
        to_regnamespace('clock') is not null as clock`)
  ).rows
  const { superuser, owner, citus, clock } = found!
  if (citus === null) throw new Error(`there is no Citus in this database: run 'create extension citus' on every node`)
  if (Number.parseInt(citus, 10) < CITUS_MIN)
    throw new Error(`Citus ${citus} is too old: this was tried with ${CITUS_MIN}`)
  if (!superuser) throw new Error('rows are copied past their triggers, which only a superuser may: connect as one')
  // Roles are made on the nodes with no more rights than they need, and this one would lose those of a superuser there.
  if (owner) throw new Error('the schema belongs to a superuser: hand it to a role of its own first')
  if (clock) throw new Error('a test installation has a clock of its own, which no other node knows')
  const refusal = await schemaRefusal(admin, readMigrations())
  if (refusal) throw new Error(refusal)
  const { rows: nodes } = await admin.query<{ node: string }>(`
    select nodename || ':' || nodeport as node from pg_dist_node
    where isactive and noderole = 'primary' and shouldhaveshards order by 1`)
  const { rows: here } = await admin.query('select from pg_dist_node where groupid = 0')
  if (here.length === 0) throw new Error(`the nodes do not know this one: run 'select citus_set_coordinator_host(...)'`)
  if (nodes.length === 0) throw new Error(`no node takes rows: add one with 'select citus_add_node(...)'`)
  const { rows: cutAlready } = await admin.query<{ table: string }>(`
    select relname as table from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where relnamespace = 'eclusa'::regnamespace and partmethod = 'h'`)
  const done = new Set(cutAlready.map(({ table }) => table))
  const tables = []
  for (const table of distributedTables.filter((name) => !done.has(name))) {
    const { rows } = await admin.query<{ count: string }>(`select count(*) from eclusa.${table}`)
    tables.push({ table, rows: Number(rows[0]!.count) })
  }
  return { nodes: nodes.map(({ node }) => node), tables }
}

/** A table that is cut is locked until all its rows are copied, and who wrote before writes otherwise afterwards. */
async function refuseUsers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ application_name: string; count: string }>(`
    select application_name, count(*) from pg_stat_activity
    where datname = current_database() and application_name ~ '^eclusa-(api|operator|worker|desk)' group by 1 order by 1`)
  if (rows.length === 0) return
  const who = rows.map(({ application_name, count }) => `${application_name} (${count})`).join(', ')
  throw new Error(`stop every process of the gateway first: ${who} is connected`)
}

/**
 * Whoever asks here asks on the nodes under the same name: the owner of the schema, the roles of the tasks, and the logins that were
 * joined to them. Citus takes along only roles that were made after it came.
 */
export async function makeRoles(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; command: string }>(`
    with recursive known as (
      select oid from pg_authid where rolname ~ '^eclusa_(api|worker|desk|bootstrap|auditor|operator)$'
        or oid = (select nspowner from pg_namespace where nspname = 'eclusa')
      union select member from pg_auth_members join known on roleid = known.oid
    )
    select rolname as name, format($command$
        if to_regrole(quote_ident(%1$L)) is null then create role %1$I; end if;
        alter role %1$I nobypassrls nosuperuser %2$s password %3$L;
        %4$s$command$, rolname, case when rolcanlogin then 'login' else 'nologin' end, rolpassword,
      (select string_agg(format('grant %s to %I;', roleid::regrole, rolname), ' ') from pg_auth_members where member = known.oid))
      as command
    from known join pg_authid on pg_authid.oid = known.oid
    order by exists (select from pg_auth_members where member = known.oid), rolname`)
  for (const { command } of rows) await onNodes(admin, command, 'run_command_on_workers')
  return rows.map(({ name }) => name)
}

async function tellNodes(admin: pg.Client): Promise<void> {
  for (const [name, value] of Object.entries(nodeSettings)) {
    const { rows } = await admin.query<{ command: string }>(
      `select format('alter database %I set %s = %L;', current_database(), $1::text, $2::text) as command`,
      [name, value],
    )
    await onNodes(admin, rows[0]!.command, 'run_command_on_all_nodes')
    await admin.query(`select set_config($1, $2, false)`, [name, value])
  }
}

/** Each node does it by itself, and tells no other. */
export async function onNodes(
  admin: pg.Client,
  commands: string,
  which: 'run_command_on_all_nodes' | 'run_command_on_workers',
) {
  const block = `do $do$ begin perform set_config('citus.enable_ddl_propagation', 'off', true); ${commands} end $do$`
  const { rows } = await admin.query<{ success: boolean; result: string }>(`select success, result from ${which}($1)`, [
    block,
  ])
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`a node refused '${commands.trim()}': ${failed.result}`)
}

/**
 * What statements, policies and triggers of the tables call, and what that calls in its turn. Citus makes by itself only what a trigger names.
 * Those that take a row can be made once there is a table of that name on the node.
 */
async function makeFunctions(admin: pg.Client, which: 'plain' | 'of rows'): Promise<number> {
  const { rows } = await admin.query<{ signature: string; takes_row: boolean }>(
    `
    with recursive cut as (
      select unnest($1::text[])::regclass as id
    ), called as (
      select refobjid as id from pg_depend join pg_policy on pg_policy.oid = objid and classid = 'pg_policy'::regclass
      where refclassid = 'pg_proc'::regclass and polrelid in (select id from cut)
      union select tgfoid from pg_trigger where tgrelid in (select id from cut) and not tgisinternal
      -- The one that statements themselves call.
      union select 'eclusa.next_version(bigint, bigint)'::regprocedure
      union select other.oid from called join pg_proc caller on caller.oid = called.id
        join pg_proc other on caller.prosrc ~ ('\\m' || other.proname || '\\(') and other.pronamespace = 'eclusa'::regnamespace
    )
    select id::regprocedure::text as signature,
      exists (select from unnest(proargtypes) argument join pg_type on pg_type.oid = argument where typtype = 'c') as takes_row
    from called join pg_proc on pg_proc.oid = called.id
    where pronamespace = 'eclusa'::regnamespace order by 1`,
    [distributedTables.map((table) => `eclusa.${table}`)],
  )
  const wanted = rows.filter(({ takes_row }) => takes_row === (which === 'of rows'))
  for (const { signature } of wanted) await admin.query('select create_distributed_function($1)', [signature])
  return wanted.length
}

async function cut(admin: pg.Client, tables: DistributionPlan['tables'], shards: number, say: Say): Promise<void> {
  const [[first]] = cutTogether
  const beganAt = performance.now()
  const names = tables.map(({ table }) => table)
  await inTransaction(admin, async () => {
    await admin.query('set local session_replication_role = replica')
    await admin.query(`set local citus.shard_count = ${shards}`)
    await admin.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    const references = await referencesAmong(admin, names)
    for (const { table, name } of references) await admin.query(`alter table ${table} drop constraint ${name}`)
    for (const table of names)
      await admin.query(`select create_distributed_table($1, 'user_id', colocate_with => $2)`, [
        `eclusa.${table}`,
        table === first ? 'none' : `eclusa.${first}`,
      ])
    for (const { table, name, definition } of references)
      await admin.query(`alter table ${table} add constraint ${name} ${definition}`)
  }).catch((error: unknown) => {
    throw new Error(`${names.join(', ')} not distributed, and as before: ${(error as Error).message}`, { cause: error })
  })
  const ms = Math.round(performance.now() - beganAt)
  for (const { table, rows } of tables) say(`${table}: ${rows} rows over the nodes (${ms} ms)`)
}

/** Says over what the migrations left. What is made belongs to whom the rest belongs, and is changed by the migrations to come. */
function layOver(admin: pg.Client, file: string): Promise<void> {
  return inTransaction(admin, async () => {
    const { rows } = await admin.query<{ command: string }>(
      `select format('set local role %s', nspowner::regrole) as command from pg_namespace where nspname = 'eclusa'`,
    )
    await admin.query(rows[0]!.command)
    await admin.query(readFileSync(new URL(file, import.meta.url), 'utf8'))
  })
}

/** What every node has of its own, and is written on all of them together. Only a superuser has them know it. */
async function copyToNodes(admin: pg.Client, table: string): Promise<void> {
  await admin.query(
    `select create_reference_table(name) from (select $1::regclass as name) asked
     where name not in (select logicalrelid from pg_dist_partition)`,
    [`eclusa.${table}`],
  )
}

/** A table that is still whole may not refer to one that is cut. */
async function referencesAmong(admin: pg.Client, tables: string[]) {
  const { rows } = await admin.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and confrelid = any ($1::regclass[])`,
    [tables.map((table) => `eclusa.${table}`)],
  )
  return rows
}

/** One statement at a time: what is set for a transaction is told to the nodes in the words in which it was sent. */
async function inTransaction(admin: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await admin.query('begin')
  try {
    await admin.query('set local search_path = eclusa')
    await work()
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}
