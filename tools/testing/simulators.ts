import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Counterparts, createSimulatorClients } from '@eclusa/gateway/src/areas/simulations/simulator-clients.ts'
import { createIngestion } from '@eclusa/gateway/src/areas/transactions/ingest-batch.ts'
import { ingestSimulatedTransactions } from '@eclusa/gateway/src/areas/transactions/ingest-transactions.ts'
import { createInternalPipeline } from '@eclusa/gateway/src/http/internal-api/internal-pipeline.ts'
import { systemClock } from '@eclusa/gateway/src/platform/clock.ts'
import { installTestClock } from '@eclusa/gateway/src/platform/db/install-test-clock.ts'
import { createOperatorPool } from '@eclusa/gateway/src/platform/db/operator-pool.ts'
import { createLog } from '@eclusa/gateway/src/platform/observability/log.ts'
import { createMetrics } from '@eclusa/gateway/src/platform/observability/metrics.ts'
import type { SandboxRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { makeBuckets } from '@eclusa/simulators/dict/buckets.ts'
import { listenForTests } from '@eclusa/simulators/dict/control.ts'
import { makeFaults } from '@eclusa/simulators/dict/faults.ts'
import type { DictServer } from '@eclusa/simulators/dict/server.ts'
import { makeWorld } from '@eclusa/simulators/dict/state.ts'
import { startOnboardingChecks } from '@eclusa/simulators/onboarding-checks/server.ts'
import Fastify from 'fastify'
import pg from 'pg'
import type { TestDatabase } from './database.ts'
import { FIRST, OURS } from './dict.ts'

const TOKEN = 'operator-token-for-tests-operator-token'

/** Simulators of a test gateway on real ports, started at the first use. */
export interface TestSimulators {
  counterparts: Counterparts
  /** A DICT without a network: this gateway never calls it, and it needs no certificates. */
  dict: Pick<DictServer, 'world' | 'buckets'>
  /** Adds the test clock to the database. */
  installClock(): Promise<void>
  close(): Promise<void>
}

export function createTestSimulators(db: TestDatabase, registry: SandboxRegistry): TestSimulators {
  const world = makeWorld([OURS, FIRST])
  const dict = { world, buckets: makeBuckets(world), faults: makeFaults(), answers: new Map() } as unknown as DictServer
  let started: ReturnType<typeof start> | undefined
  let clock: Promise<void> | undefined
  const makeClock = () => (clock ??= installClock(db))
  const tell =
    (name: keyof Counterparts): Counterparts['dict'] =>
    async (path, body) => {
      // Simulated money is accepted only by the database of a test installation.
      await makeClock()
      return (await (started ??= start(db, registry, dict))).counterparts[name](path, body)
    }
  return {
    counterparts: { dict: tell('dict'), checks: tell('checks'), billets: tell('billets'), ledger: tell('ledger') },
    dict,
    installClock: makeClock,
    async close() {
      await (await started)?.close()
    },
  }
}

async function start(db: TestDatabase, registry: SandboxRegistry, dict: DictServer) {
  const control = listenForTests(dict).listen(0, '127.0.0.1')
  await once(control, 'listening')
  const checks = await startOnboardingChecks()
  const operator = createOperatorPool(db.worker, 2)
  const ledger = Fastify()
  const gate = {
    settings: { OPERATOR_TOKEN: TOKEN },
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
    docsUrl: '/docs',
    installation: { mismatch: undefined },
  }
  createInternalPipeline(ledger, { ...gate, ingest: createIngestion(operator) }, [ingestSimulatedTransactions])
  const counterparts = createSimulatorClients(
    {
      SIMULATOR_DICT_URL: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
      SIMULATOR_CHECKS_URL: checks.url,
      SIMULATOR_BILLETS_URL: registry.url,
      SIMULATOR_LEDGER_URL: await ledger.listen({ host: '127.0.0.1', port: 0 }),
      SIMULATOR_LEDGER_TOKEN: TOKEN,
    },
    async () => {},
  )
  return {
    counterparts,
    async close() {
      control.close()
      control.closeAllConnections()
      await Promise.all([checks.close(), ledger.close()])
      await operator.end()
    },
  }
}

/** Like `eclusa migrate` for a test installation; the clone of a template belongs to the superuser. */
async function installClock({ admin, owner }: TestDatabase): Promise<void> {
  const { pathname, username } = new URL(owner)
  await admin.query(`grant create on database ${pathname.slice(1)} to ${username}`)
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  try {
    await installTestClock(client)
  } finally {
    await client.end()
  }
}
