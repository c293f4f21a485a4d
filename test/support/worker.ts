import { tmpdir } from 'node:os'
import { readWorkerConfig } from '../../src/base/config/config.ts'
import { isPublic } from '../../src/base/http/address.ts'
import { openEgress } from '../../src/base/http/egress.ts'
import { runJobs } from '../../src/base/jobs/boss.ts'
import type { Job } from '../../src/base/jobs/job.ts'
import { Deliverer } from '../../src/events/delivery/deliver-webhooks.ts'
import { openWorkerServices, type WorkerServices } from '../../src/services.ts'
import { jobs } from '../../src/worker.ts'
import type { TestDatabase } from './database.ts'
import { SIGNING_SECRET, type TestGateway } from './gateway.ts'

export interface TestWorker {
  /** Runs one job at once, as the queue would. */
  run(name: string, data: object): Promise<void>
  stop(): Promise<void>
}

/** The real jobs on the real queue of a test's database. */
export async function openTestWorker(db: TestDatabase, settings: NodeJS.ProcessEnv = {}): Promise<TestWorker> {
  const services = openTestWorkerServices(db, settings)
  const all = jobs(services)
  const runner = await runJobs(db.operator, all, services.log)
  return {
    run: (name, data) => runJob(all, name, data),
    async stop() {
      await runner.stop()
      await services.close()
    },
  }
}

export interface TestJobs {
  /** Runs one job now, as the worker would. */
  run(name: string, data?: object): Promise<void>
  /** Runs every job of that name that requests have left behind. */
  runLeft(name: string): Promise<number>
  close(): Promise<void>
}

/** The jobs alone, over a test's database and store, run when the test says so and at the time it says. */
export function openTestJobs({ services, db }: TestGateway, now: () => Date = () => new Date()): TestJobs {
  const worker = openTestWorkerServices(db)
  const table = jobs({ ...worker, objects: services.objects, clock: { now } })
  return {
    run: (name, data = {}) => runJob(table, name, data),
    async runLeft(name) {
      const { rows } = await db.admin.query<{ data: object }>(
        `delete from pgboss.job where name = $1 and state = 'created' returning data`,
        [name],
      )
      for (const { data } of rows) await runJob(table, name, data)
      return rows.length
    },
    close: () => worker.close(),
  }
}

/** Runs a job once, as the queue would. */
export async function runJob(table: Job[], name: string, data: object): Promise<void> {
  const job = table.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  await job.run(data, crypto.randomUUID())
}

/** What the worker is made of, with waits that a test can sit out. */
export function openTestWorkerServices(db: TestDatabase, settings: NodeJS.ProcessEnv = {}): WorkerServices {
  const config = readWorkerConfig({
    DATABASE_URL: db.api,
    DATABASE_OPERATOR_URL: db.operator,
    LOG_LEVEL: 'silent',
    OBJECT_STORE: 'disk',
    OBJECT_DISK_PATH: tmpdir(),
    PUBLIC_URL: 'http://gateway.eclusa.test',
    SIGNING_SECRET,
    WEBHOOK_RETRY_DELAYS_SECONDS: '0.1,0.1,0.1',
    WEBHOOK_TIMEOUT_SECONDS: '1',
    ...settings,
  })
  return openWorkerServices(config)
}

/** A way out for which this machine is public, so that a test can see what is told of a public endpoint's answers. */
const openPublicLoopback = () =>
  openEgress({
    isPublic: (address) => address.startsWith('127.') || isPublic(address),
  })

/** The part of the worker that delivers webhooks. */
export function startDeliverer(
  db: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
  egress = openPublicLoopback(),
): { stop(): Promise<void> } {
  const services = { ...openTestWorkerServices(db, settings), egress }
  const deliverer = new Deliverer(services).start()
  return {
    async stop() {
      await deliverer.stop()
      await services.close()
    },
  }
}
