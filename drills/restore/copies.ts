import { chown, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asAdmin } from '../../sandbox/database.ts'
import { type Cluster, serveCluster, serverIdentity } from '../../sandbox/postgres.ts'
import { commands, type PgBackRest } from './pgbackrest.ts'

/** Fetching the log of a long day takes a while. */
const START_MS = 600_000

/** A database as it was at a moment, and how long it took to have it. */
export interface Copy {
  adminUrl: string
  /** The files fetched from the store. */
  restoredMs: number
  /** The log applied up to the moment, until the server takes writes. */
  recoveredMs: number
  stop(): Promise<void>
}

/** Brings a copy to a moment. The folder of the one before is used again: what is in it already is not fetched. */
export async function copyAt(moment: string, cluster: Cluster, backups: PgBackRest): Promise<Copy> {
  const copy = { ...cluster, data: join(dirname(cluster.data), 'copy', 'data') }
  await newFolder(dirname(copy.data))
  await newFolder(copy.data)
  const variables = { ...backups.elsewhere, COPY: copy.data, MOMENT: moment }
  const restoredMs = await timed(() => backups.run(commands.copyAt, variables))
  return serveRestored(copy, restoredMs)
}

/** The machine is lost, and with it the cluster: all there is in the archive is restored to where it was. */
export async function restoreNewest(cluster: Cluster, backups: PgBackRest, settings: string[], port: number) {
  // What is left of the server may still be dying in it.
  await rm(cluster.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  await newFolder(cluster.data)
  const restoredMs = await timed(() => backups.run(commands.newest))
  return serveRestored(cluster, restoredMs, settings, { port })
}

async function serveRestored(
  cluster: Cluster,
  restoredMs: number,
  settings: string[] = [],
  place: { port?: number } = {},
): Promise<Copy> {
  const started = performance.now()
  const served = await serveCluster(cluster, settings, { startMs: START_MS, ...place })
  while (await isRecovering(served.adminUrl)) await pause(100)
  return { ...served, restoredMs, recoveredMs: performance.now() - started }
}

async function isRecovering(adminUrl: string): Promise<boolean> {
  return asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    return rows[0]!.recovering
  })
}

/** The server takes no folder that others may look into. */
async function newFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (serverIdentity.uid) await chown(path, serverIdentity.uid, serverIdentity.gid)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
