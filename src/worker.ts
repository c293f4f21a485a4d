import type pg from 'pg'
import type { WorkerConfig } from './base/config/config.ts'
import { keepPartitions } from './base/db/keep-partitions.job.ts'
import { readMigrations, schemaRefusal } from './base/db/migrations.ts'
import { openOperatorPool } from './base/db/operator-pool.ts'
import { openInternalServer } from './base/http/internal.ts'
import { runJobs } from './base/jobs/boss.ts'
import type { Job } from './base/jobs/job.ts'
import { type Log, openLog } from './base/observability/log.ts'
import { openMetrics } from './base/observability/metrics.ts'
import { emptyReplaySlot } from './gate/replay/empty-replay-slot.job.ts'

/** Every job of the gateway: the table of contents. */
export function jobs(operator: pg.Pool): Job[] {
  return [emptyReplaySlot(operator), keepPartitions(operator)]
}

export interface RunningWorker {
  internal_url: string
  log: Log
  stop(): Promise<void>
}

export async function runWorker(config: WorkerConfig): Promise<RunningWorker> {
  const log = openLog(config.LOG_LEVEL)
  const metrics = openMetrics('eclusa-worker')
  const operator = openOperatorPool(config.DATABASE_OPERATOR_URL, config.DATABASE_POOL_SIZE)
  const migrations = readMigrations()
  let stopping = false
  const refusal = async () => (stopping ? 'stopping' : schemaRefusal(operator, migrations))

  const refused = await refusal()
  if (refused) throw new Error(refused)
  const runner = await runJobs(config.DATABASE_OPERATOR_URL, jobs(operator), log)
  const internal = await openInternalServer(config.INTERNAL_HOST, config.INTERNAL_PORT, metrics, refusal)
  log.info('worker_running', { count: jobs(operator).length })
  return {
    internal_url: internal.url,
    log,
    async stop() {
      stopping = true
      await runner.stop()
      await operator.end()
      await internal.close()
      await metrics.close()
    },
  }
}
