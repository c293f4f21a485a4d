import { chown, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asAdmin } from '@eclusa/simulators/database.ts'
import { type Cluster, serveCluster, serverIdentity } from '@eclusa/simulators/postgres.ts'
import { commands, type PgBackRest } from './pgbackrest.ts'

/** Fetching the WAL of a long day takes a while. */
const START_MS = 600_000

/** A database restored to a point in time, and how long it took. */
export interface Copy {
  adminUrl: string
  /** The files fetched from the store. */
  restoredMs: number
  /** WAL replay up to the target, until the server accepts writes. */
  recoveredMs: number
  stop(): Promise<void>
}

/** Restores a copy to a point in time. The previous folder is reused: files already in it are not fetched. */
export async function copyAt(moment: string, cluster: Cluster, backups: PgBackRest): Promise<Copy> {
  const copy = { ...cluster, data: join(dirname(cluster.data), 'copy', 'data') }
  await newFolder(dirname(copy.data))
  await newFolder(copy.data)
  const variables = { ...backups.elsewhere, COPY: copy.data, MOMENT: moment }
  const restoredMs = await timed(() => backups.run(commands.copyAt, variables))
  return serveRestored(copy, restoredMs)
}

/** The machine and its cluster are lost: everything in the archive is restored in its place. */
export async function restoreNewest(cluster: Cluster, backups: PgBackRest, settings: string[], port: number) {
  // Remaining processes of the server may still be ending in it.
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

/** The server rejects a folder that others may read. */
async function newFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (serverIdentity.uid) await chown(path, serverIdentity.uid, serverIdentity.gid)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
