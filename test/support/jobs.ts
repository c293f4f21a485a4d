import { openOperatorPool } from '../../src/base/db/operator-pool.ts'
import type { Job } from '../../src/base/jobs/job.ts'
import type { WorkerServices } from '../../src/services.ts'
import { jobs } from '../../src/worker.ts'
import type { TestGateway } from './gateway.ts'

export interface TestJobs {
  /** Runs one job now, as the worker would. */
  run(name: string, data?: object): Promise<void>
  /** Runs every job of that name that requests have left behind. */
  runLeft(name: string): Promise<number>
  close(): Promise<void>
}

/** The worker's jobs over a test's database and store, run when the test says so and at the time it says. */
export function openTestJobs({ services, db }: TestGateway, now: () => Date = () => new Date()): TestJobs {
  const operator = openOperatorPool(db.operator, 2)
  const table = jobs({ ...services, operator, clock: { now } } as unknown as WorkerServices)
  const find = (name: string): Job => table.find((job) => job.name === name)!
  return {
    run: (name, data = {}) => find(name).run(data, crypto.randomUUID()),
    async runLeft(name) {
      const { rows } = await db.admin.query<{ data: object }>(
        `delete from pgboss.job where name = $1 and state = 'created' returning data`,
        [name],
      )
      for (const { data } of rows) await find(name).run(data, crypto.randomUUID())
      return rows.length
    },
    close: () => operator.end(),
  }
}
