import type { DomainEvent, Event } from '../../events/event.ts'
import { withNextVersion } from '../../platform/record-version.ts'
import { pix } from './events.ts'
import { legsToFind, withCredits } from './recovered-credits.ts'
import type { Progress, RefundLeg, Request } from './request.ts'
import type { Snapshot } from './snapshot.ts'
import { eventsSince, isFinal, nextStatus } from './status.ts'

/** DICT's own states. Those before the analyses do not change the public status, but clients want to see them. */
const ladder = ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS', 'ANALYSED', 'REFUNDING', 'COMPLETED']
const early = new Map([
  ['TRACKED', pix.fund_recovery_request.tracked],
  ['AWAITING_ANALYSIS', pix.fund_recovery_request.analysis_requested],
])

/**
 * Returns the changes since the last snapshot, each step separately and in order. DICT may have made several steps
 * between two queries. An older snapshot changes nothing, because responses can overtake one another. Internal columns
 * may change without an event, and then the version stays the same.
 */
export function applySnapshot(stored: Request, snapshot: Snapshot, now: Date): Progress {
  const { recovery, rootDisagreed, refunds, graph } = snapshot
  const happenings: DomainEvent[] = []
  if (isFinal(stored.status) || recovery.last_modified < (stored.dict_modified_at ?? ''))
    return { request: stored, happenings }
  const refundedAmount = amountReturned(refunds)
  let request: Request = {
    ...stored,
    dict_id: recovery.id,
    dict_status: recovery.status,
    dict_modified_at: recovery.last_modified,
    tracking_graph: graph ?? stored.tracking_graph,
    refunds: refunds.length > 0 ? withCredits(refunds, stored.refunds) : stored.refunds,
  }
  if (legsToFind(request).length > 0) request.credits_due_at ??= now.toISOString()
  const step = (event: Event<Request>, changes: Partial<Request> = {}) => {
    request = withNextVersion(request, changes, now)
    happenings.push(event(request))
  }

  if (!stored.dict_id) step(pix.fund_recovery_request.submitted, { waiting_code: null })
  const passed = ladder.slice(ladder.indexOf(stored.dict_status ?? 'CREATED') + 1, ladder.indexOf(recovery.status) + 1)
  for (const event of passed.flatMap((status) => early.get(status) ?? [])) step(event)
  const refundsAsked = refunds.length > 0
  const events = eventsSince(stored.status, { status: recovery.status, rootDisagreed, refundsAsked, refundedAmount })
  if (refundedAmount > stored.refund_total_amount && events.length === 0)
    step(pix.fund_recovery_request.refund_received, { refund_total_amount: refundedAmount })
  for (const event of events) {
    const status = nextStatus(request.status, event)!
    step(event, {
      status,
      ...(status === 'ANALYSED' && { analysed_at: recovery.last_modified }),
      // An earlier request for the refunds was rejected, but they have been requested meanwhile.
      ...(status === 'WAITING_DEVOLUTION' && { failed_code: null }),
      ...(status === 'CANCELED' && { canceled_at: recovery.last_modified }),
      ...(isFinal(status) && refundsAsked && { refund_total_amount: refundedAmount }),
    })
  }
  return { request, happenings }
}

/** One return id is one payment: when two refunds have it, it counts once, with the smaller amount. */
function amountReturned(refunds: RefundLeg[]): number {
  const payments = new Map<string, number>()
  for (const { id, refund_end_to_end_id, refunded_amount } of refunds) {
    if (refunded_amount === 0) continue
    const payment = refund_end_to_end_id ?? id
    payments.set(payment, Math.min(refunded_amount, payments.get(payment) ?? refunded_amount))
  }
  return [...payments.values()].reduce((sum, amount) => sum + amount, 0)
}

/** DICT has rejected the request finally. A request whose recovery exists at DICT cannot fail. */
export function applyFailure(stored: Request, failed_code: string, now: Date): Progress {
  const status = nextStatus(stored.status, pix.fund_recovery_request.failed)
  if (!status || stored.dict_id) return { request: stored, happenings: [] }
  const request = withNextVersion(stored, { status, failed_code, waiting_code: null }, now)
  return { request, happenings: [pix.fund_recovery_request.failed(request)] }
}

/** DICT rejects the refund request. The recovery exists at DICT nevertheless, and is still polled. */
export function applyRefundsRefused(stored: Request, now: Date): Progress {
  if (stored.failed_code) return { request: stored, happenings: [] }
  const request = withNextVersion(stored, { failed_code: 'REFUND_PERIOD_EXPIRED', refund_warn_at: null }, now)
  return { request, happenings: [pix.fund_recovery_request.refund_refused(request)] }
}

/**
 * DICT does not accept it yet, and it is sent again. Each reason is published once, so that clients see why they wait.
 */
export function applyWaiting(stored: Request, waiting_code: string, now: Date): Progress {
  if (stored.dict_id || stored.waiting_code === waiting_code) return { request: stored, happenings: [] }
  const request = withNextVersion(stored, { waiting_code }, now)
  return { request, happenings: [pix.fund_recovery_request.submission_delayed(request, { waiting_code })] }
}
