import type { DomainEvent } from '../../events/event.ts'
import type { InfractionReport } from '../../partners/dict/infraction-reports.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import type { Contested } from '../transactions/find-contested.ts'
import { blockAfter, checkHoldAt } from './block.ts'
import { dueAt, remindAt } from './deadlines.ts'
import { pix } from './events.ts'
import { type Notification, type NotificationStatus, notificationStatuses, verdicts } from './notification.ts'
import type { infractionSettings } from './settings.ts'
import { eventSince, isAnswerable, isOver, nextStatus } from './status.ts'

const typeOf = (reason: string) => (reason === 'REFUND_CANCELLED' ? 'CANCEL_DEVOLUTION' : reason)

/** DICT's status, if known. A status that BACEN added later is stored as OPEN, and checked again when it changes. */
function statusOf(report: InfractionReport): NotificationStatus {
  return notificationStatuses.find((status) => status === report.status) ?? 'OPEN'
}

/** Fields of the reporting participant, which may change while the report is open. */
function saidBy(report: InfractionReport, received_amount: number) {
  return {
    situation_type: report.situation_type as Notification['situation_type'],
    funds_recovery_id: report.funds_recovery_id ?? null,
    description: report.report_details ?? null,
    // The amount to block: never more than the received amount, whatever the reporter states.
    amount: Math.min(report.infraction_amount ?? received_amount, received_amount),
    contact_information: report.contact_information ?? null,
    fraud_marker_id: report.fraud_marker_id ?? null,
    transaction_depth: report.transaction_depth ?? null,
  }
}

/** Creates the notification for a new report from DICT about a transaction of one of our users. */
export function newNotification(
  report: InfractionReport,
  contested: Contested,
  settings: Pick<Settings<typeof infractionSettings>, 'INFRACTION_REMINDER_DAYS'>,
  now: Date,
): Notification {
  const incoming = isIncoming(contested.type)
  const created = new Date(report.creation_time)
  const status = statusOf(report)
  const notification: Notification = {
    user_id: contested.user_id,
    wallet_id: contested.wallet_id,
    id: report.id,
    transaction_id: contested.id,
    end_to_end_id: report.transaction_id,
    infraction_type: typeOf(report.reason) as Notification['infraction_type'],
    ...saidBy(report, contested.amount),
    reporter_participant: report.reporter_participant,
    participant: report.counterparty_participant,
    status,
    dict_status: report.status,
    received_amount: contested.amount,
    returned_amount: 0,
    blocked_amount_status: 'BLOCKED',
    counterparty_name: incoming ? contested.owner_name : contested.beneficiary_name,
    bank_name: incoming ? contested.owner_bank_name : contested.beneficiary_bank_name,
    company_name: incoming ? contested.beneficiary_name : contested.owner_name,
    client_status: null,
    client_analysis_details: null,
    compliance_fraud_type: null,
    file_ids: [],
    question: null,
    analysis_result: verdictOf(report),
    analysis_details: report.analysis_details ?? null,
    analysis_fraud_type: null,
    decided_at: null,
    decided_by: null,
    decision_reason: null,
    due_date: dueAt(created).toISOString(),
    remind_at: null,
    hold_check_at: null,
    reported_at: report.last_modified,
    version: 1,
    created_at: report.creation_time,
    updated_at: now.toISOString(),
  }
  const blocked_amount_status = blockAfter(notification)
  return {
    ...notification,
    blocked_amount_status,
    hold_check_at: checkHoldAt(blocked_amount_status, null, now),
    remind_at: isAnswerable(notification) ? remindAt(created, settings).toISOString() : null,
  }
}

export const isIncoming = (type: string) => type === 'DEPOSIT' || type === 'DEVOLUTION_RECEIVED'

const verdictOf = ({ analysis_result }: InfractionReport) =>
  verdicts.find((verdict) => verdict === analysis_result) ?? null

interface AppliedReport {
  notification: Notification
  /** Absent when DICT's change is not visible to clients. */
  happening?: DomainEvent
}

/**
 * Applies DICT's current data to the stored notification, and returns the event. Returns undefined for a report that is
 * older than the stored one.
 */
export function applyReport(stored: Notification, report: InfractionReport, now: Date): AppliedReport | undefined {
  if (report.last_modified < stored.reported_at) return undefined
  const said = isOver(stored.status) ? {} : saidBy(report, stored.received_amount ?? stored.amount)
  const heard = { ...stored, ...said, dict_status: report.status, reported_at: report.last_modified }
  const event = eventSince(stored.status, report.status)
  if (!event) return differs(stored, said) ? updated(heard, now) : { notification: heard }
  const verdict = {
    analysis_result: verdictOf(report) ?? stored.analysis_result,
    analysis_details: report.analysis_details ?? stored.analysis_details,
  }
  const moved = withNextVersion(heard, { status: nextStatus(stored.status, event)!, ...verdict }, now)
  const blocked_amount_status = blockAfter(moved)
  const notification = {
    ...moved,
    blocked_amount_status,
    hold_check_at: checkHoldAt(blocked_amount_status, stored.hold_check_at, now),
    remind_at: isAnswerable(moved) ? stored.remind_at : null,
  }
  return { notification, happening: event(notification) }
}

function updated(heard: Notification, now: Date): AppliedReport {
  const notification = withNextVersion(heard, { blocked_amount_status: blockAfter(heard) }, now)
  return { notification, happening: pix.infraction_notification.updated(notification) }
}

const differs = (stored: Notification, said: Partial<Notification>) =>
  (Object.keys(said) as (keyof Notification)[]).some(
    (name) => JSON.stringify(stored[name]) !== JSON.stringify(said[name]),
  )
