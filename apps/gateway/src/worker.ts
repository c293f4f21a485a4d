import { verifyAccount } from './areas/crossborder/accounts/verify-account.job.ts'
import { verifyClient } from './areas/crossborder/clients/verify-client.job.ts'
import { reencryptRevisions } from './areas/crossborder/reencrypt-revisions.job.ts'
import { deleteOrphanLivenessParts } from './areas/liveness-page/delete-orphan-liveness-parts.job.ts'
import { removeLivenessParts } from './areas/liveness-page/remove-liveness-parts.job.ts'
import { sweepLivenessParts } from './areas/liveness-page/sweep-liveness-parts.job.ts'
import { advanceOnboarding } from './areas/onboarding/steps/advance-onboarding.job.ts'
import { expireOnboardings } from './areas/onboarding/steps/expire-onboardings.job.ts'
import { followOnboardings } from './areas/onboarding/steps/follow-onboardings.job.ts'
import { advanceFundRecovery } from './areas/pix-fund-recovery/advance-fund-recovery.job.ts'
import { consumeRecoveryEvents } from './areas/pix-fund-recovery/consume-recovery-events.job.ts'
import { followFundRecoveries } from './areas/pix-fund-recovery/follow-fund-recoveries.job.ts'
import { reconcileRecoveredCredits } from './areas/pix-fund-recovery/reconcile-recovered-credits.job.ts'
import { adoptAnswers } from './areas/pix-infractions/adopt-answers.job.ts'
import { closeNotifications } from './areas/pix-infractions/close-notifications.job.ts'
import { pollNotifications } from './areas/pix-infractions/poll-notifications.job.ts'
import { watchInfractionDeadlines } from './areas/pix-infractions/watch-infraction-deadlines.job.ts'
import { closeRefunds } from './areas/pix-refunds/close-refunds.job.ts'
import { getRefundToPay } from './areas/pix-refunds/get-refund-to-pay.ts'
import { listRefundsToPay } from './areas/pix-refunds/list-refunds-to-pay.ts'
import { pollRefunds } from './areas/pix-refunds/poll-refunds.job.ts'
import { releaseHeld } from './areas/pix-refunds/release-held.job.ts'
import { reportRefundPayment } from './areas/pix-refunds/report-refund-payment.ts'
import { watchRefundDeadlines } from './areas/pix-refunds/watch-refund-deadlines.job.ts'
import { expireUploads } from './areas/storage/expire-uploads.job.ts'
import { removeObject } from './areas/storage/remove-object.job.ts'
import { sweepObjects } from './areas/storage/sweep-objects.job.ts'
import { ingestSimulatedTransactions, ingestTransactions } from './areas/transactions/ingest-transactions.ts'
import { recoverWebhooks } from './areas/webhooks/recover-webhooks.job.ts'
import { reencryptEndpointSecrets } from './areas/webhooks/reencrypt-endpoint-secrets.job.ts'
import { adoptKeyHashes } from './backoffice/admin/adopt-key-hashes.job.ts'
import { anchorAuditLog } from './backoffice/audit-log/anchor-audit-log.job.ts'
import { digestEvents } from './backoffice/audit-log/digest-events.job.ts'
import { deleteOldCaseChanges } from './backoffice/realtime/delete-old-case-changes.job.ts'
import { aggregateDays } from './backoffice/statistics/aggregate-days.job.ts'
import { Deliverer } from './events/delivery/deliver-webhooks.ts'
import { dropOldEvents } from './events/drop-old-events.job.ts'
import { createInternalPipeline, type OperatorRoute } from './http/internal-api/internal-pipeline.ts'
import { truncateReplayPartition } from './http/replay/truncate-replay-partition.job.ts'
import { dropOldRequests } from './http/request-log/drop-old-requests.job.ts'
import { keepPartitions, makePartitions } from './platform/db/keep-partitions.job.ts'
import { readMigrations, schemaRefusal } from './platform/db/migrations.ts'
import { createShutdownState } from './platform/http/graceful-drain.ts'
import { createInternalServer } from './platform/http/internal.ts'
import { type Check, createReadiness, notReady, ready } from './platform/http/readiness.ts'
import { collectMetrics } from './platform/jobs/collect-metrics.job.ts'
import { deleteDoneJobs } from './platform/jobs/delete-done-jobs.job.ts'
import type { Job } from './platform/jobs/job.ts'
import { runJobs } from './platform/jobs/pg-boss.ts'
import { recordNewestKey } from './platform/key-rotation-state.ts'
import type { Log } from './platform/observability/log.ts'
import { checkStart, createWorkerServices, type WorkerServices } from './services.ts'
import type { WorkerSettings } from './settings.ts'

/** Table of contents: every job of the gateway. */
export const jobs: Job<WorkerServices>[] = [
  collectMetrics,
  deleteDoneJobs,
  truncateReplayPartition,
  keepPartitions,
  dropOldEvents,
  dropOldRequests,
  reencryptEndpointSecrets,
  reencryptRevisions,
  adoptKeyHashes,
  digestEvents,
  anchorAuditLog,
  deleteOldCaseChanges,
  aggregateDays,
  verifyClient,
  verifyAccount,
  pollNotifications,
  adoptAnswers,
  closeNotifications,
  watchInfractionDeadlines,
  pollRefunds,
  closeRefunds,
  watchRefundDeadlines,
  releaseHeld,
  advanceFundRecovery,
  followFundRecoveries,
  consumeRecoveryEvents,
  reconcileRecoveredCredits,
  advanceOnboarding,
  followOnboardings,
  expireOnboardings,
  recoverWebhooks,
  expireUploads,
  removeObject,
  sweepObjects,
  removeLivenessParts,
  sweepLivenessParts,
  deleteOrphanLivenessParts,
]

/**
 * The routes of a live worker's internal port, except health and metrics. They are not in the API, because they work
 * across users.
 */
const liveOperatorRoutes: OperatorRoute<WorkerServices>[] = [
  ingestTransactions,
  listRefundsToPay,
  getRefundToPay,
  reportRefundPayment,
]

/** The last one exists only on a test installation. */
export const operatorRoutes: OperatorRoute<WorkerServices>[] = [...liveOperatorRoutes, ingestSimulatedTransactions]

export interface RunningWorker {
  internal_url: string
  log: Log
  /** Resolves when the process has to end. */
  failed: Promise<Error>
  stop(): Promise<void>
}

export async function runWorker(settings: WorkerSettings): Promise<RunningWorker> {
  const services = createWorkerServices(settings)
  const { operator, log, metrics } = services
  const refused = await schemaRefusal(operator, readMigrations())
  if (refused) {
    await services.close()
    throw new Error(refused)
  }
  await checkStart(services)
  // Anchoring is optional, but the operator should know that it is off. A configured one that fails is reported on
  // /readyz.
  if (!services.anchoring) log.warn('journal_not_anchored', { reason: 'JOURNAL_ANCHORS is not set' })
  await recordNewestKey(operator, 'SIGNING_SECRET', services.signingKeys)
  // First of all: writes may be waiting for partitions that were not created while no worker ran.
  await makePartitions(operator).catch((error: unknown) => log.error('partitions_not_made', {}, error))
  const runner = await runJobs(settings.DATABASE_WORKER_URL, jobs, services)
  services.testClock?.onMoved(() => runner.hasten())
  const deliverer = new Deliverer(services).start()
  const leave = createShutdownState()
  const checks = [
    leave.check,
    ...services.checks,
    deliverer.check,
    heardLately('queue', 'the job queue', () => runner.answeredAt()),
    heardLately('webhooks', 'the list of webhooks to deliver', () => deliverer.claimedAt),
  ]
  const readiness = createReadiness(checks, log, metrics)
  const internal = await createInternalServer(settings, metrics, readiness, (app) =>
    createInternalPipeline(app, services, settings.INSTALLATION === 'test' ? operatorRoutes : liveOperatorRoutes),
  )
  log.info('worker_running', { count: jobs.length })
  return {
    internal_url: internal.url,
    log,
    failed: services.installation.found,
    async stop() {
      leave.begin()
      await Promise.all([runner.stop(), deliverer.stop()])
      await internal.close()
      await services.close()
    },
  }
}

/** The timeout of the heartbeat: a claim that runs every second and did not succeed for this long counts as stopped. */
const READ_TIMEOUT_MS = 30_000

function heardLately(name: string, what: string, answeredAt: () => number): Check {
  const trouble = {
    reason: `${what} has not been read for more than ${READ_TIMEOUT_MS / 1000} s`,
    action:
      'it is tried again without end; should the other checks be ready, read the log for why, or restart this worker',
  }
  return {
    name,
    unanswered: trouble,
    look: () => (performance.now() - answeredAt() > READ_TIMEOUT_MS ? notReady(trouble.reason, trouble.action) : ready),
  }
}
