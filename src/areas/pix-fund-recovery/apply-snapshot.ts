import { stepped } from '../../base/version.ts'
import type { Event, Happening } from '../../events/event.ts'
import { pix } from './events.ts'
import type { Request } from './request.ts'
import type { Snapshot } from './snapshot.ts'
import { eventsSince, isFinal, nextStatus } from './status.ts'

/** The request as it is now, and what happened to it on the way, each thing with the version it left behind. */
export interface Progress {
  request: Request
  happenings: Happening[]
}

/** DICT's own steps. Those before the analyses are in do not move the public status, but clients want to see them. */
const ladder = ['CREATED', 'TRACKED', 'AWAITING_ANALYSIS', 'ANALYSED', 'REFUNDING', 'COMPLETED']
const early = new Map([
  ['TRACKED', pix.fund_recovery_request.tracked],
  ['AWAITING_ANALYSIS', pix.fund_recovery_request.analysis_requested],
])

/**
 * What happened since we last knew, each step by itself and in order. DICT may have gone several steps while we were
 * not looking. A snapshot older than what we know leads nowhere: answers overtake one another. What only we keep may
 * change without anything having happened, and then has no version of its own.
 */
export function applySnapshot(stored: Request, snapshot: Snapshot, now: Date): Progress {
  const { recovery, anyAgreed, refunds, graph } = snapshot
  const happenings: Happening[] = []
  if (isFinal(stored.status) || recovery.last_modified < (stored.dict_modified_at ?? ''))
    return { request: stored, happenings }
  const refundedAmount = refunds.reduce((sum, leg) => sum + leg.refunded_amount, 0)
  let request: Request = {
    ...stored,
    dict_id: recovery.id,
    dict_status: recovery.status,
    dict_modified_at: recovery.last_modified,
    tracking_graph: graph ?? stored.tracking_graph,
    refunds: refunds.length > 0 ? refunds : stored.refunds,
  }
  const step = (event: Event<Request>, changes: Partial<Request> = {}) => {
    request = stepped(request, changes, now)
    happenings.push(event(request))
  }

  if (!stored.dict_id) step(pix.fund_recovery_request.submitted)
  const passed = ladder.slice(ladder.indexOf(stored.dict_status ?? 'CREATED') + 1, ladder.indexOf(recovery.status) + 1)
  for (const event of passed.flatMap((status) => early.get(status) ?? [])) step(event)
  const events = eventsSince(stored.status, { status: recovery.status, anyAgreed, refundedAmount })
  if (refundedAmount > stored.refund_total_amount && events.length === 0)
    step(pix.fund_recovery_request.refund_received, { refund_total_amount: refundedAmount })
  for (const event of events) {
    const status = nextStatus(request.status, event)!
    step(event, {
      status,
      ...(status === 'ANALYSED' && { analysed_at: recovery.last_modified }),
      ...(status === 'CANCELED' && { canceled_at: recovery.last_modified }),
      ...(status.startsWith('COMPLETED') && { refund_total_amount: refundedAmount }),
    })
  }
  return { request, happenings }
}

/** DICT, or the time, has refused: there is nothing more to hope for. */
export function applyFailure(stored: Request, failed_code: string, failed_message: string, now: Date): Progress {
  const status = nextStatus(stored.status, pix.fund_recovery_request.failed)
  if (!status) return { request: stored, happenings: [] }
  const request = stepped(stored, { status, failed_code, failed_message }, now)
  return { request, happenings: [pix.fund_recovery_request.failed(request)] }
}
