import type pg from 'pg'
import {
  asAdmin,
  createDatabase,
  type DatabaseUrls,
  databaseUrls,
  openAdminPool,
  withDatabase,
} from '../../sandbox/database.ts'
import { distribute, makeRoles } from '../../src/base/db/distribute/distribute.ts'
import { runMigrations } from '../../src/migrate.ts'

/** Few, because each is a table on a node for every month of every table. */
const SHARDS = 4

/** The address of a superuser on each node of a Citus cluster. The first is the one that is connected to. */
export type Nodes = [string, ...string[]]

/** The nodes of the cluster that CITUS_URL names: a database with the extension in it, to which the others were added. */
export function nodesOf(citusUrl: string): Promise<Nodes> {
  return asAdmin(citusUrl, async (admin) => {
    const { rows } = await admin.query<{ nodename: string; nodeport: number }>(
      'select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid',
    )
    const others = rows.map(({ nodename, nodeport }) => {
      const url = new URL(citusUrl)
      url.hostname = nodename
      url.port = String(nodeport)
      return url.toString()
    })
    return [citusUrl, ...others]
  })
}

/** A migrated database, to which the nodes were added: they have what is of the whole server, and no table yet. */
export async function createOnCluster(nodes: Nodes, name: string): Promise<void> {
  const [citusUrl, ...others] = nodes
  await createDatabase(citusUrl, name, async (ownerUrl) => {
    await runMigrations(ownerUrl, () => {})
    await asAdmin(withDatabase(citusUrl, name), async (admin) => {
      const { hostname, port } = new URL(citusUrl)
      await admin.query('create extension citus')
      await admin.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
      for (const node of others) await addNode(admin, node, name)
      // Logins that are made from here on are made on the nodes too, and join what has to be there.
      await makeRoles(admin)
    })
  })
}

/** A server that has the logins already: it gets the database, and its place in the cluster. It has no rows yet. */
export async function addNode(coordinator: pg.Client, node: string, name: string): Promise<void> {
  await asAdmin(node, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} owner eclusa_sandbox_owner`)
    // As openAdminPool says for its own sessions, of which a node is not told.
    await admin.query(`alter role current_user in database ${name} set session_replication_role = replica`)
  })
  await asAdmin(withDatabase(node, name), (admin) => admin.query('create extension citus'))
  const { hostname, port } = new URL(node)
  await coordinator.query('select citus_add_node($1, $2)', [hostname, Number(port)])
}

export const distributeOnCluster = ([citusUrl]: Nodes, name: string, say: (line: string) => void = () => {}) =>
  distribute(withDatabase(citusUrl, name), say, SHARDS)

/** What the gateway's logins connect to: a statement on a cluster is planned for the values it has. */
export function clusterUrls([citusUrl]: Nodes, name: string): DatabaseUrls {
  const urls = Object.entries(databaseUrls(citusUrl, name)).map(([login, url]) => [login, plannedByValue(url)])
  return Object.fromEntries(urls) as DatabaseUrls
}

export const WAITING = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

export function onCluster(nodes: Nodes, name: string) {
  const admin = openAdminPool(nodes[0], name)
  const waiting = async () => {
    const everywhere = 'select sum(result::int)::int as n from run_command_on_all_nodes($1)'
    return (await admin.query<{ n: number }>(everywhere, [WAITING])).rows[0]!.n
  }
  return {
    ...clusterUrls(nodes, name),
    admin,
    waiting,
    async drop() {
      await admin.end()
      await dropOnCluster(nodes, name)
    },
  }
}

export async function dropOnCluster(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes) await asAdmin(node, (client) => client.query(`drop database ${name} with (force)`))
}

/** Nobody may be connected to what is copied, the extension itself included. */
export async function closeOnCluster(nodes: Nodes, template: string): Promise<void> {
  for (const node of nodes)
    await asAdmin(node, async (admin) => {
      await admin.query(`alter database ${template} allow_connections false`)
      await gone(admin, template)
    })
}

/** The same copied on every node, once it is closed. */
export async function cloneOnCluster(nodes: Nodes, template: string, name: string): Promise<void> {
  for (const node of nodes)
    await asAdmin(node, async (admin) => {
      await admin.query(`create database ${name} template ${template} strategy file_copy`)
      await copySettings(admin, template, name)
    })
}

/** What `distribute` had a database say to its sessions is not in the database, and stays with it when it is copied. */
async function copySettings(admin: pg.Client, template: string, name: string): Promise<void> {
  const { rows } = await admin.query<{ command: string }>(
    `select format('alter %s set %s = %L',
       case setrole when 0 then format('database %I', $2::text) else format('role %s in database %I', setrole::regrole, $2::text) end,
       split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1)) as command
     from pg_db_role_setting join pg_database on pg_database.oid = setdatabase, unnest(setconfig) setting
     where datname = $1`,
    [template, name],
  )
  for (const { command } of rows) await admin.query(command)
}

async function gone(admin: pg.Client, database: string): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [database],
    )
    if (rowCount === 0) return
  }
}

function plannedByValue(url: string): string {
  const said = new URL(url)
  said.searchParams.set('options', '-c plan_cache_mode=auto')
  return said.toString()
}
