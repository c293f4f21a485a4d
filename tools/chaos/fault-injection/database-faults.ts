import { both } from '@eclusa/gateway/src/platform/language.ts'
import { asAdmin } from '@eclusa/simulators/database.ts'
import type { GatewayEnvironment } from '@eclusa/testing/processes/gateway-environment.ts'
import { waitForStandby } from '@eclusa/testing/standby.ts'
import pg from 'pg'
import { repeating } from '../alerts/fault.ts'
import { freezeDatabase } from '../readiness/freeze.ts'
import { type FaultInjectionFault, nothing } from './fault.ts'

const CRASHED_MS = 8_000
const CANCEL_MS = 100
/** Taken before the gateway can: it reconnects within milliseconds. */
const TAKE_MS = 2
const HANDS = 8

const crashed: FaultInjectionFault = {
  felt: true,
  name: 'postgres-crashed',
  what: both(
    'um processo do PostgreSQL é morto, e o servidor encerra todos e se recupera',
    'a process of PostgreSQL is killed, so that the server ends everybody and recovers',
  ),
  on: 'light',
  heals: 'by itself',
  lastsMs: 3_000,
  longestMs: CRASHED_MS,
  sees: /database/,
  async begin({ stage: { admin } }) {
    const { rows } = await admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'eclusa-%' limit 1`,
    )
    process.kill(rows[0]!.pid, 'SIGKILL')
    return nothing
  },
}

const restarted: FaultInjectionFault = {
  felt: true,
  name: 'postgres-restarted',
  what: both(
    'o PostgreSQL é parado com transações abertas e iniciado de novo no mesmo lugar',
    'PostgreSQL is stopped while transactions are open, and started again in place',
  ),
  on: 'light',
  heals: 'it is started',
  lastsMs: 1_000,
  longestMs: CRASHED_MS,
  sees: /database/,
  async begin({ server }) {
    await server!.stop()
    return () => server!.start()
  },
}

const killed: FaultInjectionFault = {
  felt: true,
  name: 'postgres-killed',
  what: both(
    'todos os processos do PostgreSQL terminam no mesmo instante',
    'every process of PostgreSQL ends in the same moment',
  ),
  on: 'light',
  heals: 'it is started, and recovers',
  lastsMs: 1_000,
  longestMs: CRASHED_MS,
  sees: /database/,
  async begin({ server }) {
    await server!.kill()
    return () => server!.start()
  },
}

const paused = (seconds: number): FaultInjectionFault => ({
  name: `postgres-paused-${seconds}s`,
  what: both(
    `todos os processos do PostgreSQL ficam parados por ${seconds} s`,
    `every process of PostgreSQL stands still for ${seconds} s`,
  ),
  on: 'light',
  heals: 'it goes on',
  lastsMs: seconds * 1_000,
  longestMs: seconds * 1_000 + 15_000,
  ...(seconds > 5 && { sees: /database/, felt: true as const }),
  async begin({ stage: { admin } }) {
    const thaw = await freezeDatabase(admin)
    return async () => thaw()
  },
})

const full: FaultInjectionFault = {
  felt: true,
  name: 'disk-full',
  what: both('o disco das tabelas é cheio até o último byte', 'the disk with the tables is filled to the last byte'),
  on: 'small disk',
  heals: 'room is made',
  lastsMs: 15_000,
  longestMs: 40_000,
  // Existing pages have room left, so it takes a while until a new one is needed.
  pace: { perSecond: 60 },
  sees: /53100/,
  async begin({ disk }) {
    await disk!.fill()
    return () => disk!.empty()
  },
}

/** Another client takes all connections, including those of the gateway after they were cut. */
async function takeConnections({ database, admin }: GatewayEnvironment): Promise<() => Promise<void>> {
  const taken: pg.Client[] = []
  const isTaken = async () => {
    const client = new pg.Client({ connectionString: database.api, application_name: 'somebody else' })
    client.on('error', () => {})
    return client.connect().then(
      () => taken.push(client) > 0,
      () => false,
    )
  }
  const takeAll = async () => {
    while ((await Promise.all(Array.from({ length: HANDS }, isTaken))).some(Boolean));
  }
  const take = async () => {
    await takeAll()
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'eclusa-%'`)
  }
  // On a slow machine this alone takes longer than the fault.
  await take()
  const stop = repeating(TAKE_MS, take)
  return async () => {
    await stop()
    await Promise.all(taken.map((client) => client.end().catch(() => {})))
  }
}

const exhausted: FaultInjectionFault = {
  felt: true,
  name: 'connections-exhausted',
  what: both(
    'outro toma todas as conexões, depois de cortadas as do gateway',
    'somebody else takes every connection, after those of the gateway were cut',
  ),
  on: 'light',
  heals: 'they are given back',
  lastsMs: 6_000,
  longestMs: 20_000,
  sees: /53300/,
  begin: ({ stage }) => takeConnections(stage),
}

const standbyAway: FaultInjectionFault = {
  felt: true,
  name: 'standby-away',
  what: both('a réplica que todo commit espera está fora', 'the replica that every commit waits for is away'),
  on: 'light',
  heals: 'it is back',
  lastsMs: 8_000,
  longestMs: 25_000,
  sees: /replica|standby|commit|database/i,
  async begin(fire) {
    await waitForStandby(fire.adminUrl, 'nobody_by_this_name')
    return () => waitForStandby(fire.adminUrl, '')
  },
}

/** A wait for the replica is cancelled: PostgreSQL reports success with a warning. */
export const cancelWaits = (adminUrl: string) =>
  repeating(CANCEL_MS, () =>
    asAdmin(adminUrl, async (admin) => {
      await admin.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    }).catch(() => {}),
  )

const waitsCancelled: FaultInjectionFault = {
  felt: true,
  name: 'commit-waits-cancelled',
  what: both(
    'a réplica está fora, e quem espera por ela é mandado não esperar mais',
    'the replica is away, and whoever waits for it is told to stop waiting',
  ),
  on: 'light',
  heals: 'it is back',
  lastsMs: 5_000,
  longestMs: 20_000,
  sees: /replica|standby|commit|outcome/i,
  async begin(fire) {
    await waitForStandby(fire.adminUrl, 'nobody_by_this_name')
    const stop = cancelWaits(fire.adminUrl)
    return async () => {
      await stop()
      await waitForStandby(fire.adminUrl, '')
    }
  },
}

export const faultsOfDatabase = [
  crashed,
  restarted,
  killed,
  paused(5),
  paused(30),
  full,
  exhausted,
  standbyAway,
  waitsCancelled,
]
