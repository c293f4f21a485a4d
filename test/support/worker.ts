import { readWorkerConfig } from '../../src/base/config/config.ts'
import { runJobs } from '../../src/base/jobs/boss.ts'
import { openWorkerServices } from '../../src/services.ts'
import { jobs } from '../../src/worker.ts'
import type { TestDatabase } from './database.ts'

export interface TestWorker {
  /** Runs one job at once, as the queue would. */
  run(name: string, data: object): Promise<void>
  stop(): Promise<void>
}

/** The real jobs on the real queue of a test's database. */
export async function openTestWorker(db: TestDatabase, settings: NodeJS.ProcessEnv = {}): Promise<TestWorker> {
  const config = readWorkerConfig({
    DATABASE_URL: db.api,
    DATABASE_OPERATOR_URL: db.operator,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const services = openWorkerServices(config)
  const all = jobs(services)
  const runner = await runJobs(db.operator, all, services.log)
  return {
    async run(name, data) {
      const job = all.find((candidate) => candidate.name === name)
      if (!job) throw new Error(`there is no job ${name}`)
      await job.run(data, crypto.randomUUID())
    },
    async stop() {
      await runner.stop()
      await services.close()
    },
  }
}
