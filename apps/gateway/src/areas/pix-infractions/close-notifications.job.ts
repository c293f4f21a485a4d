import { runAsUser } from '../../http/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import {
  acknowledgeInfractionReport,
  closeInfractionReport,
  getInfractionReport,
  type InfractionReport,
} from '../../partners/dict/infraction-reports.ts'
import { isDictAway } from '../../partners/dict/outcome.ts'
import { asParticipant } from '../../partners/dict/participants.ts'
import { hear, type WriteOutcome } from '../../partners/dict/resolve-outcome.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { job } from '../../platform/jobs/job.ts'
import { type NotificationKey, unsentVerdicts } from './cross-user-queries.ts'
import type { InfractionServices } from './infraction-services.ts'
import { fraudTypes, type Notification } from './notification.ts'
import { findNotification } from './notification-store.ts'
import { postpone } from './postpone.ts'
import { keepReports } from './store-reports.ts'

const BATCH_MAX = 500

/**
 * Sends verdicts to DICT. Each verdict enqueues it, and a schedule runs it too. Rows that are decided and IN_ANALYSIS
 * are pending, so no verdict is lost through a crash or a retry limit. DICT's close is idempotent. Failures are
 * isolated: a locked row, or one that DICT rejects, delays no other.
 */
export const closeNotifications = job('close-notifications', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { dict, operator, clock, log } = services
    if (!dict) return
    let away = false
    const fieldsOf = ({ user_id, id }: NotificationKey) => ({ user_id, name: id, job_id })
    const untold = await unsentVerdicts(operator, clock.now(), BATCH_MAX)
    await forEachIsolated({ log, event: 'infraction_not_closed', fieldsOf }, untold, async (key) => {
      if (away) return
      const given = await runAsUser(services, key.user_id, job_id, (tx) => findNotification(tx, key.id))
      if (given?.status !== 'IN_ANALYSIS' || !given.decided_at) return
      const heard = await close(asParticipant(dict, given.participant), given)
      away = 'away' in heard
      if ('held' in heard) await keepReports(services, [heard.held.infraction_report], job_id)
      const reason = whyNotClosed(heard)
      if (reason) await postpone(services, key, reason, job_id)
    })
  },
})

type HeardReport = WriteOutcome<{ infraction_report: InfractionReport }>

/** The reason when DICT rejects the verdict finally. */
function whyNotClosed(heard: HeardReport): string | undefined {
  if ('lost' in heard) return heard.lost
  return 'held' in heard && heard.held.infraction_report.status === 'ACKNOWLEDGED' ? heard.refused : undefined
}

async function close(dict: Dict, given: Notification): Promise<HeardReport> {
  const { id, analysis_result, analysis_details, analysis_fraud_type } = given
  const verdict = {
    analysis_result: analysis_result!,
    ...(analysis_details !== null && { analysis_details }),
    ...(analysis_fraud_type && { fraud_type: fraudTypes[analysis_fraud_type] }),
  }
  // DICT closes only acknowledged reports. A repeated acknowledgement is rejected or changes nothing.
  const acknowledged = await acknowledgeInfractionReport(dict, id)
  if (isDictAway(acknowledged)) return { away: true }
  return hear(await closeInfractionReport(dict, id, verdict), () => getInfractionReport(dict, id))
}
