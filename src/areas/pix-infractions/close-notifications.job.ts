import { job } from '../../base/jobs/job.ts'
import { runForUser } from '../../gate/transaction.ts'
import type { Dict } from '../../partners/dict/dict.ts'
import {
  acknowledgeInfractionReport,
  closeInfractionReport,
  getInfractionReport,
} from '../../partners/dict/infraction-reports.ts'
import { untoldVerdicts } from './across-users.ts'
import type { InfractionServices } from './infraction-services.ts'
import { keepReports } from './keep-reports.ts'
import { fraudTypes, type Notification } from './notification.ts'
import { findNotification } from './notification-store.ts'

const BATCH_MAX = 500

/**
 * Tells DICT the verdicts that were given: enqueued by each, and run by the clock in any case. What is to be told is what
 * stands IN_ANALYSIS in our store, so that no retry can run out and no killed process can forget one; and DICT takes the
 * same verdict twice without doing it twice.
 */
export const closeNotifications = job('close-notifications', {
  cron: '* * * * *',
  retryLimit: 0,
  async run(services: InfractionServices, _, job_id) {
    const { dict, operator, log } = services
    if (!dict) return
    for (const { user_id, id } of await untoldVerdicts(operator, BATCH_MAX)) {
      const given = await runForUser(services, user_id, job_id, (tx) => findNotification(tx, id))
      if (given?.status !== 'IN_ANALYSIS') continue
      const report = await close(dict, given)
      if (report) await keepReports(services, [report], job_id)
      if (report?.status !== 'CLOSED' && report?.status !== 'CANCELLED')
        log.warn('infraction_not_closed', { user_id, name: id, reason: report?.status ?? 'DICT was not heard' })
    }
  },
})

/** The report as DICT holds it afterwards; undefined when DICT could not be heard. */
async function close(dict: Dict, { id, analysis_result, analysis_details, compliance_fraud_type }: Notification) {
  const verdict = {
    analysis_result: analysis_result!,
    ...(analysis_details !== null && { analysis_details }),
    ...(compliance_fraud_type && { fraud_type: fraudTypes[compliance_fraud_type] }),
  }
  // DICT closes only what was acknowledged. Where that was done before, this is refused or changes nothing.
  const acknowledged = await acknowledgeInfractionReport(dict, id)
  if (acknowledged.outcome === 'not_done') return undefined
  const closed = await closeInfractionReport(dict, id, verdict)
  if (closed.outcome === 'done') return closed.value.infraction_report
  if (closed.outcome === 'not_done') return undefined
  // Refused, or perhaps done: what DICT holds is the answer.
  const asked = await getInfractionReport(dict, id)
  return asked.outcome === 'done' ? asked.value.infraction_report : undefined
}
