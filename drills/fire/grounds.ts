import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../sandbox/free-port.ts'
import { newCluster, serveCluster } from '../../sandbox/postgres.ts'
import { startSwift } from '../../sandbox/swift/swift.ts'
import { openSilentLine, type SilentLine } from '../../test/support/silent-line.ts'
import { openBucket } from '../../test/support/swift.ts'
import { type Clock, openClock } from '../able/clocks.ts'
import { killDatabase } from '../able/freeze.ts'
import { openSmallDisk, type SmallDisk } from '../able/small-disk.ts'
import type { CreateDatabase } from '../able/stage.ts'
import { type Cluster, startCluster } from '../failover/cluster.ts'
import { type Citus, startCitus } from './citus.ts'

/** A server that can be ended, and served again in the same place. */
export interface Server {
  stop(): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
}

/** What a gateway stands on while it burns, and the strings by which each part of it can be pulled. */
export interface Ground {
  adminUrl: string
  /** Settings of every process beyond the usual, and of those of the first host alone. */
  env: Record<string, string>
  firstHost: Record<string, string>
  create?: CreateDatabase
  server?: Server
  cluster?: Cluster
  disk?: SmallDisk
  citus?: Citus
  clocks?: { database: Clock; host: Clock }
  /** The line to a store that is not this machine's. */
  storeLine?: SilentLine
  close(): Promise<void>
}

export type GroundName = 'light' | 'small disk' | 'own clocks' | 'store' | 'cluster' | 'citus'

/** What is full for good after a few runs is made anew for each. */
export const burnsOnce: GroundName[] = ['small disk']

const RESTART_MS = 60_000
const DISK_MEGABYTES = 192

/** One PostgreSQL of this version's package, which the drill itself serves. */
async function openLight(env: Record<string, string> = {}): Promise<Ground & { server: Server }> {
  const cluster = await newCluster()
  const port = await freePort()
  const pidFile = join(cluster.data, 'postmaster.pid')
  // The server hears what time it is from whom it is told to.
  const serve = async () => {
    Object.assign(process.env, env)
    try {
      return await serveCluster(cluster, [], { port, startMs: RESTART_MS })
    } finally {
      for (const name of Object.keys(env)) delete process.env[name]
    }
  }
  let served = await serve()
  // However this ends: who is interrupted leaves no server behind.
  const end = () => {
    const pid = existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    if (pid) process.kill(pid, 'SIGQUIT')
  }
  process.once('exit', end)
  const server: Server = {
    stop: () => served.stop(),
    async kill() {
      await killDatabase(cluster.data)
      await served.kill()
      await rm(pidFile, { force: true })
    },
    async start() {
      served = await serve()
    },
  }
  return {
    adminUrl: served.adminUrl,
    env: {},
    firstHost: {},
    server,
    async close() {
      await server.stop()
      process.off('exit', end)
      await rm(dirname(cluster.data), { recursive: true, force: true })
    },
  }
}

export const grounds: Record<GroundName, () => Promise<Ground>> = {
  light: openLight,

  async 'small disk'() {
    const [light, disk] = [await openLight(), await openSmallDisk(DISK_MEGABYTES)]
    const close = async () => {
      await light.close()
      await disk.remove()
    }
    return { ...light, disk, create: disk.create, close }
  },

  async 'own clocks'() {
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-clocks-'))
    // The server runs as somebody else.
    await chmod(folder, 0o755)
    const clocks = { database: await openClock(join(folder, 'database')), host: await openClock(join(folder, 'host')) }
    const light = await openLight(clocks.database.env)
    // A clock that goes forward ends windows: what is asked is whether anything else breaks.
    const env = { REPLAY_WINDOW_SECONDS: '14400' }
    return { ...light, env, firstHost: clocks.host.env, clocks }
  },

  async store() {
    const [light, swift] = [await openLight(), await startSwift()]
    const { settings } = await openBucket(swift, 'eclusa-fire')
    const storeLine = await openSilentLine(swift.endpoint)
    const close = async () => {
      await light.close()
      await storeLine.close()
      await swift.stop()
    }
    // Without the slash that an address by itself ends with.
    return { ...light, env: { ...settings, S3_ENDPOINT: new URL(storeLine.url).origin }, storeLine, close }
  },

  async cluster() {
    const cluster = await startCluster()
    return { adminUrl: cluster.adminUrl, env: {}, firstHost: {}, cluster, close: () => cluster.stop() }
  },

  async citus() {
    const citus = await startCitus()
    const { adminUrl, create } = citus
    return { adminUrl, env: {}, firstHost: {}, create, citus, close: () => citus.stop() }
  },
}
