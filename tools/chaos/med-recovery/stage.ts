import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createIngestion, type Ingest } from '@eclusa/gateway/src/areas/transactions/ingest-batch.ts'
import type { Job } from '@eclusa/gateway/src/platform/jobs/job.ts'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import { runApi } from '@eclusa/gateway/src/run-api.ts'
import { readApiSettings } from '@eclusa/gateway/src/settings.ts'
import { createDatabase, createLoginPool, dropDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { type SimulatedDict, startDict } from '@eclusa/simulators/dict/dict.ts'
import { dictEnvironment, gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { type SeededUser, seed } from '@eclusa/simulators/seed.ts'
import {
  type ApiProcess,
  type GatewayProcess,
  startApiProcess,
  startWorkerProcess,
} from '@eclusa/testing/processes/gateway-process.ts'
import { createWire, type Wire } from '@eclusa/testing/wire.ts'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'

const fastClock = new URL('../fast-clock.ts', import.meta.url).href

export const OPERATOR_TOKEN = 'operator-token-of-the-drill-00001'
export const OURS = '11111111'
export const FIRST = '22222222'

/** A process to kill, with proxies before its database and DICT. */
export interface Victim<Kind extends GatewayProcess = GatewayProcess> {
  process: Kind
  isApi: boolean
  wire: Wire
  /** The address at which the core calls a worker. */
  internal_url: string
  /** Whether a request to DICT from this port is one of its own. */
  owns(port: number): boolean
  die(): Promise<void>
}

/** The gateway, a DICT, and processes to kill. One API runs in this process and is not killed: the clients use it. */
export interface RecoveryDrillEnvironment {
  dict: SimulatedDict
  db: pg.Pool
  user: SeededUser
  ingest: Ingest
  ask(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
    base_url?: string,
  ): Promise<{ status: number }>
  startWorker(): Promise<Victim>
  startApi(): Promise<Victim<ApiProcess>>
  /** Speeds up DICT's clock, and that of every process started from now on. */
  hasten(speed: number): void
  /** Applies the fast clock to the queue too: due jobs are made due. */
  hurryQueue(): Promise<void>
  /** Runs the minutely jobs once, unless they are still waiting. */
  tick(job: Pick<Job, 'name'>): Promise<void>
  close(): Promise<void>
}

export async function openStage(adminUrl: string): Promise<RecoveryDrillEnvironment> {
  const name = `eclusa_drill_${randomBytes(4).toString('hex')}`
  const urls = await createDatabase(adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const users = await seed(urls, pepper)
  const user = users[0]!
  const issuer = await startIssuer(users)
  const dict = await startDict({ participants: [OURS, FIRST] })
  // As BACEN's text allows: a list lags five seconds behind.
  Object.assign(dict.world.settings, { tracking_ms: 50, blocking_ms: 50, list_lag_ms: 5_000 })
  const env: Record<string, string> = {
    ...gatewayEnvironment({ database: urls, issuer, pepper }),
    ...dictEnvironment(dict, OURS),
    DICT_SHARE: '1',
    OPERATOR_TOKEN,
    // Only the client's answer decides here.
    INFRACTION_DECIDED_BY: 'client',
    FUND_RECOVERY_FOLLOW_SECONDS: '1',
  }
  const api = await runApi(readApiSettings({ ...env, LOG_LEVEL: 'error' }))
  const token = await issuer.token(user)
  const db = openAdminPool(adminUrl, name, 4)
  const operator = createLoginPool(urls.worker, 2)
  const boss = new PgBoss({ connectionString: urls.worker, schema: QUEUE_SCHEMA, migrate: false, supervise: false })
  boss.on('error', () => {})
  await boss.start()

  /** Starts a process whose connections to the database and to DICT pass through proxies here. */
  async function victim<Kind extends GatewayProcess>(
    isApi: boolean,
    start: (env: Record<string, string>) => Promise<Kind>,
  ) {
    const wire = await createWire(urls.api)
    const relay = await createRelay(new URL(dict.url))
    const port = await freePort()
    const process = await start({ ...env, DATABASE_URL: wire.url, DICT_URL: relay.url, INTERNAL_PORT: String(port) })
    const die = async () => {
      await process.kill()
      await wire.close()
      relay.close()
    }
    return { process, isApi, wire, internal_url: `http://127.0.0.1:${port}`, owns: relay.owns, die }
  }

  return {
    dict,
    db,
    user,
    ingest: createIngestion(operator),
    async ask(method, path, body, more = {}, base_url = api.base_url) {
      const headers = { authorization: `Bearer ${token}`, nonce: randomUUID(), ...more }
      const sent = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const { status } = await fetch(base_url + path, { method, headers, ...sent })
      return { status }
    },
    startWorker: () => victim(false, startWorkerProcess),
    startApi: () => victim(true, startApiProcess),
    hasten(speed) {
      const clock = JSON.stringify(dict.world.clock.hasten(speed))
      const asShipped = { FUND_RECOVERY_FOLLOW_SECONDS: '60' }
      Object.assign(env, { DRILL_CLOCK: clock, NODE_OPTIONS: `--import ${fastClock}`, ...asShipped })
    },
    async hurryQueue() {
      await db.query(
        `update ${QUEUE_SCHEMA}.job set start_after = now()
         where state in ('created', 'retry') and start_after > now() and start_after <= $1`,
        [dict.world.clock.now()],
      )
    },
    async tick({ name: job }) {
      const waiting = `select 1 from ${QUEUE_SCHEMA}.job where name = $1 and state = 'created' and start_after <= now()`
      if ((await db.query(waiting, [job])).rows.length === 0) await boss.send(job, {})
    },
    async close() {
      await api.stop()
      await boss.stop({ graceful: false })
      await Promise.all([db.end(), operator.end(), dict.close(), issuer.close()])
      await dropDatabase(adminUrl, name)
    },
  }
}

/** Forwards bytes to DICT, and records the source ports, which identify the process of a request. */
async function createRelay(target: URL) {
  const ports = new Set<number>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname, () => ports.add(upstream.localPort!))
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.toString(), owns: (port: number) => ports.has(port), close: () => server.close() }
}
