import { consumeRecoveryEvents } from '@eclusa/gateway/src/areas/pix-fund-recovery/consume-recovery-events.job.ts'
import { pollNotifications } from '@eclusa/gateway/src/areas/pix-infractions/poll-notifications.job.ts'
import { pollRefunds } from '@eclusa/gateway/src/areas/pix-refunds/poll-refunds.job.ts'
import { reencryptEndpointSecrets } from '@eclusa/gateway/src/areas/webhooks/reencrypt-endpoint-secrets.job.ts'
import { anchorAuditLog } from '@eclusa/gateway/src/backoffice/audit-log/anchor-audit-log.job.ts'
import { collectMetrics } from '@eclusa/gateway/src/platform/jobs/collect-metrics.job.ts'
import type { Job } from '@eclusa/gateway/src/platform/jobs/job.ts'
import { QUEUE_SCHEMA } from '@eclusa/gateway/src/platform/jobs/queue.ts'
import { PgBoss } from 'pg-boss'

type NamedRule = Pick<Job, 'name'>

/** Minutely jobs run every few seconds, because the waits of a drill are that much shorter. */
export interface Hurry {
  boss: PgBoss
  /** Runs these so many times in parallel, every so often, until the returned function is called. */
  every(ms: number, jobs: NamedRule[], times?: number): () => void
  stop(): Promise<void>
}

const READ_MS = 2_000
/** Below DICT's refill rate: forty lists a minute. */
const ASK_DICT_MS = 4_000

export const asksDict: NamedRule[] = [pollNotifications, pollRefunds, consumeRecoveryEvents]

/** The conditions of the alerts. */
export function hurryMeasures(hurry: Hurry): void {
  hurry.every(READ_MS, [collectMetrics, anchorAuditLog, reencryptEndpointSecrets])
  hurry.every(ASK_DICT_MS, asksDict)
}

export async function createTimeCompression(workerUrl: string): Promise<Hurry> {
  const boss = new PgBoss({ connectionString: workerUrl, schema: QUEUE_SCHEMA, migrate: false, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  const stops = new Set<() => void>()

  function every(ms: number, jobs: NamedRule[], times = 1): () => void {
    // While the database is silent, no further statement is sent.
    let waiting = false
    const timer = setInterval(() => {
      if (waiting) return
      waiting = true
      void Promise.all(
        jobs.map(({ name }) =>
          boss.insert(
            name,
            Array.from({ length: times }, () => ({})),
          ),
        ),
      )
        .catch(() => {})
        .finally(() => (waiting = false))
    }, ms)
    const stop = () => {
      clearInterval(timer)
      stops.delete(stop)
    }
    stops.add(stop)
    return stop
  }

  return {
    boss,
    every,
    async stop() {
      for (const stop of stops) stop()
      await boss.stop({ graceful: false })
    },
  }
}
