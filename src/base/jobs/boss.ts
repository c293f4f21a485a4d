import { type JobResult, systemClock as worldClock } from 'pg-boss'
import Value from 'typebox/value'
import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Traces } from '../observability/traces.ts'
import type { Job } from './job.ts'
import { jobDuration } from './metrics.ts'
import { openQueue } from './queue.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Jobs of one queue that a worker has in hand at once. */
const BATCH = 10
/** How often a worker fetches without being woken: the fallback for when the poll waits for an answer of the database that is lost. */
const FETCH_EVERY_SECONDS = 30

/**
 * An occurrence that no worker has taken by then is dropped, since the next one does the same: after two weeks without a worker
 * that knows the job, all of them would run at once.
 */
const OCCURRENCE_KEPT_SECONDS = 60 * 60
const CONNECTIONS = 7
/** Deleting jobs that nobody took in time is in no hurry; but a connection that is lost is noticed only after the timeout. So it is done every hour. */
const TIDY_TIMEOUT_MS = 2 * 60_000
const TIDY_EVERY_SECONDS = 60 * 60
/** What is looked after by clocks of its own waits for its own answers, and not behind another's that got lost. */
const TIDY_CONNECTIONS = 4
const STOP_TIMEOUT_MS = 20_000
/** Whoever asks for haste meanwhile is served by the same round. */
const HASTEN_MS = 200

/** What every run leaves a trace in. */
interface RunServices {
  log: Log
  metrics: Metrics
  traces: Traces | undefined
}

export interface Runner {
  /** When the queue was last heard from, on the clock of `performance`. It is asked every second. */
  answeredAt(): number
  /** Has every job that runs by the clock run now, once, as if its minute had come. */
  hasten(): void
  stop(): Promise<void>
}

/** Works every job's queue until stopped. A job that throws is tried again; the row stays until it succeeds or gives up. */
export async function runJobs<Services extends RunServices & { clock: Clock }>(
  operatorUrl: string,
  jobs: Job<Services>[],
  services: Services,
): Promise<Runner> {
  const { log } = services
  const onError = (error: Error) => log.error('queue_error', {}, error)
  const connect = { connectionString: operatorUrl, name: 'eclusa-worker-queue' }
  // Which minute it is the installation says, and how long a second takes the world.
  const clock = { ...worldClock, now: () => services.clock.now().getTime() }
  const work = openQueue({ ...connect, size: CONNECTIONS }, { supervise: false, clock }, onError)
  // Housekeeping has connections of its own, so that the limits of work need not be as wide as those it needs. Indexes and
  // vacuums belong to the owner of the schema, which the worker is not.
  const tidy = openQueue(
    { ...connect, name: 'eclusa-worker-tidy', size: TIDY_CONNECTIONS, statementTimeoutMs: TIDY_TIMEOUT_MS },
    { schedule: false, reindex: false, monitorVacuum: false, maintenanceIntervalSeconds: TIDY_EVERY_SECONDS },
    onError,
  )
  const { boss } = work
  await Promise.all([boss.start(), tidy.boss.start()])
  const workers = new Map<string, string>()
  for (const job of jobs) {
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { retentionSeconds: OCCURRENCE_KEPT_SECONDS })
    // A queue that fills is emptied as fast as it can be, and one job that fails does not fail those beside it.
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

/** Runs a job once. What is in a queue may have been put there by another version: it is looked at before it is used. */
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
