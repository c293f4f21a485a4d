import { setTimeout as pause } from 'node:timers/promises'
import { both } from '@eclusa/gateway/src/platform/language.ts'
import type { Others } from '../failover/cluster.ts'
import { cancelWaits } from './database-faults.ts'
import type { Fire } from './environment.ts'
import { type FaultInjectionFault, GIVE, nothing } from './fault.ts'

/** The central bank counts a longer time as an outage. */
const DEAD_NODE_MS = 36_000
/** For a crashed server on a running machine, which refuses connections at once. */
const CRASHED_MS = 8_000
const UNHEARD_MS = 1_500
/** Callers retry and ask for the result. */
const ASKED_MS = 4_000
const RESTARTED_MS = 8_000
/** How long a machine is down, and how soon it leads after its start. */
const AWAY_MS = 30_000
const BACK_MS = 15_000

interface Died
  extends Pick<FaultInjectionFault, 'name' | 'what' | 'longestMs' | 'pace'>,
    Partial<Pick<FaultInjectionFault, 'heals'>> {
  /** The act on the primary, by its name. */
  dies: (fire: Fire, primary: string) => Promise<void>
}

/** The primary is lost, and another takes its place; it comes back as a replica. */
const primaryDies = ({ dies, ...fault }: Died): FaultInjectionFault => ({
  heals: 'a replica takes over; the node is started, and follows it',
  ...fault,
  on: 'cluster',
  felt: true,
  lastsMs: AWAY_MS,
  sees: /database/,
  async begin(fire) {
    const primary = await fire.cluster!.primary()
    await dies(fire, primary)
    return () => fire.cluster!.start(primary)
  },
})

const nodeDies = primaryDies({
  name: 'node-dies',
  what: both('a máquina do primário morre', 'the machine of the primary dies'),
  longestMs: DEAD_NODE_MS,
  dies: ({ cluster }, primary) => cluster!.kill(primary),
})

/** A dead machine does not finish sending. */
export const cutAndDead = primaryDies({
  name: 'replication-cut-and-dead',
  what: both(
    'ninguém mais ouve o primário, e então sua máquina morre',
    'nobody hears the primary any more, and then its machine dies',
  ),
  longestMs: DEAD_NODE_MS,
  async dies({ cluster }, primary) {
    await cluster!.cut(primary, ['nodes'])
    await pause(UNHEARD_MS)
    await cluster!.kill(primary)
  },
})

export const cancelledAndDead = primaryDies({
  name: 'commit-waits-cancelled-and-dead',
  what: both(
    'ninguém ouve o primário, quem espera por uma réplica é mandado não esperar mais, e então sua máquina morre',
    'nobody hears the primary, whoever waits for a replica is told to stop waiting, and then its machine dies',
  ),
  // It acknowledges nothing from the cut on, and dies only then.
  longestMs: ASKED_MS + DEAD_NODE_MS,
  async dies({ cluster, adminUrl }, primary) {
    await cluster!.cut(primary, ['nodes'])
    const stop = cancelWaits(adminUrl)
    // Not long enough for the cluster to count the replica as lost: then no node could be promoted.
    await pause(ASKED_MS)
    await stop()
    await cluster!.kill(primary)
  },
})

const restartedAndDead = primaryDies({
  name: 'restarted-in-place-and-dead',
  what: both(
    'ninguém ouve o primário, ele reinicia no lugar com o que ninguém ouviu, e então sua máquina morre',
    'nobody hears the primary, it restarts in place with what nobody heard, and then its machine dies',
  ),
  // After a restart there is no replica, so the cluster names no synchronous standby, and no node may be promoted.
  heals: 'the node is started, and leads again, where no replica was still waited for and took over',
  longestMs: UNHEARD_MS + RESTARTED_MS + AWAY_MS * (1 + GIVE) + BACK_MS,
  // New writes wait for a replica, and use up the connections of callers that retry.
  pace: { perSecond: 8 },
  async dies({ cluster }, primary) {
    await cluster!.cut(primary, ['nodes'])
    await pause(UNHEARD_MS)
    await cluster!.restartInPlace(primary)
    await pause(RESTARTED_MS)
    await cluster!.kill(primary)
  },
})

const postgresDies: FaultInjectionFault = {
  felt: true,
  name: 'primary-dies',
  what: both(
    'todos os processos do PostgreSQL primário são mortos; seu Patroni vê',
    'every process of the primary PostgreSQL is killed; its Patroni sees it',
  ),
  on: 'cluster',
  heals: 'a replica takes over, and the old primary follows it',
  lastsMs: 15_000,
  longestMs: CRASHED_MS,
  sees: /database/,
  async begin({ cluster }) {
    await cluster!.killPostgres(await cluster!.primary())
    return nothing
  },
}

const standbyDies: FaultInjectionFault = {
  name: 'standby-dies',
  what: both('a máquina da réplica síncrona morre', 'the machine of the synchronous replica dies'),
  on: 'cluster',
  heals: 'another replica is waited for; the node is started',
  lastsMs: 20_000,
  longestMs: DEAD_NODE_MS,
  async begin({ cluster }) {
    const standby = await cluster!.standby()
    await cluster!.kill(standby)
    return () => cluster!.start(standby)
  },
}

const etcdAway: FaultInjectionFault = {
  name: 'etcd-away',
  what: both(
    'o etcd fica parado por 40 s: ninguém pode perguntar quem lidera',
    'etcd stands still for 40 s: nobody can ask who leads',
  ),
  on: 'cluster',
  heals: 'it goes on',
  lastsMs: 0,
  longestMs: 12_000,
  async begin({ cluster }) {
    await cluster!.freezeEtcd(40_000)
    return nothing
  },
}

const etcdDies: FaultInjectionFault = {
  name: 'etcd-majority-dies',
  what: both(
    'dois de três etcd são mortos: ninguém pode ser eleito, e o primário pergunta às próprias réplicas',
    'two of three etcd are killed: nobody can be elected, and the primary asks the replicas themselves',
  ),
  on: 'cluster',
  heals: 'they are started with what they kept',
  lastsMs: 40_000,
  longestMs: 12_000,
  async begin({ cluster }) {
    cluster!.killEtcds(2)
    return async () => cluster!.startEtcds()
  },
}

/** The primary's network is cut and restored. Its machine keeps running. */
const primaryIsCut = (
  fault: Omit<FaultInjectionFault, 'on' | 'begin'>,
  from: Others[],
  way?: 'said',
): FaultInjectionFault => ({
  ...fault,
  felt: true,
  on: 'cluster',
  async begin({ cluster }) {
    const primary = await cluster!.primary()
    await cluster!.cut(primary, from, way)
    return async () => {
      // Another node may lead by now: a node without etcd must demote itself.
      if (from.includes('etcd') && (await cluster!.leads(primary)))
        throw new Error(`${primary} is cut off and leads on`)
      await cluster!.reconnect(primary)
    }
  },
})

const cutOff = primaryIsCut(
  {
    name: 'primary-cut-off',
    what: both(
      'o primário não ouve ninguém e ninguém o ouve, salvo quem chama, que ainda o alcança',
      'the primary hears nobody and is heard by nobody, but for callers, who still reach it',
    ),
    heals: 'it gives up its place, and a replica takes over; the cable is put back, and it follows',
    lastsMs: 30_000,
    longestMs: DEAD_NODE_MS,
    sees: /database/,
  },
  ['nodes', 'etcd'],
)

const unheard = primaryIsCut(
  {
    name: 'primary-unheard',
    what: both(
      'o primário ouve todos, e nada do que diz chega aos outros nós ou ao etcd; quem chama o alcança',
      'the primary hears everybody, and nothing it says reaches the other nodes or etcd; callers reach it',
    ),
    heals: 'it gives up its place, and a replica takes over; it is heard again, and follows',
    lastsMs: 30_000,
    longestMs: DEAD_NODE_MS,
    sees: /database/,
  },
  ['nodes', 'etcd'],
  'said',
)

/** The only cut without a failover: the cluster is healthy, and only the gateway's connection is cut. */
const outOfReach = primaryIsCut(
  {
    name: 'primary-out-of-reach',
    what: both(
      'quem chama não alcança o primário; os outros nós e o etcd sim, e ele fica',
      'callers do not reach the primary; the other nodes and etcd do, so it stays',
    ),
    heals: 'the cable is put back',
    lastsMs: 10_000,
    longestMs: 35_000,
    sees: /database/,
  },
  ['callers'],
)

export const faultsOfCluster = [
  postgresDies,
  nodeDies,
  cutAndDead,
  cancelledAndDead,
  restartedAndDead,
  standbyDies,
  etcdAway,
  etcdDies,
  cutOff,
  unheard,
  outOfReach,
]
