import { execFile } from 'node:child_process'
import { appendFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { asAdmin, withDatabase } from '../../sandbox/database.ts'
import { makeCluster, newServerFolder, type Programs } from '../../sandbox/postgres.ts'
import { rebalance } from '../../src/base/db/distribute/rebalance.ts'
import { addNode, clusterUrls, createOnCluster, distributeOnCluster, type Nodes } from '../../test/support/cluster.ts'
import { type Server, serveOwn } from '../able/own-server.ts'
import type { CreateDatabase } from '../able/stage.ts'

/** A coordinator and two nodes that have the rows, each of which can be ended and served again, and one that is still to come. */
export interface Citus {
  adminUrl: string
  create: CreateDatabase
  coordinator: Server
  /** Where everything of this user is. */
  nodeOf(user_id: string): Promise<Server>
  /** The spare one takes its share of the rows, and gives it back. */
  add(): Promise<void>
  remove(): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)
const settings = [
  'shared_preload_libraries=citus',
  // Rows of a node that is added or emptied are copied while they are written.
  'wal_level=logical',
  'max_prepared_transactions=300',
  'max_worker_processes=32',
  // They are on the loopback.
  'citus.node_conninfo=sslmode=disable',
  // What a node had promised when it died is decided soon after it is back.
  'citus.recover_2pc_interval=2s',
]

export const hasCitus = () => process.env['CITUS_URL'] !== undefined

/** Servers of our own, by the programs of the one that CITUS_URL names: nobody else's are ended. */
export async function startCitus(): Promise<Citus> {
  const programs = await programsOf(process.env['CITUS_URL']!)
  const [coordinator, one, two, spare] = await Promise.all([
    startServer(programs),
    startServer(programs),
    startServer(programs),
    startServer(programs),
  ])
  const nodes: Nodes = [coordinator.adminUrl, one.adminUrl, two.adminUrl]
  await asAdmin(coordinator.adminUrl, async (admin) => {
    await admin.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator))
    // Logins that are made here are made on all of them.
    for (const node of [one, two]) await admin.query('select citus_add_node($1, $2)', placeOf(node))
  })
  let database = ''
  const onCoordinator = <T>(work: Parameters<typeof asAdmin<T>>[1]) =>
    asAdmin(withDatabase(coordinator.adminUrl, database), work)

  return {
    adminUrl: coordinator.adminUrl,
    async create(_, name) {
      database = name
      await createOnCluster(nodes, name)
      await distributeOnCluster(nodes, name)
      return clusterUrls(nodes, name)
    },
    coordinator,
    nodeOf: (user_id) =>
      onCoordinator(async (admin) => {
        const { rows } = await admin.query<{ nodeport: number }>(
          `select nodeport from pg_dist_placement join pg_dist_node using (groupid)
           where shardid = get_shard_id_for_distribution_column('eclusa.events', $1::uuid)`,
          [user_id],
        )
        return [one, two, spare].find((node) => placeOf(node)[1] === rows[0]!.nodeport)!
      }),
    add: () =>
      onCoordinator(async (admin) => {
        await copyRoles(programs, coordinator, spare)
        await addNode(admin, spare.adminUrl, database)
        await distributeOnCluster(nodes, database)
        await rebalance(withDatabase(coordinator.adminUrl, database), () => {})
      }),
    remove: () =>
      onCoordinator(async (admin) => {
        await admin.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', false)`, placeOf(spare))
        await rebalance(withDatabase(coordinator.adminUrl, database), () => {})
        await admin.query('select citus_remove_node($1, $2)', placeOf(spare))
      }),
    async stop() {
      await Promise.allSettled([coordinator, one, two, spare].map((server) => server.remove()))
    },
  }
}

function placeOf({ adminUrl }: Server): [string, number] {
  const { hostname, port } = new URL(adminUrl)
  return [hostname, Number(port)]
}

async function programsOf(citusUrl: string): Promise<Programs> {
  const bin = await asAdmin(citusUrl, async (admin) => {
    const { rows } = await admin.query<{ setting: string }>(`select setting from pg_config() where name = 'BINDIR'`)
    return rows[0]!.setting
  })
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** A node has the logins of the others before it becomes one of them. Those it has already stay as they are. */
async function copyRoles({ postgres }: Programs, from: Server, to: Server): Promise<void> {
  const program = (name: string) => join(dirname(postgres), name)
  const { stdout: roles } = await run(program('pg_dumpall'), ['--roles-only', '--dbname', from.adminUrl])
  const told = run(program('psql'), ['--quiet', '--dbname', to.adminUrl])
  told.child.stdin!.end(roles)
  await told
}

async function startServer(programs: Programs): Promise<Server> {
  const cluster = await makeCluster(await newServerFolder('eclusa-citus-'), programs)
  // They let each other in: they are on the loopback, for as long as the drill.
  await appendFile(join(cluster.data, 'postgresql.conf'), `hba_file = '${join(cluster.data, 'open_hba.conf')}'\n`)
  await appendFile(join(cluster.data, 'open_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
  const server = await serveOwn(cluster, settings)
  await asAdmin(server.adminUrl, (admin) => admin.query('create extension citus'))
  return server
}
