import { nextVersion } from '../../base/version.ts'
import { record } from '../../events/record.ts'
import type { Tx } from '../../gate/transaction.ts'
import type { AnalysisResult } from '../../partners/dict/values.ts'
import { closeNotifications } from './close-notifications.job.ts'
import { notificationNotAnswerable } from './errors.ts'
import { pix } from './events.ts'
import type { ComplianceFraudType, Notification } from './notification.ts'
import { saveNotification } from './notification-store.ts'
import { nextStatus } from './status.ts'

export interface Verdict {
  analysis_result: AnalysisResult
  analysis_details: string
  compliance_fraud_type: ComplianceFraudType | null
  /** Absent when the deadline decided and not the client. */
  client_status: AnalysisResult | null
  file_ids: string[]
}

/** Keeps the verdict, which a job tells DICT. From here on it can no longer be changed. */
export async function giveVerdict(tx: Tx, stored: Notification, verdict: Verdict): Promise<Notification> {
  const event = verdict.client_status ? pix.infraction_notification.answered : pix.infraction_notification.defaulted
  const status = nextStatus(stored.status, event)
  if (!status) throw notificationNotAnswerable()
  const given: Notification = {
    ...stored,
    ...nextVersion(stored, tx.now),
    ...verdict,
    client_analysis_details: verdict.client_status && verdict.analysis_details,
    status,
    remind_at: null,
  }
  saveNotification(tx, given)
  record(tx, event(given))
  await tx.enqueue(closeNotifications, {})
  return given
}
