import type { DomainEvent } from '../../events/event.ts'
import type { DictRefundRequest } from '../../partners/dict/refunds.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import type { Contested } from '../transactions/find-contested.ts'
import { dueAt, monitoredUntil } from './deadlines.ts'
import { pix } from './events.ts'
import { type RefundRequest, type RefundRequestStatus, refundResults, refundStatuses } from './refund-request.ts'

/** DICT's status, if known. A status that BACEN added later is stored as OPEN, and checked again when it changes. */
const statusOf = (refund: DictRefundRequest): RefundRequestStatus =>
  refundStatuses.find((status) => status === refund.status) ?? 'OPEN'
const resultOf = ({ analysis_result }: DictRefundRequest) =>
  refundResults.find((result) => result === analysis_result) ?? null

/** Creates the request for a new refund from DICT about a payment that one of our users received. */
export function newRefundRequest(refund: DictRefundRequest, contested: Contested, now: Date): RefundRequest {
  const created = new Date(refund.creation_time)
  const asked = {
    reason: refund.refund_reason as RefundRequest['reason'],
    funds_recovery_id: refund.funds_recovery_id ?? null,
  }
  const status = statusOf(refund)
  const due_date = dueAt(asked, created).toISOString()
  return {
    user_id: contested.user_id,
    wallet_id: contested.wallet_id,
    id: refund.id,
    transaction_id: contested.id,
    end_to_end_id: refund.transaction_id,
    infraction_notification_id: refund.infraction_report_id ?? null,
    ...asked,
    description: refund.refund_details ?? null,
    amount: refund.refund_amount,
    status,
    analysis_result: resultOf(refund),
    rejection_reason: (refund.refund_rejection_reason ?? null) as RefundRequest['rejection_reason'],
    analysis_details: refund.analysis_details ?? null,
    paid_amount: 0,
    payments: [],
    due_date,
    // BACEN's default.
    monitor_account: refund.monitor_account ?? true,
    monitored_until: null,
    requesting_participant: refund.requesting_participant,
    contested_participant: refund.contested_participant,
    refund_account: refund.refund_account ?? null,
    dict_status: refund.status,
    dict_refusal: null,
    dict_retry_at: null,
    replaced_ids: [],
    overdue_at: status === 'OPEN' ? due_date : null,
    reported_at: refund.last_modified,
    version: 1,
    created_at: refund.creation_time,
    updated_at: now.toISOString(),
  }
}

interface AppliedRefund {
  refund: RefundRequest
  happening?: DomainEvent
}

/** An ended request: nothing more is sent to DICT, and no deadline applies. */
const nothingLeft = { dict_refusal: null, dict_retry_at: null, overdue_at: null }

/** Applies DICT's current data to the stored request, and returns the event. Returns undefined when nothing is new. */
export function applyRefund(stored: RefundRequest, told: DictRefundRequest, now: Date): AppliedRefund | undefined {
  if (told.last_modified < stored.reported_at) return undefined
  const heard = { ...stored, dict_status: told.status, reported_at: told.last_modified }
  if (stored.status === 'CLOSED' || stored.status === 'CANCELLED') return { refund: heard }
  if (told.status === 'CANCELLED') {
    const refund = withNextVersion(heard, { status: 'CANCELLED', ...nothingLeft }, now)
    return { refund, happening: pix.refund_request.cancelled(refund) }
  }
  if (told.status !== 'CLOSED') return { refund: heard }
  const analysis_result = resultOf(told) ?? stored.analysis_result
  const monitored = stored.monitor_account && analysis_result !== 'TOTALLY_ACCEPTED'
  const changes: Partial<RefundRequest> = {
    status: 'CLOSED',
    analysis_result,
    monitored_until: monitored ? monitoredUntil(new Date(stored.created_at)).toISOString() : null,
    ...nothingLeft,
  }
  const refund = withNextVersion(heard, changes, now)
  return { refund, happening: pix.refund_request.closed(refund) }
}
