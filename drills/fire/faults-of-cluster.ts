import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, nothing } from './fault.ts'
import { cancelWaits } from './faults-of-database.ts'
import type { Fire } from './stage.ts'

/** What the central bank calls unavailable lasts longer. */
const DEAD_NODE_MS = 36_000
const UNHEARD_MS = 1_500
const TOLD_MS = 4_000

interface Died extends Pick<Fault, 'name' | 'what' | 'longestMs'> {
  /** What is done to the primary, by its name. */
  dies: (fire: Fire, primary: string) => Promise<void>
}

/** The primary is gone afterwards, and another takes its place; it comes back as a replica. */
const primaryDies = ({ dies, ...fault }: Died): Fault => ({
  ...fault,
  on: 'cluster',
  heals: 'a replica takes over; the node is started, and follows it',
  lastsMs: 30_000,
  sees: /database/,
  async begin(fire) {
    const primary = await fire.cluster!.primary()
    await dies(fire, primary)
    return () => fire.cluster!.start(primary)
  },
})

const nodeDies = primaryDies({
  name: 'node-dies',
  what: 'the machine of the primary dies',
  longestMs: DEAD_NODE_MS,
  dies: ({ cluster }, primary) => cluster!.kill(primary),
})

/** A machine that dies does not finish what it was sending. */
export const cutAndDead = primaryDies({
  name: 'replication-cut-and-dead',
  what: 'nobody hears the primary any more, and then its machine dies',
  longestMs: DEAD_NODE_MS,
  async dies({ cluster }, primary) {
    await cluster!.cutReplication(primary)
    await pause(UNHEARD_MS)
    await cluster!.kill(primary)
  },
})

export const cancelledAndDead = primaryDies({
  name: 'commit-waits-cancelled-and-dead',
  what: 'nobody hears the primary, whoever waits for a replica is told to stop waiting, and then its machine dies',
  longestMs: DEAD_NODE_MS,
  async dies({ cluster, adminUrl }, primary) {
    await cluster!.cutReplication(primary)
    const stop = cancelWaits(adminUrl)
    await pause(UNHEARD_MS)
    await stop()
    await cluster!.kill(primary)
  },
})

export const restartedAndDead = primaryDies({
  name: 'restarted-in-place-and-dead',
  what: 'nobody hears the primary, it restarts in place with what nobody heard, and then its machine dies',
  longestMs: DEAD_NODE_MS,
  async dies({ cluster }, primary) {
    await cluster!.cutReplication(primary)
    await pause(UNHEARD_MS)
    await cluster!.restartInPlace(primary)
    // Callers come back and ask what became of it.
    await pause(TOLD_MS)
    await cluster!.kill(primary)
  },
})

const postgresDies: Fault = {
  name: 'primary-dies',
  what: 'every process of the primary PostgreSQL is killed; its Patroni sees it',
  on: 'cluster',
  heals: 'a replica takes over, and the old primary follows it',
  lastsMs: 15_000,
  longestMs: DEAD_NODE_MS,
  sees: /database/,
  async begin({ cluster }) {
    await cluster!.killPostgres(await cluster!.primary())
    return nothing
  },
}

const standbyDies: Fault = {
  name: 'standby-dies',
  what: 'the machine of the synchronous replica dies',
  on: 'cluster',
  heals: 'another replica is waited for; the node is started',
  lastsMs: 20_000,
  longestMs: DEAD_NODE_MS,
  async begin({ cluster }) {
    const standby = (await cluster!.members()).find(({ role }) => role === 'sync_standby')!.name
    await cluster!.kill(standby)
    return () => cluster!.start(standby)
  },
}

const etcdAway: Fault = {
  name: 'etcd-away',
  what: 'etcd stands still for 40 s: nobody can ask who leads',
  on: 'cluster',
  heals: 'it goes on',
  lastsMs: 0,
  longestMs: 12_000,
  async begin({ cluster }) {
    await cluster!.freezeEtcd(40_000)
    return nothing
  },
}

export const faultsOfCluster = [
  postgresDies,
  nodeDies,
  cutAndDead,
  cancelledAndDead,
  restartedAndDead,
  standbyDies,
  etcdAway,
]
