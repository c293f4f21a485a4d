import { verifyAccount } from './areas/crossborder/accounts/verify-account.job.ts'
import { verifyClient } from './areas/crossborder/clients/verify-client.job.ts'
import { removeLivenessParts } from './areas/onboarding/liveness/remove-parts.job.ts'
import { sweepLivenessParts, sweepStrayParts } from './areas/onboarding/liveness/sweep-parts.job.ts'
import { advanceOnboarding, followOnboardings } from './areas/onboarding/steps/advance-onboarding.job.ts'
import { expireOnboardings } from './areas/onboarding/steps/expire-onboardings.job.ts'
import { advanceRequest, followRequests } from './areas/pix-fund-recovery/advance-request.job.ts'
import { closeNotifications } from './areas/pix-infractions/close-notifications.job.ts'
import { pollNotifications } from './areas/pix-infractions/poll-notifications.job.ts'
import { watchDeadlines } from './areas/pix-infractions/watch-deadlines.job.ts'
import { expireUploads } from './areas/storage/expire-uploads.job.ts'
import { removeObject } from './areas/storage/remove-object.job.ts'
import { sweepObjects } from './areas/storage/sweep-objects.job.ts'
import { openIngest } from './areas/transactions/ingest-batch.ts'
import { ingestTransactions } from './areas/transactions/ingest-transactions.ts'
import { recoverWebhooks } from './areas/webhooks/recover-webhooks.job.ts'
import type { WorkerConfig } from './base/config/config.ts'
import { keepPartitions, makePartitions } from './base/db/keep-partitions.job.ts'
import { readMigrations, schemaRefusal } from './base/db/migrations.ts'
import { openInternalServer } from './base/http/internal.ts'
import { openLeave } from './base/http/leave.ts'
import { type Check, notReady, openReadiness, ready } from './base/http/readiness.ts'
import { runJobs } from './base/jobs/boss.ts'
import type { Job } from './base/jobs/job.ts'
import type { Log } from './base/observability/log.ts'
import { Deliverer } from './events/delivery/deliver-webhooks.ts'
import { dropOldEvents } from './events/drop-old-events.job.ts'
import { type OperatorRoute, openOperatorGate } from './gate/operator/operator-gate.ts'
import { emptyReplaySlot } from './gate/replay/empty-replay-slot.job.ts'
import { openWorkerServices, type WorkerServices } from './services.ts'

/** Every job of the gateway: the table of contents. */
export function jobs(services: WorkerServices): Job[] {
  const { operator, clock, verification, eventRetentionMonths } = services
  return [
    emptyReplaySlot(operator),
    keepPartitions(operator),
    dropOldEvents(operator, eventRetentionMonths),
    verifyClient(services, clock, verification),
    verifyAccount(services, clock, verification),
    pollNotifications(services),
    closeNotifications(services),
    watchDeadlines(services),
    advanceRequest(services),
    followRequests(services),
    advanceOnboarding(services),
    followOnboardings(services),
    expireOnboardings(services),
    recoverWebhooks(services),
    expireUploads(services),
    removeObject(services),
    sweepObjects(services),
    removeLivenessParts(services),
    sweepLivenessParts(services),
    sweepStrayParts(services),
  ]
}

/** Every route of the internal port but health and metrics. Here, and not in the API: they work across users. */
export function operatorRoutes({ operator }: WorkerServices): OperatorRoute[] {
  return [ingestTransactions(openIngest(operator))]
}

export interface RunningWorker {
  internal_url: string
  log: Log
  stop(): Promise<void>
}

export async function runWorker(config: WorkerConfig): Promise<RunningWorker> {
  const services = openWorkerServices(config)
  const { operator, log, metrics } = services
  const refused = await schemaRefusal(operator, readMigrations())
  if (refused) {
    await services.close()
    throw new Error(refused)
  }
  // Before anything else: what a worker was away for too long to make, writes are waiting for.
  await makePartitions(operator).catch((error: unknown) => log.error('partitions_not_made', {}, error))
  const work = jobs(services)
  const runner = await runJobs(config.DATABASE_OPERATOR_URL, work, log)
  const deliverer = new Deliverer(services).start()
  const leave = openLeave()
  const checks = [
    leave.check,
    ...services.checks,
    heardLately('queue', 'the job queue', () => runner.answeredAt()),
    heardLately('webhooks', 'the list of webhooks to deliver', () => deliverer.claimedAt),
  ]
  const readiness = openReadiness(checks, log)
  const internal = await openInternalServer(config.INTERNAL_HOST, config.INTERNAL_PORT, metrics, readiness, (app) =>
    openOperatorGate(app, { ...services, token: config.OPERATOR_TOKEN }, operatorRoutes(services)),
  )
  log.info('worker_running', { count: work.length })
  return {
    internal_url: internal.url,
    log,
    async stop() {
      leave.begin()
      await Promise.all([runner.stop(), deliverer.stop()])
      await internal.close()
      await services.close()
    },
  }
}

/** What is asked every second and has said nothing for so long is not being done. */
const SILENCE_MS = 30_000

function heardLately(name: string, what: string, answeredAt: () => number): Check {
  const trouble = {
    reason: `${what} has not been read for more than ${SILENCE_MS / 1000} s`,
    action:
      'it is tried again without end; should the other checks be ready, read the log for why, or restart this worker',
  }
  return {
    name,
    unanswered: trouble,
    look: () => (performance.now() - answeredAt() > SILENCE_MS ? notReady(trouble.reason, trouble.action) : ready),
  }
}
