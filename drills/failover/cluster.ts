import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installed } from '../../sandbox/debian.ts'
import { killDatabase, sendersOf } from '../able/freeze.ts'
import { until } from '../able/stage.ts'
import { openEtcds, startProxy } from './around.ts'
import { type Host, NOBODY, openNetwork } from './network.ts'
import { BIN, describeNode, type Node } from './node.ts'

const PASSWORD = randomBytes(16).toString('hex')
const START_MS = 120_000
const REST_MS = 2_000

/** A member as Patroni tells of it. */
export interface Member {
  name: string
  role: string
  state: string
}

/** As the primary tells of it. */
interface Follower {
  application_name: string
  state: string
}

/** Whom a node can be cut off from: the other nodes, those who know who leads, and the side of the gateway. */
export type Others = 'nodes' | 'etcd' | 'callers'

/** Three nodes under Patroni, three etcd, each a host of its own, and an address that leads to whichever is the primary, as `deploy/` has them. */
export interface Cluster {
  /** Through HAProxy, as a superuser. */
  adminUrl: string
  /** The file of a node, and the passwords that go with it, for `patronictl`. */
  configOf(name: string): string
  env: Record<string, string>
  members(): Promise<Member[]>
  primary(): Promise<string>
  /** Whom commits wait for, as soon as it is named: a primary that is new to it waits for anybody at first. */
  standby(): Promise<string>
  /** Whether a node takes itself for the primary, whatever the others think. */
  leads(name: string): Promise<boolean>
  /** Changes what all nodes are told. */
  configure(change: object): Promise<void>
  /** What is said between it and the others is lost, and nobody is told; or only what it says, and it hears them. */
  cut(name: string, others: Others[], way?: 'both' | 'said'): Promise<void>
  /** It is heard by everybody again, and follows or leads. */
  reconnect(name: string): Promise<void>
  /** Its PostgreSQL crashes and is back at once, in the same place. */
  restartInPlace(name: string): Promise<void>
  /** Nobody can ask who leads, for so long. */
  freezeEtcd(ms: number): Promise<void>
  /** So many of them end, and those that have ended are started again. */
  killEtcds(count: number): void
  startEtcds(): void
  /** All three nodes live, two follow the third, and commits wait for one of them. */
  isWhole(): Promise<void>
  /** Everything of it ends in the same moment, as a machine does: nobody hears it say goodbye. */
  kill(name: string): Promise<void>
  /** The same of its PostgreSQL alone: its Patroni is there to see it. */
  killPostgres(name: string): Promise<void>
  /** It can be reached again, too. */
  start(name: string): Promise<void>
  stop(): Promise<void>
}

const living = (told: Member[]) => told.filter(({ state }) => state === 'running' || state === 'streaming')

export async function startCluster(): Promise<Cluster> {
  await installed(
    ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/sbin/ip', `${BIN}/postgres`],
    ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'iproute2', 'postgresql-15'],
  )
  const logs = fileURLToPath(new URL(`../../artefacts/cluster/${new Date().toISOString()}/`, import.meta.url))
  mkdirSync(logs, { recursive: true })
  const network = await openNetwork()
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-failover-'))
  await chown(folder, NOBODY, NOBODY)
  const run = (host: Host, program: string, words: string[], env: NodeJS.ProcessEnv = {}) =>
    host.run(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      // For whoever wonders afterwards why a node did not do what it should have.
      log: `${logs}${host.name}-${basename(program)}.log`,
    })

  const removeFolder = () => {
    process.off('exit', removeFolder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
  // After the network, with which everybody ends who writes there.
  process.once('exit', removeFolder)

  const { here, range } = network
  const hosts: Record<Others, Host[]> = { nodes: [], etcd: [], callers: [here] }
  for (const name of ['etcd1', 'etcd2', 'etcd3']) hosts.etcd.push(await network.add(name))
  for (const name of ['db1', 'db2', 'db3']) hosts.nodes.push(await network.add(name))
  const etcds = openEtcds(folder, hosts.etcd, run)
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
  const members = async () => ((await (await rest('/cluster')).json()) as { members: Member[] }).members
  const isSo = async (so: (told: Member[]) => boolean | Promise<boolean>) => {
    const reached = await until(
      async () =>
        members()
          .then(so)
          .catch(() => false),
      START_MS,
    )
    if (reached === undefined) throw new Error(`the cluster is not as it should be: ${JSON.stringify(await members())}`)
  }
  /** Who hears of every write. A node that cannot follow says that it runs, too. */
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
      // The server ends everybody and begins anew when one of its processes dies.
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
      // A machine that comes back has nobody left under this number; here whoever should have buried it may not have.
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
    // One makes the cluster, the others join it.
    await cluster.start('db1')
    await Promise.all([cluster.start('db2'), cluster.start('db3')])
    await cluster.isWhole()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}
