import { randomUUID } from 'node:crypto'
import { Deliverer } from '@eclusa/gateway/src/events/delivery/deliver-webhooks.ts'
import { isPublic } from '@eclusa/gateway/src/platform/http/address.ts'
import { createEgress } from '@eclusa/gateway/src/platform/http/egress.ts'
import type { Job } from '@eclusa/gateway/src/platform/jobs/job.ts'
import { runJob, runJobs } from '@eclusa/gateway/src/platform/jobs/pg-boss.ts'
import { createWorkerServices, type WorkerServices } from '@eclusa/gateway/src/services.ts'
import { readWorkerSettings } from '@eclusa/gateway/src/settings.ts'
import { jobs } from '@eclusa/gateway/src/worker.ts'
import type { TestDatabase } from './database.ts'
import { testEnvironment } from './environment.ts'
import type { TestGateway } from './gateway.ts'

/** The worker's dependencies, with short delays for tests. */
export function createTestWorkerServices(db: TestDatabase, settings: NodeJS.ProcessEnv = {}): WorkerServices {
  const config = readWorkerSettings({
    ...testEnvironment(db),
    LOG_LEVEL: 'silent',
    WEBHOOK_RETRY_DELAYS_SECONDS: '0.1,0.1,0.1',
    WEBHOOK_TIMEOUT_SECONDS: '1',
    ...settings,
  })
  return createWorkerServices(config)
}

/** The data of a job; a scheduled job has none. */
type Handed<Data> = {} extends Data ? [data?: Data] : [data: Data]

export interface TestJobs {
  /** Runs a job now, as the queue would. */
  run<Data extends object>(job: Job<WorkerServices, Data>, ...handed: Handed<Data>): Promise<void>
  /** Runs every such job that requests have enqueued, and returns their number. */
  runLeft(job: Job<WorkerServices>): Promise<number>
  close(): Promise<void>
}

/** The worker's jobs over a gateway's database and store, run when the test requests it and at the given time. */
export function createTestJobs(
  { services, db }: TestGateway,
  { settings = {}, now = () => new Date() }: { settings?: NodeJS.ProcessEnv; now?: () => Date } = {},
): TestJobs {
  const worker = {
    ...createTestWorkerServices(db, settings),
    objects: services.objects,
    clock: { now },
    storeClock: { now },
  }
  return {
    run: (job, ...[data]) => runJob(job, worker, data, randomUUID()),
    async runLeft(job) {
      const { rows } = await db.admin.query<{ id: string; data: unknown }>(
        `delete from pgboss.job where name = $1 and state = 'created' returning id, data`,
        [job.name],
      )
      for (const { id, data } of rows) await runJob(job, worker, data, id)
      return rows.length
    },
    close: () => worker.close(),
  }
}

/** A worker that takes jobs from their queues by itself, for tests about that. */
export async function startQueues(
  db: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
): Promise<{ stop(): Promise<void> }> {
  const services = createTestWorkerServices(db, settings)
  const runner = await runJobs(db.worker, jobs, services)
  return {
    async stop() {
      await runner.stop()
      await services.close()
    },
  }
}

/** Egress rules for which this machine is public, so that a test can see what is shown of a public endpoint's responses. */
const createPublicLoopback = () =>
  createEgress({
    isPublic: (address) => address.startsWith('127.') || isPublic(address),
  })

/** The part of the worker that delivers webhooks. */
export function startDeliverer(
  db: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
  egress = createPublicLoopback(),
): { stop(): Promise<void> } {
  const services = { ...createTestWorkerServices(db, settings), egress }
  const deliverer = new Deliverer(services).start()
  return {
    async stop() {
      await deliverer.stop()
      await services.close()
    },
  }
}
