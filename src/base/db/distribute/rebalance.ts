import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { asAdmin, onNodes, type Say } from './distribute.ts'

const LOOK_MS = 500
const CLEAN_MS = 60_000
const STILL_PATIENT = 'this login still waits for locks without end: alter role … in database … reset lock_timeout'

/**
 * Moves pieces until every node that takes rows has its share and the others have none, while they are written. For each move Citus makes
 * a role that replicates into the new place, and PostgreSQL lets none do so past row-level security that is not let past it: this one
 * is, for as long as it exists.
 */
export function rebalance(adminUrl: string, say: Say): Promise<void> {
  return asAdmin(adminUrl, async (beside) => {
    await bePatient(beside, 'set lock_timeout = 0')
    try {
      await asAdmin(adminUrl, (admin) => move(admin, beside, say))
      for (const { node, pieces } of await placements(beside)) say(`${node}: ${pieces} pieces`)
      await clean(beside)
    } finally {
      // Whatever ended it is what the operator has to hear of.
      await bePatient(beside, 'reset lock_timeout').catch(() => say(STILL_PATIENT))
    }
  })
}

async function move(admin: pg.Client, beside: pg.Client, say: Say): Promise<void> {
  const moving = admin.query(`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`)
  const isOver = moving.then(
    () => true,
    () => true,
  )
  for (let told = ''; !(await Promise.race([isOver, pause(LOOK_MS, false)])); ) {
    await letMoversPast(beside)
    const now = await progress(beside)
    if (now !== told) say(now)
    told = now
  }
  await moving
}

/** Who moves waits for those who write, as long as it takes: after `lock_timeout`, which the nodes tell everybody, half of a move would be undone. */
const bePatient = (admin: pg.Client, how: 'set lock_timeout = 0' | 'reset lock_timeout') =>
  onNodes(
    admin,
    `execute format('alter role %I in database %I ${how}', current_user, current_database());`,
    'run_command_on_all_nodes',
  )

/**
 * What is left of a piece where it came from goes when nobody reads it any more: before a node that gave all of them away is taken out.
 * Of a node that is not there any more nothing can be dropped.
 */
async function clean(admin: pg.Client): Promise<void> {
  for (const deadline = Date.now() + CLEAN_MS; ; await pause(LOOK_MS)) {
    await admin.query('call citus_cleanup_orphaned_resources()')
    const { rowCount } = await admin.query(
      'select from pg_dist_cleanup join pg_dist_node on groupid = node_group_id limit 1',
    )
    if (rowCount === 0) return
    if (Date.now() > deadline)
      throw new Error('what the moves left behind is still read, and stays for Citus to drop: see pg_dist_cleanup')
  }
}

const letMoversPast = (admin: pg.Client) =>
  onNodes(
    admin,
    `declare mover name; begin
       for mover in select rolname from pg_roles
         where rolname like 'citus\\_shard\\_move\\_subscription\\_role\\_%' and not rolbypassrls
       loop execute format('alter role %I bypassrls', mover); end loop; end;`,
    'run_command_on_workers',
  )

async function progress(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ done: number; all: number }>(
    'select (count(*) filter (where progress = 2))::int as done, count(*)::int as all from get_rebalance_progress()',
  )
  return `${rows[0]!.done} of ${rows[0]!.all} pieces moved`
}

async function placements(admin: pg.Client): Promise<{ node: string; pieces: number }[]> {
  const { rows } = await admin.query<{ node: string; pieces: number }>(`
    select nodename || ':' || nodeport as node, count(shardid)::int as pieces
    from pg_dist_node left join pg_dist_placement using (groupid) where groupid <> 0 group by 1 order by 1`)
  return rows
}
