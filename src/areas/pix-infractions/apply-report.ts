import type { Settings } from '../../base/config/settings.ts'
import { nextVersion } from '../../base/version.ts'
import type { InfractionReport } from '../../partners/dict/infraction-reports.ts'
import type { Contested } from '../transactions/find-contested.ts'
import { dueAt, remindAt } from './deadlines.ts'
import { type Notification, type NotificationStatus, notificationStatuses, verdicts } from './notification.ts'
import type { infractionSettings } from './settings.ts'
import { blockedAmount, eventSince, isAnswerable, nextStatus } from './status.ts'

const typeOf = (reason: string) => (reason === 'REFUND_CANCELLED' ? 'CANCEL_DEVOLUTION' : reason)

/** DICT's word, when we know it; one that BACEN added since is kept OPEN, and looked at again when it changes. */
function statusOf(report: InfractionReport): NotificationStatus {
  return notificationStatuses.find((status) => status === report.status) ?? 'OPEN'
}

/** What came from DICT for the first time, about a transaction of a user of ours. */
export function newNotification(
  report: InfractionReport,
  contested: Contested,
  settings: Settings<typeof infractionSettings>,
  now: Date,
): Notification {
  const incoming = isIncoming(contested.type)
  const created = new Date(report.creation_time)
  const status = statusOf(report)
  const analysis_result = verdictOf(report)
  return {
    user_id: contested.user_id,
    wallet_id: contested.wallet_id,
    id: report.id,
    transaction_id: contested.id,
    end_to_end_id: report.transaction_id,
    infraction_type: typeOf(report.reason) as Notification['infraction_type'],
    situation_type: report.situation_type as Notification['situation_type'],
    funds_recovery_id: report.funds_recovery_id ?? null,
    description: report.report_details ?? null,
    status,
    amount: report.infraction_amount ?? contested.amount,
    blocked_amount_status: blockedAmount(status, analysis_result),
    counterparty_name: incoming ? contested.owner_name : contested.beneficiary_name,
    bank_name: incoming ? contested.owner_bank_name : contested.beneficiary_bank_name,
    company_name: incoming ? contested.beneficiary_name : contested.owner_name,
    client_status: null,
    client_analysis_details: null,
    compliance_fraud_type: null,
    file_ids: [],
    analysis_result: analysis_result ?? null,
    analysis_details: report.analysis_details ?? null,
    due_date: dueAt(created).toISOString(),
    remind_at: isAnswerable(status) ? remindAt(created, settings).toISOString() : null,
    reported_at: report.last_modified,
    version: 1,
    created_at: report.creation_time,
    updated_at: now.toISOString(),
  }
}

export const isIncoming = (type: string) => type === 'DEPOSIT' || type === 'DEVOLUTION_RECEIVED'

const verdictOf = ({ analysis_result }: InfractionReport) => verdicts.find((verdict) => verdict === analysis_result)

/** What DICT says now, laid over what we knew, and what happened by it. Undefined when it says nothing new. */
export function applyReport(stored: Notification, report: InfractionReport, now: Date) {
  const event = eventSince(stored.status, report.status)
  if (!event || report.last_modified < stored.reported_at) return undefined
  const status = nextStatus(stored.status, event)!
  const analysis_result = verdictOf(report) ?? stored.analysis_result
  const notification: Notification = {
    ...stored,
    ...nextVersion(stored, now),
    status,
    analysis_result,
    analysis_details: report.analysis_details ?? stored.analysis_details,
    blocked_amount_status: blockedAmount(status, analysis_result ?? undefined),
    remind_at: isAnswerable(status) ? stored.remind_at : null,
    reported_at: report.last_modified,
  }
  return { notification, happening: event(notification) }
}
