import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Log } from '../observability/log.ts'
import type { Job } from './job.ts'

export const QUEUE_SCHEMA = 'pgboss'
const RETRY_DELAY_SECONDS = 5

type Queue = Pick<Job, 'name' | 'retryLimit'>

/** Part of `eclusa migrate`: the queue's own schema, one queue per job, and what each role may do there. */
export async function installQueues(ownerUrl: string, owner: pg.Client, queues: Queue[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, retryLimit } of queues) {
    await boss.createQueue(name, { retryLimit, retryDelay: RETRY_DELAY_SECONDS, retryBackoff: true })
  }
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema ${QUEUE_SCHEMA} to eclusa_api, eclusa_operator;
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to eclusa_operator;
    grant execute on all functions in schema ${QUEUE_SCHEMA} to eclusa_api, eclusa_operator;
    grant select on ${QUEUE_SCHEMA}.queue, ${QUEUE_SCHEMA}.version to eclusa_api;
    grant select, insert on ${QUEUE_SCHEMA}.job, ${QUEUE_SCHEMA}.job_common to eclusa_api`)
}

export interface Runner {
  stop(): Promise<void>
}

/** Works every job's queue until stopped. A job that throws is tried again; the row stays until it succeeds or gives up. */
export async function runJobs(operatorUrl: string, jobs: Job[], log: Log): Promise<Runner> {
  const boss = new PgBoss({
    connectionString: operatorUrl,
    schema: QUEUE_SCHEMA,
    application_name: 'eclusa-worker-queue',
    migrate: false,
    createSchema: false,
    // Both belong to the owner of the schema, which the worker is not.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error('queue_error', {}, error))
  await boss.start()
  for (const job of jobs) {
    if (job.cron) await boss.schedule(job.name, job.cron)
    await boss.work(job.name, { pollingIntervalSeconds: 1 }, async (batch) => {
      for (const { id, data } of batch) await runOne(job, id, data, log)
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 20_000 }) }
}

async function runOne(job: Job, job_id: string, data: unknown, log: Log): Promise<void> {
  const started = performance.now()
  try {
    await job.run(data)
    log.info('job_done', { job: job.name, job_id, duration_ms: Math.round(performance.now() - started) })
  } catch (error) {
    log.error('job_failed', { job: job.name, job_id }, error)
    throw error
  }
}
