import { type JobResult, systemClock as worldClock } from 'pg-boss'
import Value from 'typebox/value'
import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Job } from './job.ts'
import { jobDuration } from './metrics.ts'
import { createQueue } from './queue.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Jobs of one queue that a worker runs at the same time. */
const BATCH = 10
/** How often a worker fetches without being woken: the fallback while the poll waits for a lost response. */
const FETCH_EVERY_SECONDS = 30

/**
 * A scheduled run that no worker took by then is dropped, because the next one does the same. Otherwise all missed runs of two
 * weeks would start at once.
 */
const OCCURRENCE_KEPT_SECONDS = 60 * 60
const CONNECTIONS = 7
/** Deleting expired jobs is not urgent, but a lost connection is noticed only after the timeout. So it runs every hour. */
const TIDY_TIMEOUT_MS = 2 * 60_000
const TIDY_EVERY_SECONDS = 60 * 60
/** One for each periodic task of pg-boss, so that no task waits behind the query of another whose response was lost. */
const TIDY_CONNECTIONS = 4
const STOP_TIMEOUT_MS = 20_000
/** A wake-up during a run is served by the same run. */
const HASTEN_MS = 200

/** Every run writes a log line, a metric and a span. */
interface RunServices {
  log: Log
  metrics: Metrics
  traces: Traces | undefined
}

export interface Runner {
  /** When the database of the queue last answered, by the clock of `performance`. It is queried every second. */
  answeredAt(): number
  /** Runs every scheduled job once now, as if its time had come. */
  hasten(): void
  stop(): Promise<void>
}

/**
 * Job runner on pg-boss: works every job's queue until stopped. A failed job is retried. Its row stays until it succeeds or its
 * retries are used up.
 */
export async function runJobs<Services extends RunServices & { clock: Clock }>(
  operatorUrl: string,
  jobs: Job<Services>[],
  services: Services,
): Promise<Runner> {
  const { log } = services
  const onError = (error: Error) => log.error('queue_error', {}, error)
  const connect = { connectionString: operatorUrl, name: 'eclusa-worker-queue' }
  // The clock of the installation decides which minute it is. Timers run on real time.
  const clock = { ...worldClock, now: () => services.clock.now().getTime() }
  const work = createQueue({ ...connect, size: CONNECTIONS }, { supervise: false, clock }, onError)
  // Housekeeping has separate connections, so that the statement limits of jobs need not be as wide as it needs. Index builds and
  // vacuum belong to the owner of the schema, and the worker is not the owner.
  const tidy = createQueue(
    { ...connect, name: 'eclusa-worker-tidy', size: TIDY_CONNECTIONS, statementTimeoutMs: TIDY_TIMEOUT_MS },
    { schedule: false, reindex: false, monitorVacuum: false, maintenanceIntervalSeconds: TIDY_EVERY_SECONDS },
    onError,
  )
  const { boss } = work
  await Promise.all([boss.start(), tidy.boss.start()])
  const workers = new Map<string, string>()
  for (const job of jobs) {
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { retentionSeconds: OCCURRENCE_KEPT_SECONDS })
    // Runs jobs of a queue in parallel. One that fails does not fail the others.
    const options = {
      pollingIntervalSeconds: FETCH_EVERY_SECONDS,
      batchSize: BATCH,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const
    const worker = await boss.work(job.name, options, (batch) =>
      Promise.all(batch.map(({ id, data }) => runOne(job, services, id, data))),
    )
    workers.set(job.name, worker)
  }
  const waking = wakeWorkers(work, workers, onError)
  let hastened: NodeJS.Timeout | undefined
  return {
    answeredAt: () => work.answeredAt(),
    hasten() {
      hastened ??= setTimeout(() => {
        hastened = undefined
        for (const { name, cron } of jobs) if (cron) boss.send(name, {}).catch(onError)
      }, HASTEN_MS)
    },
    async stop() {
      clearTimeout(hastened)
      await Promise.all([waking.stop(), work.close({ timeout: STOP_TIMEOUT_MS }), tidy.close()])
    },
  }
}

async function runOne<Services extends RunServices>(
  job: Job<Services>,
  services: Services,
  id: string,
  data: unknown,
): Promise<JobResult> {
  const { log, metrics, traces } = services
  const span = traces?.startJob(job.name)
  const named = { job: job.name, job_id: id, trace_id: span?.spanContext().traceId }
  const started = performance.now()
  const ended = (outcome: 'done' | 'failed') => {
    const ms = performance.now() - started
    metrics.observe(jobDuration, { job_name: job.name, outcome }, ms / 1000, span)
    if (span) traces?.endJob(span, outcome === 'failed')
    return { ...named, duration_ms: Math.round(ms) }
  }
  try {
    await runJob(job, services, data, id)
    log.info('job_done', ended('done'))
    return { id, status: 'completed' }
  } catch (error) {
    log.error('job_failed', ended('failed'), error)
    return { id, status: 'failed' }
  }
}

/** Runs a job once. Another version may have enqueued its data, so they are validated first. */
export async function runJob<Services>(
  job: Job<Services>,
  services: Services,
  data: unknown,
  id: string,
): Promise<void> {
  const given = data ?? {}
  if (!Value.Check(job.data, given)) throw new Error(`what was put into ${job.name} is not what it declares`)
  await job.run(services, given as never, id)
}
