import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followFundRecoveries } from '@eclusa/gateway/src/areas/pix-fund-recovery/follow-fund-recoveries.job.ts'
import { createIngestion, type Ingest } from '@eclusa/gateway/src/areas/transactions/ingest-batch.ts'
import { systemClock } from '@eclusa/gateway/src/platform/clock.ts'
import { createObjectStore } from '@eclusa/gateway/src/platform/object-storage/create-object-store.ts'
import type { ObjectStore } from '@eclusa/gateway/src/platform/object-storage/object-store.ts'
import { createMetrics } from '@eclusa/gateway/src/platform/observability/metrics.ts'
import { readApiSettings } from '@eclusa/gateway/src/settings.ts'
import { createLoginPool } from '@eclusa/simulators/database.ts'
import { type SimulatedDict, startDict } from '@eclusa/simulators/dict/dict.ts'
import { dictEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type SinkAnswer, startWebhookSink, type WebhookSink } from '@eclusa/simulators/webhook-sink/sink.ts'
import { type Watch, watchReady } from '@eclusa/testing/processes/availability-watch.ts'
import { type GatewayEnvironment, openStage, until } from '@eclusa/testing/processes/gateway-environment.ts'
import { createSilentConnection, type SilentLine } from '@eclusa/testing/silent-connection.ts'
import { createTimeCompression } from '../alerts/time-compression.ts'
import { FIRST, OPERATOR_TOKEN, OURS } from '../med-recovery/stage.ts'
import { newPlace, startBalancer } from '../readiness/balancer.ts'
import { type Program, startProgram } from '../readiness/program.ts'
import { listenToErrors, WARNING } from '../upgrade/reported-errors.ts'
import type { Ledger } from './batches.ts'
import { type FaultEnvironment, type GroundName, grounds } from './environments.ts'
import { judgedTypes } from './expected-rows.ts'

/** A process on a host of its own, with its own connections to the database. */
export interface Host extends Program {
  /** Its internal port. */
  target: string
  lines: SilentLine[]
  /** Its state seen from outside, alive or not. */
  watch: Watch
}

/** Two APIs behind haproxy and two workers with a database, a sink, a DICT and a store, all of which can fail. */
export interface Fire extends FaultEnvironment {
  stage: GatewayEnvironment
  url: string
  apis: Host[]
  workers: Host[]
  sink: WebhookSink & { answer: SinkAnswer }
  dict: SimulatedDict
  dictLine: SilentLine
  ingest: Ingest
  /** The ingest address for a ledger's batches. */
  ledger: Omit<Ledger, 'at'>
  /** Accounts with another writer, without a log. */
  beside: string[]
  /** The store's settings for the gateway. */
  objects: ObjectStore
  /** Warnings in the logs since the last call. */
  logged(): string[]
  allReady(): Promise<boolean>
}

const READY_MS = 120_000
/** Failed deliveries are retried soon, and often enough to outlast any fault. */
const soon = {
  WEBHOOK_RETRY_DELAYS_SECONDS: Array.from({ length: 60 }, (_, n) => (n < 5 ? 0.5 : 3)).join(','),
  WEBHOOK_TIMEOUT_SECONDS: '2',
  DICT_SHARE: '1',
  OPERATOR_TOKEN,
}

/** `from` is the `main.ts` of another tree, if not this one is tested. */
export async function openFire(on: GroundName, from?: string): Promise<Fire> {
  const ground = await grounds[on]()
  try {
    return await openOn(ground, from)
  } catch (error) {
    await ground.close()
    throw error
  }
}

async function openOn(ground: FaultEnvironment, from?: string): Promise<Fire> {
  process.env['DATABASE_URL'] = ground.adminUrl
  const stage = await openStage(ground.create && { create: ground.create })
  delete process.env['DATABASE_URL']
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-fire-'))
  const dict = await startDict({ participants: [OURS, FIRST] })
  const dictLine = await createSilentConnection(dict.url)
  const port = await freePort()
  const env = {
    ...dictEnvironment(dict, OURS),
    ...soon,
    DICT_URL: dictLine.url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OBJECT_DISK_PATH: folder,
    ...ground.env,
  }
  const errors = listenToErrors(WARNING)
  const [lines, watches]: [SilentLine[], Watch[]] = [[], []]

  async function host(begin: GatewayEnvironment['startApi'], settings: Record<string, string>): Promise<Host> {
    const own = [
      await createSilentConnection(stage.database.api),
      await createSilentConnection(stage.database.worker),
    ] as const
    lines.push(...own)
    const urls = { DATABASE_URL: own[0].url, DATABASE_WORKER_URL: own[1].url }
    const start = async (all: Record<string, string>) => errors.of(await begin(all, from))
    const program = await startProgram(start, { ...env, ...urls, ...settings })
    const watch = watchReady(`http://${program.target}`)
    watches.push(watch)
    return Object.assign(program, { lines: [...own], watch })
  }
  const places = [await newPlace(), await newPlace()]
  const hosts = [ground.firstHost, {}]
  const apis = await Promise.all(
    places.map((place, at) => host((...how) => stage.startApi(...how), { ...place, ...hosts[at] })),
  )
  const workers = await Promise.all(hosts.map((settings) => host((...how) => stage.startWorker(...how), settings)))
  const balancer = await startBalancer(places, port)
  const said: { answer: SinkAnswer } = { answer: 204 }
  const sink = Object.assign(said, await startWebhookSink(() => said.answer))
  const { objects } = createObjectStore(readApiSettings({ ...stage.settings, ...env }), systemClock, createMetrics())
  const operator = createLoginPool(stage.database.worker, 2)
  const hurry = await createTimeCompression(stage.database.worker)
  hurry.every(1_000, [followFundRecoveries])
  const allReady = async () =>
    (await until(() => [...apis, ...workers].every(({ part }) => part.told()?.ready === true), READY_MS)) !== undefined
  await allReady()
  await stage.endpoint(balancer.url, `${sink.url}/fire`, judgedTypes)

  return {
    ...ground,
    stage,
    url: balancer.url,
    apis,
    workers,
    sink,
    dict,
    dictLine,
    ingest: createIngestion(operator),
    ledger: {
      urls: workers.map(({ target }) => `http://${target}`),
      token: OPERATOR_TOKEN,
      wallets: [stage.user, ...stage.others],
    },
    beside: [],
    objects,
    logged() {
      const told = [...errors.told].map(([line, times]) => `${line} × ${times}`)
      errors.told.clear()
      return told
    },
    allReady,
    async close() {
      // A failure to close one does not prevent closing the others.
      await Promise.allSettled([hurry.stop(), operator.end(), objects.close(), balancer.stop()])
      await Promise.allSettled(watches.map((watch) => watch.end()))
      await Promise.allSettled([stage.close()])
      await Promise.allSettled([sink.close(), dict.close(), dictLine.close(), ...lines.map((line) => line.close())])
      await Promise.allSettled([ground.close(), rm(folder, { recursive: true, force: true })])
    },
  }
}
