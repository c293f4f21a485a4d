import { type Request, stepped } from './request.ts'
import type { Snapshot } from './snapshot.ts'
import { eventsSince, isFinal, nextStatus } from './status.ts'

/** A version of the request and the name of what led to it. */
export interface Step {
  what: string
  request: Request
}

/** DICT's own steps before the analyses are in. The public status does not move, but clients want to see them. */
const ladder = ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS', 'ANALYSED', 'REFUNDING', 'COMPLETED']
const early = new Map([
  ['TRACKED', 'tracked'],
  ['AWAITING_ANALYSIS', 'analysis_requested'],
])

/**
 * What happened since we last knew, each step by itself and in order. DICT may have gone several steps while we were
 * not looking. A snapshot older than what we know leads nowhere: answers overtake one another.
 */
export function applySnapshot(stored: Request, snapshot: Snapshot, now: Date): Step[] {
  const { recovery, anyAgreed, refunds, graph } = snapshot
  if (isFinal(stored.status) || recovery.last_modified < (stored.dict_modified_at ?? '')) return []
  const refundedAmount = refunds.reduce((sum, leg) => sum + leg.refunded_amount, 0)
  const steps: Step[] = []
  let request: Request = {
    ...stored,
    dict_id: recovery.id,
    dict_status: recovery.status,
    dict_modified_at: recovery.last_modified,
    tracking_graph: graph ?? stored.tracking_graph,
    refunds: refunds.length > 0 ? refunds : stored.refunds,
  }
  const step = (what: string, changes: Partial<Request> = {}) => {
    request = stepped(request, changes, now)
    steps.push({ what, request })
  }

  if (!stored.dict_id) step('submitted')
  const passed = ladder.slice(ladder.indexOf(stored.dict_status ?? 'CREATED') + 1, ladder.indexOf(recovery.status) + 1)
  for (const what of passed.flatMap((status) => early.get(status) ?? [])) step(what)
  const events = eventsSince(stored.status, { status: recovery.status, anyAgreed, refundedAmount })
  if (refundedAmount > stored.refund_total_amount && events.length === 0)
    step('refund_received', { refund_total_amount: refundedAmount })
  for (const event of events) {
    const status = nextStatus(request.status, event)!
    step(event === 'refund_asked' ? 'refund_requested' : status.toLowerCase(), {
      status,
      ...(event === 'analysed' && { analysed_at: recovery.last_modified }),
      ...(event === 'canceled' && { canceled_at: recovery.last_modified }),
      ...((event === 'approved' || event === 'rejected') && { refund_total_amount: refundedAmount }),
    })
  }
  // What only we keep may have changed without anything having happened; it is saved with no version of its own.
  return steps.length > 0 ? steps : [{ what: '', request }]
}

/** DICT, or the time, has refused: there is nothing more to hope for. */
export function applyFailure(stored: Request, failed_code: string, failed_message: string, now: Date): Step[] {
  const status = nextStatus(stored.status, 'failed')
  if (!status) return []
  return [{ what: 'failed', request: stepped(stored, { status, failed_code, failed_message }, now) }]
}
