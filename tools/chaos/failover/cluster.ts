import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installed } from '@eclusa/simulators/debian.ts'
import { until } from '@eclusa/testing/processes/gateway-environment.ts'
import { killDatabase, sendersOf } from '../readiness/freeze.ts'
import { createEtcds, startProxy } from './around.ts'
import { createNetwork, type Host, NOBODY } from './network.ts'
import { BIN, describeNode, type Node } from './node.ts'

const PASSWORD = randomBytes(16).toString('hex')
const START_MS = 120_000
const REST_MS = 2_000

/** A member as Patroni reports it. */
export interface ClusterMember {
  name: string
  role: string
  state: string
}

/** As the primary reports it. */
interface Follower {
  application_name: string
  state: string
}

/** The networks a node can be cut off from: the other nodes, etcd, and the gateway's side. */
export type Others = 'nodes' | 'etcd' | 'callers'

/**
 * Three nodes under Patroni, three etcd, each a host of its own, and an address that leads to the current primary, as in
 * `deploy/`.
 */
export interface Cluster {
  /** Through HAProxy, as a superuser. */
  adminUrl: string
  /** The configuration of a node, with its passwords, for `patronictl`. */
  configOf(name: string): string
  env: Record<string, string>
  members(): Promise<ClusterMember[]>
  primary(): Promise<string>
  /** The synchronous standby, once it is named: a new primary waits for any at first. */
  standby(): Promise<string>
  /** Whether a node considers itself the primary, whatever the others report. */
  leads(name: string): Promise<boolean>
  /** Changes the dynamic configuration of all nodes. */
  configure(change: object): Promise<void>
  /** Drops packets between it and the others, in both directions or only its outgoing ones. */
  cut(name: string, others: Others[], way?: 'both' | 'said'): Promise<void>
  /** Restores its network, and it follows or leads again. */
  reconnect(name: string): Promise<void>
  /** Its PostgreSQL crashes and restarts at once, in the same place. */
  restartInPlace(name: string): Promise<void>
  /** etcd is unreachable for this long. */
  freezeEtcd(ms: number): Promise<void>
  /** Kills so many of them, or starts them again. */
  killEtcds(count: number): void
  startEtcds(): void
  /** All three nodes run, two follow the third, and commits wait for one of them. */
  isWhole(): Promise<void>
  /** Kills all of it at once, like a machine failure: no connection is closed properly. */
  kill(name: string): Promise<void>
  /** Kills only its PostgreSQL: its Patroni is there to see it. */
  killPostgres(name: string): Promise<void>
  /** Its network is restored too. */
  start(name: string): Promise<void>
  stop(): Promise<void>
}

const living = (told: ClusterMember[]) => told.filter(({ state }) => state === 'running' || state === 'streaming')

export async function startCluster(): Promise<Cluster> {
  await installed(
    ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/sbin/ip', `${BIN}/postgres`],
    ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'iproute2', 'postgresql-15'],
  )
  const logs = fileURLToPath(new URL(`../../../artefacts/cluster/${new Date().toISOString()}/`, import.meta.url))
  mkdirSync(logs, { recursive: true })
  const network = await createNetwork()
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-failover-'))
  await chown(folder, NOBODY, NOBODY)
  const run = (host: Host, program: string, words: string[], env: NodeJS.ProcessEnv = {}) =>
    host.run(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      // Its log, for a later analysis.
      log: `${logs}${host.name}-${basename(program)}.log`,
    })

  const removeFolder = () => {
    process.off('exit', removeFolder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
  // After the network, which ends every writer there.
  process.once('exit', removeFolder)

  const { here, range } = network
  const hosts: Record<Others, Host[]> = { nodes: [], etcd: [], callers: [here] }
  for (const name of ['etcd1', 'etcd2', 'etcd3']) hosts.etcd.push(await network.add(name))
  for (const name of ['db1', 'db2', 'db3']) hosts.nodes.push(await network.add(name))
  const etcds = createEtcds(folder, hosts.etcd, run)
  const nodes = new Map<string, Node>()
  for (const host of hosts.nodes) nodes.set(host.name, await describeNode(host, { folder, etcds: hosts.etcd, range }))
  const proxyPort = await startProxy(folder, here, [...nodes.values()], run)

  const passwords = ['SUPERUSER', 'REPLICATION', 'REWIND', 'RESTAPI'].map((who) => [
    `PATRONI_${who}_PASSWORD`,
    PASSWORD,
  ])
  const env = { ...Object.fromEntries(passwords), PATRONI_RESTAPI_USERNAME: 'patroni' }
  const begin = (node: Node) => {
    node.patroni = run(node.host, '/usr/bin/patroni', [node.file], env)
  }
  const rest = async (path: string, init?: RequestInit): Promise<Response> => {
    for (const { address } of hosts.nodes) {
      const answer = await fetch(`http://${address}:8008${path}`, {
        signal: AbortSignal.timeout(REST_MS),
        ...init,
      }).catch(() => undefined)
      if (answer?.ok) return answer
    }
    throw new Error(`no node answers ${path}`)
  }
  const members = async () => ((await (await rest('/cluster')).json()) as { members: ClusterMember[] }).members
  const isSo = async (so: (told: ClusterMember[]) => boolean | Promise<boolean>) => {
    const reached = await until(
      async () =>
        members()
          .then(so)
          .catch(() => false),
      START_MS,
    )
    if (reached === undefined) throw new Error(`the cluster is not as it should be: ${JSON.stringify(await members())}`)
  }
  /** The streaming replicas. A node that cannot follow also reports that it runs. */
  const followers = async () => {
    const { replication = [] } = (await (await rest('/primary')).json()) as { replication?: Follower[] }
    return replication.filter(({ state }) => state === 'streaming').map(({ application_name }) => application_name)
  }
  const isBack = (name: string) =>
    isSo(async (told) => {
      const { role } = living(told).find((member) => member.name === name) ?? {}
      return role === 'leader' || (role !== undefined && (await followers()).includes(name))
    })
  const plugIn = async ({ host }: Node) => {
    const others = Object.values(hosts)
      .flat()
      .filter((other) => other !== host)
    await Promise.all([host.reach(others), ...others.map((other) => other.reach([host]))])
  }

  const cluster: Cluster = {
    adminUrl: `postgresql://postgres:${PASSWORD}@127.0.0.1:${proxyPort}/postgres`,
    configOf: (name) => nodes.get(name)!.file,
    env,
    members,
    async primary() {
      await isSo((told) => living(told).some(({ role }) => role === 'leader'))
      return (await members()).find(({ role }) => role === 'leader')!.name
    },
    async standby() {
      await isSo((told) => told.some(({ role }) => role === 'sync_standby'))
      return (await members()).find(({ role }) => role === 'sync_standby')!.name
    },
    leads: (name) =>
      fetch(`http://${nodes.get(name)!.host.address}:8008/primary`, { signal: AbortSignal.timeout(REST_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    async configure(change) {
      const authorization = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`
      await rest('/config', {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
    },
    async cut(name, others, way = 'both') {
      const { host } = nodes.get(name)!
      const from = others.flatMap((each) => hosts[each]).filter((other) => other !== host)
      await Promise.all([host.lose(from), ...(way === 'both' ? from.map((other) => other.lose([host])) : [])])
    },
    async reconnect(name) {
      await plugIn(nodes.get(name)!)
      await isBack(name)
    },
    async restartInPlace(name) {
      // The server ends all sessions and restarts when one of its processes dies.
      const { data } = nodes.get(name)!
      for (const pid of await sendersOf(data)) process.kill(pid, 'SIGKILL')
    },
    async freezeEtcd(ms) {
      for (const etcd of etcds) etcd.child.kill('SIGSTOP')
      await pause(ms)
      for (const etcd of etcds) etcd.child.kill('SIGCONT')
    },
    killEtcds(count) {
      for (const etcd of etcds.slice(0, count)) etcd.child.kill('SIGKILL')
    },
    startEtcds() {
      for (const etcd of etcds) if (etcd.child.signalCode !== null || etcd.child.exitCode !== null) etcd.start()
    },
    isWhole: () =>
      isSo(
        async (told) =>
          living(told).length === 3 &&
          told.some(({ role }) => role === 'sync_standby') &&
          (await followers()).length === 2,
      ),
    async kill(name) {
      await cluster.cut(name, ['nodes', 'etcd', 'callers'])
      nodes.get(name)!.patroni!.kill('SIGKILL')
      await cluster.killPostgres(name)
    },
    async killPostgres(name) {
      const { data } = nodes.get(name)!
      await killDatabase(data)
      // A rebooted machine has no process with this pid left; here a dead one may not have been reaped.
      await rm(join(data, 'postmaster.pid'), { force: true })
    },
    async start(name) {
      await plugIn(nodes.get(name)!)
      begin(nodes.get(name)!)
      await isBack(name)
    },
    async stop() {
      network.close()
      removeFolder()
    },
  }

  try {
    // One bootstraps the cluster, the others join it.
    await cluster.start('db1')
    await Promise.all([cluster.start('db2'), cluster.start('db3')])
    await cluster.isWhole()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}
