import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCluster } from '@eclusa/simulators/postgres.ts'
import { startSwift } from '@eclusa/simulators/swift/swift.ts'
import type { CreateDatabase } from '@eclusa/testing/processes/gateway-environment.ts'
import { createSilentConnection, type SilentLine } from '@eclusa/testing/silent-connection.ts'
import { createBucket } from '@eclusa/testing/swift.ts'
import { type Cluster, startCluster } from '../failover/cluster.ts'
import { type Clock, openClock } from '../readiness/clocks.ts'
import { type Server, serveOwn } from '../readiness/own-server.ts'
import { createSmallDisk, type SmallDisk } from '../readiness/small-disk.ts'

/** The environment of a gateway under fault injection, with a control for each part. */
export interface FaultEnvironment {
  adminUrl: string
  /** Settings of every process beyond the usual, and of those of the first host alone. */
  env: Record<string, string>
  firstHost: Record<string, string>
  create?: CreateDatabase
  server?: Server
  cluster?: Cluster
  disk?: SmallDisk
  clocks?: { database: Clock; host: Clock }
  /** The connection to a store on another machine. */
  storeLine?: SilentLine
  close(): Promise<void>
}

export type GroundName = 'light' | 'small disk' | 'own clocks' | 'store' | 'cluster'

/** Environments that wear out after a few runs are recreated for each. */
export const burnsOnce: GroundName[] = ['small disk']

const DISK_MEGABYTES = 192

/** One packaged PostgreSQL, started by the drill itself. */
async function openLight(env: Record<string, string> = {}): Promise<FaultEnvironment & { server: Server }> {
  const server = await serveOwn(await newCluster(), [], env)
  return { adminUrl: server.adminUrl, env: {}, firstHost: {}, server, close: () => server.remove() }
}

export const grounds: Record<GroundName, () => Promise<FaultEnvironment>> = {
  light: openLight,

  async 'small disk'() {
    const [light, disk] = [await openLight(), await createSmallDisk(DISK_MEGABYTES)]
    const close = async () => {
      await light.close()
      await disk.remove()
    }
    return { ...light, disk, create: disk.create, close }
  },

  async 'own clocks'() {
    const folder = await mkdtemp(join(tmpdir(), 'eclusa-clocks-'))
    // The server runs as another user.
    await chmod(folder, 0o755)
    const clocks = { database: await openClock(join(folder, 'database')), host: await openClock(join(folder, 'host')) }
    const light = await openLight(clocks.database.env)
    // A clock that moves forward ends replay windows: the drill tests whether anything else breaks.
    const env = { REPLAY_WINDOW_SECONDS: '14400' }
    return { ...light, env, firstHost: clocks.host.env, clocks }
  },

  async store() {
    const [light, swift] = [await openLight(), await startSwift()]
    const { settings } = await createBucket(swift, 'eclusa-fire')
    const storeLine = await createSilentConnection(swift.endpoint)
    const close = async () => {
      await light.close()
      await storeLine.close()
      await swift.stop()
    }
    // Without the final slash of a bare origin.
    return { ...light, env: { ...settings, S3_ENDPOINT: new URL(storeLine.url).origin }, storeLine, close }
  },

  async cluster() {
    const cluster = await startCluster()
    return { adminUrl: cluster.adminUrl, env: {}, firstHost: {}, cluster, close: () => cluster.stop() }
  },
}
