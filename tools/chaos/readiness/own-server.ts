import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type Cluster, serveCluster } from '@eclusa/simulators/postgres.ts'
import { killDatabase } from './freeze.ts'

/** A server that can be killed, and started again in the same place. */
export interface Server {
  adminUrl: string
  stop(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  /** Kills it and removes all of it. */
  remove(): Promise<void>
}

const RESTART_MS = 60_000

/** A server for a cluster of the drill's own. */
export async function serveOwn(
  cluster: Cluster,
  settings: string[] = [],
  env: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const pidFile = join(cluster.data, 'postmaster.pid')
  // Sets the server's clock through a preloaded library.
  const serve = async () => {
    Object.assign(process.env, env)
    try {
      return await serveCluster(cluster, settings, { port, startMs: RESTART_MS })
    } finally {
      for (const name of Object.keys(env)) delete process.env[name]
    }
  }
  let served = await serve()
  // Also after an interrupt: no server is left behind.
  const end = () => {
    const pid = existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (pid) process.kill(pid, 'SIGQUIT')
  }
  process.once('exit', end)
  return {
    adminUrl: served.adminUrl,
    stop: () => served.stop(),
    async kill() {
      await killDatabase(cluster.data)
      await served.kill()
      await rm(pidFile, { force: true })
    },
    async start() {
      served = await serve()
    },
    async remove() {
      await served.stop()
      process.off('exit', end)
      await rm(dirname(cluster.data), { recursive: true, force: true })
    },
  }
}
