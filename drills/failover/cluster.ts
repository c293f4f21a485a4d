import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installed } from '../../sandbox/debian.ts'
import { childrenOf } from '../able/children.ts'
import { killDatabase, postmasterOf } from '../able/freeze.ts'
import { until } from '../able/stage.ts'
import { startEtcd, startProxy } from './around.ts'
import { BIN, describeNode, NOBODY, type Node } from './node.ts'

const PASSWORD = randomBytes(16).toString('hex')
const START_MS = 120_000

/** A member as Patroni tells of it. */
export interface Member {
  name: string
  role: string
  state: string
}

/** Three nodes under Patroni and an address that leads to whichever is the primary, as `deploy/` has them, on one machine. */
export interface Cluster {
  /** Through HAProxy, as a superuser. */
  adminUrl: string
  /** The file of a node, and the passwords that go with it, for `patronictl`. */
  configOf(name: string): string
  env: Record<string, string>
  members(): Promise<Member[]>
  primary(): Promise<string>
  /** Changes what all nodes are told. */
  configure(change: object): Promise<void>
  /** What is committed now is heard by no other node, as behind a cable that was pulled. */
  cutReplication(name: string): Promise<void>
  /** Its PostgreSQL crashes and is back at once, in the same place. A cable that was pulled is not put back by that. */
  restartInPlace(name: string): Promise<void>
  /** Nobody can ask who leads, for so long. */
  freezeEtcd(ms: number): Promise<void>
  /** Everything of it ends in the same moment, as a machine does. */
  kill(name: string): Promise<void>
  /** The same of its PostgreSQL alone: its Patroni is there to see it. */
  killPostgres(name: string): Promise<void>
  start(name: string): Promise<void>
  stop(): Promise<void>
}

const sendersOf = async (data: string) =>
  childrenOf(await postmasterOf(data)).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'),
  )

const living = (told: Member[]) => told.filter(({ state }) => state === 'running' || state === 'streaming')

export async function startCluster(): Promise<Cluster> {
  await installed(
    ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', `${BIN}/postgres`],
    ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15'],
  )
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-failover-'))
  await chown(folder, NOBODY, NOBODY)
  const children: ChildProcess[] = []
  const nodes = new Map<string, Node>()
  const run = (program: string, words: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: 'ignore',
      uid: NOBODY,
      gid: NOBODY,
    })
    children.push(child)
    return child
  }

  const { port: etcdPort, etcd } = await startEtcd(folder, run)
  for (const name of ['db1', 'db2', 'db3']) nodes.set(name, await describeNode(folder, name, etcdPort))
  const proxyPort = await startProxy(folder, [...nodes.values()], run)

  const passwords = ['SUPERUSER', 'REPLICATION', 'REWIND', 'RESTAPI'].map((who) => [
    `PATRONI_${who}_PASSWORD`,
    PASSWORD,
  ])
  const env = { ...Object.fromEntries(passwords), PATRONI_RESTAPI_USERNAME: 'patroni' }
  const begin = (node: Node) => {
    node.patroni = run('/usr/bin/patroni', [node.file], env)
  }
  const rest = async (path: string, init?: RequestInit): Promise<Response> => {
    for (const { restPort } of nodes.values()) {
      const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, {
        signal: AbortSignal.timeout(2_000),
        ...init,
      }).catch(() => undefined)
      if (answer?.ok) return answer
    }
    throw new Error(`no node answers ${path}`)
  }
  const members = async () => ((await (await rest('/cluster')).json()) as { members: Member[] }).members
  const isSo = async (so: (told: Member[]) => boolean) => {
    const reached = await until(async () => members().then(so, () => false), START_MS)
    if (reached === undefined) throw new Error(`the cluster is not as it should be: ${JSON.stringify(await members())}`)
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
    async configure(change) {
      const authorization = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`
      await rest('/config', {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
    },
    async cutReplication(name) {
      const { data } = nodes.get(name)!
      const hba = join(data, 'pg_hba.conf')
      // Whoever comes anew is turned away; Patroni writes the file again before it starts the server.
      await writeFile(hba, `host replication all 127.0.0.1/32 reject\n${await readFile(hba, 'utf8')}`)
      process.kill(await postmasterOf(data), 'SIGHUP')
      for (const pid of await sendersOf(data)) process.kill(pid, 'SIGSTOP')
    },
    async restartInPlace(name) {
      // The server ends everybody and begins anew when one of its processes dies.
      const { data } = nodes.get(name)!
      for (const pid of await sendersOf(data)) process.kill(pid, 'SIGKILL')
    },
    async freezeEtcd(ms) {
      etcd.kill('SIGSTOP')
      await pause(ms)
      etcd.kill('SIGCONT')
    },
    async kill(name) {
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
      begin(nodes.get(name)!)
      await isSo((told) => living(told).some((member) => member.name === name))
    },
    async stop() {
      for (const { patroni } of nodes.values()) patroni?.kill('SIGKILL')
      for (const node of nodes.values())
        await postmasterOf(node.data).then(
          (pid) => process.kill(pid, 'SIGQUIT'),
          () => {},
        )
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }

  try {
    // One makes the cluster, the others join it.
    await cluster.start('db1')
    await Promise.all([cluster.start('db2'), cluster.start('db3')])
    await isSo((told) => living(told).length === 3 && told.some(({ role }) => role === 'sync_standby'))
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return cluster
}
